import type { ComparedFact, Place } from '@stampus/contract/console/comparedFacts'
import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { parseAmount } from '@stampus/contract/values/money'
import { type FactsTyped, typedFacts } from './factCorrection.ts'

/** What a reviewer can take from the picture. */
const names = ['purchase_amount', 'purchase_date', 'invoice_number', 'merchant_id'] as const
export type ReadName = (typeof names)[number]

/** Where a fact stands on the picture, and whether it is what counts. */
export type Mark = { name: string; place: Place; fits: boolean }

/** A fact of the picture beside what counts now; `value` is what its field would hold, nothing where no field could. */
export type FactBeside = ComparedFact & { value: string | null }

/** A fact of the picture beside what the member typed, or what that was corrected to. */
export function besideNow(item: ReviewItem, facts: FactsTyped, name: ReadName): FactBeside | undefined {
  const fact = readOf(item, name)
  if (!fact || isSame(name, facts[name], typedFacts(item)[name])) return fact
  if (fact.value === null) return name === 'merchant_id' ? undefined : { ...fact, verdict: 'not_found' }
  return { ...fact, verdict: isSame(name, facts[name], fact.value) ? 'fits' : 'differs' }
}

/** A merchant is printed under a name, and taken where it is one of the campus. */
function readOf(item: ReviewItem, name: ReadName): FactBeside | undefined {
  const { reading } = item
  if (!reading) return undefined
  if (name !== 'merchant_id') return { ...reading[name], value: reading[name].read }
  const { merchant_id: id, ...fact } = reading.merchant
  if (fact.verdict === 'fits') return { ...fact, value: typedFacts(item)[name] }
  return { ...fact, value: id === null ? null : String(id) }
}

/** The facts with all that the picture says otherwise; undefined where it says nothing else. */
export function withRead(item: ReviewItem, facts: FactsTyped): FactsTyped | undefined {
  const others = names.flatMap((name) => {
    const { verdict, value = null } = besideNow(item, facts, name) ?? {}
    return verdict === 'differs' && value !== null ? [[name, value]] : []
  })
  return others.length > 0 ? { ...facts, ...Object.fromEntries(others) } : undefined
}

/** The places of the picture on which its facts stand. */
export function marksOf(item: ReviewItem, facts: FactsTyped): Mark[] {
  return names.flatMap((name) => {
    const fact = besideNow(item, facts, name)
    return fact?.place ? [{ name, place: fact.place, fits: fact.verdict === 'fits' }] : []
  })
}

const saidBeside: Partial<Record<Signal['kind'], ReadName>> = {
  amount_differs: 'purchase_amount',
  date_differs: 'purchase_date',
  invoice_differs: 'invoice_number',
  merchant_differs: 'merchant_id',
}

/** The signals without those that stand on the desk in full: facts read otherwise, each beside what was typed, and a reopening. */
export function signalsBeside(item: ReviewItem): Signal[] {
  return item.signals.filter(({ kind }) => {
    const name = saidBeside[kind]
    const fact = name && readOf(item, name)
    return kind !== 'reopened' && !(fact?.verdict === 'differs' && fact.read !== null)
  })
}

function isSame(name: ReadName, one: string, other: string): boolean {
  return name === 'purchase_amount' ? parseAmount(one) === parseAmount(other) : one.trim() === other
}
