import { INVOICE_MAX_DIGITS } from '../limits.ts'

const DIGITS = new RegExp(`^\\d{1,${INVOICE_MAX_DIGITS}}$`)

/** Whether a text is an invoice number: 1 to 30 digits (D-42). */
export function isInvoiceNumber(given: string): boolean {
  return DIGITS.test(given)
}

/** A number as it is printed, with letters and signs, as it is typed (D-42); undefined where no digits are left, or too many. */
export function invoiceDigits(printed: string): string | undefined {
  const digits = printed.replace(/\D/g, '')
  return isInvoiceNumber(digits) ? digits : undefined
}

/** The form in which invoice numbers are compared: without leading zeros (D-42). */
export function invoiceKey(invoiceNo: string): string {
  return invoiceNo.replace(/^0+(?=\d)/, '')
}
