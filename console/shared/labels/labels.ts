import { type Role, role } from '@stampus/contract/console/operators'
import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { ReviewItem, showQueue } from '@stampus/contract/console/review'
import type { RewardFilterState } from '@stampus/contract/console/rewards'
import type { DisagreementOutcome } from '@stampus/contract/console/spotChecks'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import type { Status } from '@stampus/contract/submissions'
import type { States } from '../components/Badge.tsx'
import words from './labels.json'

export const roleLabels: Record<Role, string> = words.roles
export const roleOptions = role.options.map((value) => ({ value, name: words.roleOptions[value] }))

/** Of a fact that was filled in from the photo. */
export const notTyped = 'Read from the photo, not typed'

export const statusLabels: Record<ReceiptStatus, string> = words.receiptStatuses

/** What a reversal does with the receipt, such as "Reversal that rejects receipt 7". */
export const reversalLabels: Record<Status, string> = words.reversals

export const closureLabels: Record<DisagreementOutcome, string> = words.closures

export function receiptTitle({ id, merchant }: Pick<ReviewItem, 'id' | 'merchant'>): string {
  return `Receipt ${id} from ${merchant.name}`
}

export function stateNames(states: States<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(states).map(([state, { name }]) => [state, name]))
}

/** A reward is recalled if it has ended and its vouchers were voided. */
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

const counted = (one: string) => (count: number) => `${count} ${one}${count === 1 ? '' : 's'}`
export const vouchersText = counted('voucher')
export const receiptsText = counted('receipt')

/** A number of stamps; a balance may be negative and then has a minus sign in place of a hyphen. */
export const stampNumber = (count: number) => (count < 0 ? `−${-count}` : String(count))
export const stampsText = (count: number) => `${stampNumber(count)} stamp${Math.abs(count) === 1 ? '' : 's'}`

/** A change of a balance, such as "+5" or "−14". */
export const stampChange = (count: number) => (count > 0 ? `+${count}` : stampNumber(count))

/** A count that the server stops counting at QUEUE_COUNT_MAX. */
export const limitedCount = (count: number) => (count < QUEUE_COUNT_MAX ? String(count) : `${QUEUE_COUNT_MAX}+`)

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
