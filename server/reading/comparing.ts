import { areOfOneNumber, placeOfInvoice } from './invoices.ts'
import { isRecognised, likenessOfName } from './merchant-names.ts'
import type { CampusMerchant, Compared, Comparison, Found, Reading, Typed } from './reading.ts'

const CERTAIN = { total: 0.5, invoice: 0.8, merchant: 0.8 }
const STRANGE = 0.25

/**
 * What was typed of a receipt beside what its picture says, and which merchant of the campus is `named` there. Where the
 * picture is not clear, nothing is said to differ.
 */
export function compare(reading: Reading, typed: Typed, named?: CampusMerchant): Comparison {
  return {
    amount: compareAmount(reading, typed.amountSen),
    date: compareDate(reading, typed.date),
    invoice: compareInvoice(reading, typed.invoice),
    merchant: compareMerchant(reading, typed.merchant, named),
  }
}

/** Only the amount that the reading understood as the total is a match; what else is printed on the paper never is. */
function compareAmount({ total }: Reading, sen: number): Compared<number> {
  if (!total) return { verdict: 'not_found' }
  if (total.value !== sen) return as('differs', total)
  return total.confidence >= CERTAIN.total ? as('fits', total) : { verdict: 'not_found' }
}

function compareDate({ date, dates }: Reading, day: string): Compared<string> {
  const found = date?.value === day ? date : surest(dates, day)
  if (found) return as('fits', found)
  return date ? as('differs', date) : { verdict: 'not_found' }
}

function compareInvoice({ invoice, words }: Reading, number: string): Compared<string> {
  const box = placeOfInvoice(words, number)
  if (box) return { verdict: 'fits', read: number, box }
  const isOther = invoice && invoice.confidence >= CERTAIN.invoice && !areOfOneNumber(invoice.value, number)
  return isOther ? as('differs', invoice) : { verdict: 'not_found' }
}

function compareMerchant({ merchant, words }: Reading, name: string, named?: CampusMerchant): Comparison['merchant'] {
  const { share, box } = likenessOfName(words, name)
  if (isRecognised(share)) return { verdict: 'fits', read: name, ...(box && { box }) }
  if (merchant && named) return { ...as('differs', { ...merchant, value: named.name }), id: named.id }
  const clear = merchant && merchant.confidence >= CERTAIN.merchant && share < STRANGE
  return clear ? as('differs', merchant) : { verdict: 'not_found' }
}

function as<T>(verdict: 'fits' | 'differs', { value, box }: Found<T>): Compared<T> {
  return { verdict, read: value, box }
}

function surest<T>(found: Found<T>[], value: T): Found<T> | undefined {
  return found.filter((one) => one.value === value).toSorted((one, other) => other.confidence - one.confidence)[0]
}
