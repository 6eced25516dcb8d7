import type { Role } from '@stampus/contract/console/operators'
import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { ReviewItem, showQueue } from '@stampus/contract/console/review'
import type { RewardFilterState } from '@stampus/contract/console/rewards'
import type { SettlementOutcome } from '@stampus/contract/console/spotChecks'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Status } from '@stampus/contract/submissions'
import type { States } from '../components/Badge.tsx'

export const roleLabels: Record<Role, string> = { reviewer: 'Reviewer', manager: 'Manager' }

/** The options of a field that chooses a role. */
export const roleOptions: { value: Role; name: string }[] = [
  { value: 'reviewer', name: 'Reviewer: desk and receipts' },
  { value: 'manager', name: 'Manager: everything' },
]

/** Of a fact that was filled in from the photo. */
export const notTyped = 'Read from the photo, not typed'

/** The statuses of a receipt. */
export const statusLabels: Record<ReceiptStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** What a reversal does with the receipt, such as "Reversal that rejects receipt 7". */
export const reversalLabels: Record<Status, string> = {
  approved: 'approves',
  rejected: 'rejects',
  pending: 'reopens',
}

/** The outcomes of a closed disagreement. */
export const settlementLabels: Record<SettlementOutcome, string> = {
  decision_kept: 'The decision was right',
  check_right: 'The spot check was right',
}

export function receiptTitle({ id, merchant }: Pick<ReviewItem, 'id' | 'merchant'>): string {
  return `Receipt ${id} from ${merchant.name}`
}

/** The names of states, by state. */
export function stateNames(states: States<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(states).map(([state, { name }]) => [state, name]))
}

/** The states of rewards; one is recalled that has ended and whose vouchers were voided. */
export const rewardStates: States<RewardFilterState> = {
  draft: { name: 'Draft', look: 'quiet' },
  published: { name: 'Published', look: 'good' },
  paused: { name: 'Paused', look: 'soon' },
  ended: { name: 'Ended', look: 'quiet' },
  recalled: { name: 'Recalled', look: 'quiet' },
}

export const voucherStates: States<VoucherState> = {
  ready: { name: 'Ready', look: 'soon' },
  used: { name: 'Used', look: 'good' },
  returned: { name: 'Returned', look: 'quiet' },
  expired: { name: 'Expired', look: 'quiet' },
  voided: { name: 'Voided', look: 'quiet' },
}

export function vouchersText(count: number): string {
  return count === 1 ? '1 voucher' : `${count} vouchers`
}

/** A number of stamps, with a minus sign in place of a hyphen if it is negative. */
export function stampNumber(count: number): string {
  return count < 0 ? `−${-count}` : String(count)
}

/** A change of a balance, such as "+5" or "−14". */
export function stampChange(count: number): string {
  return count > 0 ? `+${count}` : stampNumber(count)
}

/** A balance may be negative. */
export function stampsText(count: number): string {
  return Math.abs(count) === 1 ? `${stampNumber(count)} stamp` : `${stampNumber(count)} stamps`
}

export function receiptsText(count: number): string {
  return count === 1 ? '1 receipt' : `${count} receipts`
}

/** A count that the server stops counting at QUEUE_COUNT_MAX. */
export function limitedCount(count: number): string {
  return count < QUEUE_COUNT_MAX ? String(count) : `${QUEUE_COUNT_MAX}+`
}

const listFormat = new Intl.ListFormat('en-GB')

/** How many receipts wait, and how many of them are escalated, open elsewhere or waiting for a confirmation. */
export function queueText({ waiting, escalated, held, confirming }: AnswerOf<typeof showQueue>): string {
  const all = waiting === 1 ? '1 receipt pending' : `${limitedCount(waiting)} receipts pending`
  const parts = [
    escalated > 0 ? `${limitedCount(escalated)} escalated to managers` : '',
    held > 0 ? `${limitedCount(held)} open with other operators` : '',
    confirming > 0 ? `${limitedCount(confirming)} pending confirmation` : '',
  ].filter(Boolean)
  return parts.length === 0 ? all : `${all}, including ${listFormat.format(parts)}`
}

/** A label within a sentence. Names in it keep their capital letters. */
export const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
