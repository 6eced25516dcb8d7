import { isInside } from '../../platform/ocr/page.ts'
import { ownNumbers } from './facts/invoice-labels.ts'
import { areOfOneNumber, isSameNumber, placesOfInvoice } from './facts/invoices.ts'
import { isRecognised, likenessOfName, saysMore } from './facts/merchant-names.ts'
import type { CampusMerchant, Compared, Comparison, Found, OcrResult, Typed } from './ocr-result.ts'

const CERTAIN = { total: 0.5, date: 0.9, invoice: 0.8, merchant: 0.8 }
const STRANGE = 0.25

/**
 * What was typed of a receipt beside what its picture says, and which merchant of the campus is `named` there. Where the
 * picture is not clear, nothing is said to differ.
 */
export function compare(reading: OcrResult, typed: Typed, named?: CampusMerchant): Comparison {
  return {
    amount: compareAmount(reading, typed.amountSen),
    date: { ...compareDate(reading, typed.date), ...(reading.time && { time: reading.time.value }) },
    invoice: compareInvoice(reading, typed.invoice),
    merchant: compareMerchant(reading, typed, named),
  }
}

/** Only an amount that may be the total is a match; what else is printed on the paper never is. */
function compareAmount({ total, totals }: OcrResult, sen: number): Comparison['amount'] {
  const same = (totals ?? sureOf(total)).find(({ value }) => value === sen)
  if (same) return { ...as('fits', same), ...(total?.value === sen && { sure: true }) }
  return total && total.value !== sen ? as('differs', total) : { verdict: 'not_found' }
}

/** Readings of older releases hold one total, more or less sure. */
function sureOf(total: Found<number> | undefined): Found<number>[] {
  return total && total.confidence >= CERTAIN.total ? [total] : []
}

/** Where it is clear which date is the receipt's, no other date on the paper is a match. */
function compareDate({ date, dates }: OcrResult, day: string): Compared<string> {
  if (date?.value === day) return as('fits', date)
  const found = date && date.confidence >= CERTAIN.date ? undefined : surest(dates, day)
  if (found) return as('fits', found)
  return date ? as('differs', date) : { verdict: 'not_found' }
}

/** Where it is clear which number is the receipt's, no other number on the paper is a match. */
function compareInvoice({ invoice, words }: OcrResult, number: string): Compared<string> {
  const own = [...(invoice ? [invoice] : []), ...ownNumbers(words)]
  const same = own.find(({ value }) => isSameNumber(value, number))
  if (same) return { verdict: 'fits', read: number, box: same.box }
  const isClear = invoice && invoice.confidence >= CERTAIN.invoice
  const other = isClear && !own.some(({ value }) => areOfOneNumber(value, number)) ? invoice : undefined
  const places = placesOfInvoice(words, number)
  const box = places.find((place) => !other || isInside(place, other.box) || isInside(other.box, place))
  if (box) return { verdict: 'fits', read: number, box }
  return other ? as('differs', other) : { verdict: 'not_found' }
}

/** Another merchant that the picture names goes first: the typed name may be a part of it. */
function compareMerchant({ merchant, words }: OcrResult, typed: Typed, named?: CampusMerchant): Comparison['merchant'] {
  const { share, box } = likenessOfName(words, typed.merchant)
  const other = named && named.id !== typed.merchantId ? named : undefined
  const isOther = merchant && other && saysMore(merchant, other.name, typed.merchant)
  if (isRecognised(share) && !isOther) return { verdict: 'fits', read: typed.merchant, ...(box && { box }) }
  if (merchant && other) return { ...as('differs', { ...merchant, value: other.name }), id: other.id }
  const clear = merchant && merchant.confidence >= CERTAIN.merchant && share < STRANGE
  return clear ? as('differs', merchant) : { verdict: 'not_found' }
}

function as<T>(verdict: 'fits' | 'differs', { value, box }: Found<T>): Compared<T> {
  return { verdict, read: value, box }
}

function surest<T>(found: Found<T>[], value: T): Found<T> | undefined {
  return found.filter((one) => one.value === value).toSorted((one, other) => other.confidence - one.confidence)[0]
}
