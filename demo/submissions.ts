import type { Role } from '@stampus/contract/console/operators'
import type { Photograph } from './receipts/receipt-drawing.ts'
import type { ReceiptItem } from './receipts/receipt-lines.ts'

/** What became of a demo submission. */
type DemoOutcome =
  | { status: 'pending' }
  | (DemoDecision & { status: 'approved' })
  | (DemoDecision & { status: 'rejected'; reason: string; appeal?: DemoAppeal })

/** Decided by the reviewer unless `by` says otherwise. Hours count from the submission. */
type DemoDecision = { decidedAfterHours: number; by?: Role; notes?: string; spotCheck?: DemoSpotCheck }

/** The other operator has not looked yet, or would have approved. */
type DemoSpotCheck = 'waits' | 'approves'

/** Hours count from the submission, too. */
type DemoAppeal = { message: string; madeAfterHours: number }

/** A receipt as a member sent it. `items` is what the receipt shows; `amountSen` is what the member typed. */
export type DemoSubmission = {
  merchant: string
  /** The merchant whose receipt the picture shows, where it is another one. */
  receiptOf?: string
  /** The picture was taken with an unsteady hand. */
  blurred?: true
  daysAgo: number
  /** Printed time of purchase, `HH:MM`. */
  time: string
  submittedAfterMinutes: number
  invoice: string
  items: readonly ReceiptItem[]
  amountSen: number
  outcome: DemoOutcome
}

type Shops = Readonly<Record<string, { name: string; address: string }>>

/** What the till printed as the total, in sen. */
export function printedTotal(items: readonly ReceiptItem[]): number {
  return items.reduce((sum, item) => sum + item.qty * item.sen, 0)
}

/** The photograph of a submission for a purchase on `date` (`YYYY-MM-DD`). Undefined where `shops` lacks the merchant. */
export function photographOf(submission: DemoSubmission, date: string, shops: Shops): Photograph | undefined {
  const { merchant, receiptOf = merchant, blurred = false, invoice, time, items } = submission
  const shop = shops[receiptOf]
  if (!shop) return undefined
  const { name, address } = shop
  return { merchant: name, address, invoice, date, time, items, totalSen: printedTotal(items), blurred }
}
