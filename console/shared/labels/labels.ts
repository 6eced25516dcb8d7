import type { BulkWaiting } from '@stampus/contract/console/bulk'
import type { ReviewItem } from '@stampus/contract/console/review'
import { stampsFor } from '@stampus/contract/stamps'
import { parseAmount } from '@stampus/contract/values/money'
import type { Corrections } from '../receipts/deskWork.ts'
import { settings } from '../settings.ts'

/** What a receipt is called on the desk. */
export function nameOf({ id, merchant }: Pick<ReviewItem, 'id' | 'merchant'>): string {
  return `Receipt ${id} from ${merchant.name}`
}

/** What an approval would add, of the corrected amount where there is one, in words. */
export function addsWords(item: ReviewItem, corrections: Corrections | undefined): string {
  if (!corrections) return stampsWords(item.stamps_on_approval)
  const amount = parseAmount(String(corrections.purchase_amount ?? item.purchase_amount)) ?? 0
  return `as corrected, ${stampsWords(stampsFor(amount, settings))}`
}

/** A number of stamps, in words. */
export function stampsWords(stamps: number): string {
  return stamps === 1 ? '1 stamp' : `${stamps} stamps`
}

/** Those among the receipts without a signal whose pictures say all that was typed, in words. */
export function fittingWords(count: number): string {
  return count === 1 ? 'the 1 that its picture confirms' : `the ${count} that their pictures confirm`
}

/** A number of receipts, in words. */
export function receiptsWords(count: number): string {
  return count === 1 ? '1 receipt' : `${count} receipts`
}

/** Why waiting receipts cannot be approved together, each reason with its number, in words. */
export function othersWords({ unread, unreadable, unconfirmed, flagged }: BulkWaiting): string[] {
  const parts: [number, string][] = [
    [unread, 'not read yet'],
    [flagged, 'with a signal'],
    [unconfirmed, 'with an amount, date or merchant not found on the picture'],
    [unreadable, 'with a picture that could not be read or compared'],
  ]
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : []))
}
