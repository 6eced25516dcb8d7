import { INVOICE_MAX_DIGITS } from '../limits.ts'
import { plainText } from './typedText.ts'

const DIGITS = new RegExp(`^\\d{1,${INVOICE_MAX_DIGITS}}$`)

export const isInvoiceNumber = (given: string): boolean => DIGITS.test(given)

/** The digits of an invoice number with letters and signs, `00123` of `INV#00123`; undefined without usable ones. */
export function invoiceDigits(printed: string): string | undefined {
  const digits = plainText(printed).replace(/\P{Nd}/gu, '')
  return isInvoiceNumber(digits) ? digits : undefined
}

/** The invoice number as the API takes it, or what was typed, for the API to reject. */
export const invoiceToSend = (typed: string): string => invoiceDigits(typed) ?? typed

/** The form in which invoice numbers are compared: without leading zeros. */
export const invoiceKey = (invoiceNo: string): string => invoiceNo.replace(/^0+(?=\d)/, '')
