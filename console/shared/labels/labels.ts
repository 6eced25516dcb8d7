import type { BulkWaiting } from '@stampus/contract/console/bulk'
import type { Role } from '@stampus/contract/console/operators'
import type { ReviewItem } from '@stampus/contract/console/review'
import type { SettlementOutcome } from '@stampus/contract/console/spotChecks'
import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import { stampsFor } from '@stampus/contract/stamps'
import { parseAmount } from '@stampus/contract/values/money'
import type { Corrections, Queue } from '../../features/review/desk/deskActions.ts'
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

/** How many wait, and what some of those wait for, in words. */
export function queueWords({ waiting, escalated, held, confirming }: Queue): string {
  const all = waiting === 1 ? '1 receipt waiting' : `${countWords(waiting)} receipts waiting`
  const parts = [
    escalated > 0 ? `${countWords(escalated)} escalated to managers` : '',
    held > 0 ? `${countWords(held)} open with other operators` : '',
    confirming > 0 ? `${countWords(confirming)} to be confirmed` : '',
  ].filter(Boolean)
  return parts.length === 0 ? all : `${all}, including ${inclusion.format(parts)}`
}

const inclusion = new Intl.ListFormat('en-GB')

/** A number that is counted no further than a limit. */
export function countWords(count: number): string {
  return count < QUEUE_COUNT_MAX ? String(count) : `${QUEUE_COUNT_MAX}+`
}

/** What the roles are called, and what they may do. */
export const roleNames: Record<Role, string> = { reviewer: 'Reviewer', manager: 'Manager' }

/** The roles to choose from. */
export const roleChoices = [
  { value: 'reviewer', name: 'Reviewer: desk and receipts' },
  { value: 'manager', name: 'Manager: everything' },
]

/** How a disagreement ended, in words. */
export const settlementNames: Record<SettlementOutcome, string> = {
  decision_kept: 'The decision is kept',
  check_right: 'The check was right',
}
