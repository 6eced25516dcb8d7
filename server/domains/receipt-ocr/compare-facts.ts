import { isInside } from '../../platform/ocr/page.ts'
import { findInvoiceNumbers } from './facts/invoice-numbers.ts'
import { isSameInvoiceNumber, locateInvoiceNumber, mayBeSameInvoiceNumber } from './facts/match-invoice-number.ts'
import { fitsBetter, isNameOf, locateMerchant, namesAnotherMerchant } from './facts/merchant-names.ts'
import type { ActiveMerchant, Compared, Comparison, Found, OcrResult, TypedFacts } from './ocr-result.ts'

const MIN_CONFIDENCE = { total: 0.5, date: 0.9, invoice: 0.8, merchant: 0.8 }
const MAX_NAME_SHARE = 0.25

/** A merchant whose name is on the picture. The id is null if two have names that fit equally well. */
export type NamedMerchant = Omit<ActiveMerchant, 'id'> & { id: number | null }

/** `named` is the merchant whose name is on the picture. A fact differs only if the picture is clear. */
export function compareWithPicture(result: OcrResult, typed: TypedFacts, named?: NamedMerchant): Comparison {
  return {
    amount: compareAmount(result, typed.amountSen),
    date: { ...compareDate(result, typed.date), ...(result.time && { time: result.time.value }) },
    invoice: compareInvoice(result, typed.invoice),
    merchant: compareMerchant(result, typed, named),
    ...(result.paper && { paper: result.paper }),
    ...(result.sums && { sums: result.sums }),
  }
}

/** Facts that OCR must confirm for bulk approval. The invoice number may be illegible; a different one is a signal. */
const CONFIRMED = ['amount', 'date', 'merchant'] as const

export function isConfirmed(comparison: Comparison): boolean {
  return CONFIRMED.every((fact) => comparison[fact].verdict === 'fits') && comparison.amount.sure === true
}

/** Only an amount that may be the total is a match, no other printed amount. */
function compareAmount({ total, totals }: OcrResult, sen: number): Comparison['amount'] {
  const same = (totals ?? totalIfSure(total)).find(({ value }) => value === sen)
  if (same) return { ...verdictOf('fits', same), ...(total?.value === sen && { sure: true }) }
  return total && total.value !== sen ? verdictOf('differs', total) : { verdict: 'not_found' }
}

/** Results of older releases have one total, more or less sure. */
function totalIfSure(total: Found<number> | undefined): Found<number>[] {
  return total && total.confidence >= MIN_CONFIDENCE.total ? [total] : []
}

/** If the date of the receipt is clear, no other printed date is a match. */
function compareDate({ date, dates }: OcrResult, day: string): Compared<string> {
  if (date?.value === day) return verdictOf('fits', date)
  const found = date && date.confidence >= MIN_CONFIDENCE.date ? undefined : mostConfident(dates, day)
  if (found) return verdictOf('fits', found)
  return date ? verdictOf('differs', date) : { verdict: 'not_found' }
}

/** If the invoice number is clear, no other printed number is a match. */
function compareInvoice({ invoice, words }: OcrResult, number: string): Compared<string> {
  const own = [...(invoice ? [invoice] : []), ...findInvoiceNumbers(words)]
  const same = own.find(({ value }) => isSameInvoiceNumber(value, number))
  if (same) return { verdict: 'fits', read: number, box: same.box }
  const isClear = invoice && invoice.confidence >= MIN_CONFIDENCE.invoice
  const other = isClear && !own.some(({ value }) => mayBeSameInvoiceNumber(value, number)) ? invoice : undefined
  const places = locateInvoiceNumber(words, number)
  const box = places.find((place) => !other || isInside(place, other.box) || isInside(other.box, place))
  if (box) return { verdict: 'fits', read: number, box }
  return other ? verdictOf('differs', other) : { verdict: 'not_found' }
}

/** Another merchant that fits better takes precedence: the typed name may be a part of its name, or nearly the same. */
function compareMerchant(
  { merchant, words }: OcrResult,
  typed: TypedFacts,
  named?: NamedMerchant,
): Comparison['merchant'] {
  const own = { name: typed.merchant, further_names: typed.furtherNames ?? [] }
  const { share, isRecognised, box } = locateMerchant(words, own)
  const other = named && named.id !== typed.merchantId ? named : undefined
  const isOther =
    merchant && other && (namesAnotherMerchant(merchant, other, own) || fitsBetter(merchant, words, other, own))
  if (isRecognised && !isOther) return { verdict: 'fits', read: typed.merchant, ...(box && { box }) }
  if (merchant && other) return { ...verdictOf('differs', { ...merchant, value: other.name }), id: other.id }
  const isUnlike = merchant && share < MAX_NAME_SHARE && !isNameOf(merchant, own)
  const clear = isUnlike && merchant.confidence >= MIN_CONFIDENCE.merchant
  return clear ? verdictOf('differs', merchant) : { verdict: 'not_found' }
}

function verdictOf<T>(verdict: 'fits' | 'differs', { value, box }: Found<T>): Compared<T> {
  return { verdict, read: value, box }
}

function mostConfident<T>(found: Found<T>[], value: T): Found<T> | undefined {
  return found.filter((one) => one.value === value).toSorted((one, other) => other.confidence - one.confidence)[0]
}
