import type { ComparedFact, Signal } from '@stampus/contract/console/evidence'
import type { decide, ReviewItem } from '@stampus/contract/console/review'
import type { InputOf } from '@stampus/contract/endpoint'
import type { Place } from '@stampus/contract/fields'
import { purchaseDateError, receiptFacts } from '@stampus/contract/submissions'
import { dayIn, daysBetween } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { parseAmount } from '@stampus/contract/values/typedAmounts'
import { settings } from '../settings.ts'

export type Corrections = NonNullable<InputOf<typeof decide>['corrections']>

/** The facts as form fields hold them. */
export type FactValues = Record<FactName, string>

export type TypedReceipt = Pick<
  ReviewItem,
  'merchant' | 'invoice_no' | 'purchase_date' | 'purchase_amount' | 'created_at'
>

export function typedFacts(item: TypedReceipt): FactValues {
  return {
    merchant_id: String(item.merchant.id),
    invoice_number: item.invoice_no,
    purchase_date: item.purchase_date,
    purchase_amount: item.purchase_amount,
  }
}

/** The day, in the campus's time zone, on which the receipt was sent. Rules about dates refer to that day. */
function sentDay({ created_at }: TypedReceipt): string {
  return dayIn(settings.time_zone, new Date(created_at))
}

export function isTooOld(item: TypedReceipt, day: string): boolean {
  return daysBetween(day, sentDay(item)) > settings.max_receipt_age_days
}

const factNames = ['purchase_amount', 'purchase_date', 'invoice_number', 'merchant_id'] as const
export type FactName = (typeof factNames)[number]

/** The errors of the facts by the rules of the members' form. An unchanged date is always valid. */
export function validateFacts(item: TypedReceipt, facts: FactValues, maxAgeDays = settings.max_receipt_age_days) {
  const issues = receiptFacts.safeParse(facts).error?.issues ?? []
  const errors = issues.flatMap(({ path, message }) => {
    const name = factNames.find((known) => known === path[0])
    return name ? [{ name, message }] : []
  })
  const { purchase_date: day } = facts
  const message = day !== item.purchase_date && purchaseDateError(day, { today: sentDay(item), maxAgeDays })
  return message ? [...errors, { name: 'purchase_date' as const, message }] : errors
}

/** The facts that differ from the typed ones; undefined without a difference. */
export function findCorrections(item: TypedReceipt, facts: FactValues): Corrections | undefined {
  const typed = typedFacts(item)
  const changed = factNames.filter((name) => !isSame(name, facts[name], typed[name]))
  return changed.length > 0 ? Object.fromEntries(changed.map((name) => [name, facts[name].trim()])) : undefined
}

/** The same for a spot check, which ignores leading zeros of the invoice number. */
export function findSpotCheckCorrections(check: TypedReceipt, facts: FactValues): Corrections | undefined {
  const isSame = invoiceKey(facts.invoice_number.trim()) === invoiceKey(check.invoice_no)
  return findCorrections(check, isSame ? { ...facts, invoice_number: check.invoice_no } : facts)
}

export type FactFrame = { name: string; place: Place; verdict: ComparedFact['verdict'] }

/** An OCR fact compared with the current value. `value` is the field's value, or null if OCR has none. */
export type OcrFact = ComparedFact & { value: string | null }

/** Compares an OCR fact with the sent value or its correction, which a reviewer has typed. */
export function compareFact(item: ReviewItem, facts: FactValues, name: FactName): OcrFact | undefined {
  const fact = findOcrFact(item, name)
  if (!fact || isSame(name, facts[name], typedFacts(item)[name])) return fact
  const typed = { ...fact, filled_in: false }
  if (fact.value === null) return name === 'merchant_id' ? undefined : { ...typed, verdict: 'not_found' }
  return { ...typed, verdict: isSame(name, facts[name], fact.value) ? 'fits' : 'differs' }
}

/** OCR reads a merchant's name; its value is the id of the matching merchant. */
function findOcrFact(item: ReviewItem, name: FactName): OcrFact | undefined {
  const { reading } = item
  if (!reading) return undefined
  if (name !== 'merchant_id') return { ...reading[name], value: reading[name].read }
  const { merchant_id: id, ...fact } = reading.merchant
  if (fact.verdict === 'fits' || fact.verdict === 'filled_in') return { ...fact, value: typedFacts(item)[name] }
  return { ...fact, value: id === null ? null : String(id) }
}

/** The facts with all differing OCR values; undefined if none differs. */
export function applyOcr(item: ReviewItem, facts: FactValues): FactValues | undefined {
  const differing = factNames.flatMap((name) => {
    const { verdict, value = null } = compareFact(item, facts, name) ?? {}
    return verdict === 'differs' && value !== null ? [[name, value]] : []
  })
  return differing.length > 0 ? { ...facts, ...Object.fromEntries(differing) } : undefined
}

export function factFrames(item: ReviewItem, facts: FactValues): FactFrame[] {
  return factNames.flatMap((name) => {
    const fact = compareFact(item, facts, name)
    return fact?.place ? [{ name, place: fact.place, verdict: fact.verdict }] : []
  })
}

/** The fact that a signal is about, in the order in which the desk asks. */
export const factOfSignal: Partial<Record<Signal['kind'], FactName>> = {
  amount_differs: 'purchase_amount',
  merchant_differs: 'merchant_id',
  date_differs: 'purchase_date',
  invoice_differs: 'invoice_number',
}

/** The signals without those that the desk shows elsewhere: facts that differ from OCR, and a reopening. */
export function signalsWithoutFacts(item: ReviewItem): Signal[] {
  return item.signals.filter(({ kind }) => {
    const name = factOfSignal[kind]
    const fact = name && findOcrFact(item, name)
    return kind !== 'reopened' && !(fact?.verdict === 'differs' && fact.read !== null)
  })
}

function isSame(name: FactName, one: string, other: string): boolean {
  return name === 'purchase_amount' ? parseAmount(one) === parseAmount(other) : one.trim() === other
}
