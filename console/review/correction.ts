import { dayIn } from '@stampus/contract/days'
import type { ReviewItem } from '@stampus/contract/review'
import { purchaseDateFault, receiptFacts } from '@stampus/contract/submissions'
import { settings } from '../app/settings.ts'
import type { Corrections } from './deskWork.ts'

/** The facts as the fields of the form hold them. */
export type FactsTyped = { merchant_id: string; invoice_number: string; purchase_date: string; purchase_amount: string }

/** What the member typed. */
export function typedFacts(item: ReviewItem): FactsTyped {
  return {
    merchant_id: String(item.merchant.id),
    invoice_number: item.invoice_no,
    purchase_date: item.purchase_date,
    purchase_amount: item.purchase_amount,
  }
}

/** The campus's day on which a receipt was sent; its rules are those of that day. */
function daySent({ created_at }: ReviewItem): string {
  return dayIn(settings.time_zone, new Date(created_at))
}

/** What is wrong with the facts, by the rules of the members' form; a date that was sent is right. */
export function factFaults(item: ReviewItem, facts: FactsTyped): { name: keyof FactsTyped; message: string }[] {
  const issues = receiptFacts.safeParse(facts).error?.issues ?? []
  const faults = issues.flatMap(({ path, message }) => {
    const name = names.find((known) => known === path[0])
    return name ? [{ name, message }] : []
  })
  const date = facts.purchase_date === item.purchase_date ? undefined : dateFault(item, facts.purchase_date)
  return [...faults, ...(date ? [{ name: 'purchase_date' as const, message: date }] : [])]
}

const names = ['merchant_id', 'invoice_number', 'purchase_date', 'purchase_amount'] as const

function dateFault(item: ReviewItem, day: string): string | undefined {
  return purchaseDateFault(day, { today: daySent(item), maxAgeDays: settings.max_receipt_age_days })
}

/** Those facts that are another than the member typed; undefined where there are none. */
export function correctionsOf(item: ReviewItem, facts: FactsTyped): Corrections | undefined {
  const typed = typedFacts(item)
  const sameAmount = Number(facts.purchase_amount) === Number(typed.purchase_amount)
  const changed = {
    ...(facts.merchant_id !== typed.merchant_id && { merchant_id: facts.merchant_id }),
    ...(facts.invoice_number.trim() !== typed.invoice_number && { invoice_number: facts.invoice_number.trim() }),
    ...(facts.purchase_date !== typed.purchase_date && { purchase_date: facts.purchase_date }),
    ...(!sameAmount && { purchase_amount: facts.purchase_amount.trim() }),
  }
  return Object.keys(changed).length > 0 ? changed : undefined
}
