import type { ReviewItem } from '@stampus/contract/console/review'
import { purchaseDateFault, receiptFacts } from '@stampus/contract/submissions'
import { dayIn, daysBetween } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { settings } from '../settings.ts'
import type { Corrections } from './deskWork.ts'

/** The facts as the fields of the form hold them. */
export type FactsTyped = { merchant_id: string; invoice_number: string; purchase_date: string; purchase_amount: string }

/** A receipt as its member typed it. */
export type TypedReceipt = Pick<
  ReviewItem,
  'merchant' | 'invoice_no' | 'purchase_date' | 'purchase_amount' | 'created_at'
>

/** What the member typed. */
export function typedFacts(item: TypedReceipt): FactsTyped {
  return {
    merchant_id: String(item.merchant.id),
    invoice_number: item.invoice_no,
    purchase_date: item.purchase_date,
    purchase_amount: item.purchase_amount,
  }
}

/** The campus's day on which a receipt was sent; its rules are those of that day. */
function daySent({ created_at }: TypedReceipt): string {
  return dayIn(settings.time_zone, new Date(created_at))
}

/** Whether a purchase of this day was older than receipts may be when the receipt was sent. */
export function wasTooOld(item: TypedReceipt, day: string): boolean {
  return daysBetween(day, daySent(item)) > settings.max_receipt_age_days
}

/** What is wrong with the facts, by the rules of the members' form; a date that was sent is right. */
export function factFaults(
  item: TypedReceipt,
  facts: FactsTyped,
  maxAgeDays = settings.max_receipt_age_days,
): { name: keyof FactsTyped; message: string }[] {
  const issues = receiptFacts.safeParse(facts).error?.issues ?? []
  const faults = issues.flatMap(({ path, message }) => {
    const name = names.find((known) => known === path[0])
    return name ? [{ name, message }] : []
  })
  const date = facts.purchase_date === item.purchase_date ? undefined : dateFault(item, facts.purchase_date, maxAgeDays)
  return [...faults, ...(date ? [{ name: 'purchase_date' as const, message: date }] : [])]
}

const names = ['merchant_id', 'invoice_number', 'purchase_date', 'purchase_amount'] as const

function dateFault(item: TypedReceipt, day: string, maxAgeDays: number): string | undefined {
  return purchaseDateFault(day, { today: daySent(item), maxAgeDays })
}

/** Those facts that are another than the member typed; undefined where there are none. */
export function correctionsOf(item: TypedReceipt, facts: FactsTyped): Corrections | undefined {
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

/** The same for a check, where leading zeros of the invoice number alone are no correction (D-42). */
export function checkCorrectionsOf(check: TypedReceipt, facts: FactsTyped): Corrections | undefined {
  const isSame = invoiceKey(facts.invoice_number.trim()) === invoiceKey(check.invoice_no)
  return correctionsOf(check, isSame ? { ...facts, invoice_number: check.invoice_no } : facts)
}
