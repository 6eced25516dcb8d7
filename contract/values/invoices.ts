import { INVOICE_MAX_DIGITS } from '../limits.ts'

const DIGITS = new RegExp(`^\\d{1,${INVOICE_MAX_DIGITS}}$`)

/** True if the text is an invoice number: 1 to 30 digits. */
export function isInvoiceNumber(given: string): boolean {
  return DIGITS.test(given)
}

/** The digits of a printed invoice number with letters and signs; undefined if there are none or too many. */
export function invoiceDigits(printed: string): string | undefined {
  const digits = printed.replace(/\D/g, '')
  return isInvoiceNumber(digits) ? digits : undefined
}

/** The form in which invoice numbers are compared: without leading zeros. */
export function invoiceKey(invoiceNo: string): string {
  return invoiceNo.replace(/^0+(?=\d)/, '')
}
