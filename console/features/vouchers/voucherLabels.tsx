import type { VoucherEvent } from '@stampus/contract/console/vouchers'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { voucherStates } from '../../shared/labels/labels.ts'

const eventLabels: Record<Exclude<VoucherEvent['kind'], 'used'>, string> = {
  claimed: 'Claimed',
  unused: 'Hand-over taken back',
  returned: 'Given back',
  expired: 'Expired',
  voided: 'Voided',
  recalled: 'Voided, because the reward was recalled',
  below_zero: 'Voided, because a reversal took stamps that were spent',
}

const wayLabels: Record<NonNullable<VoucherEvent['way']>, string> = {
  desk: `Handed over at the ${desk}`,
  counter: "Handed over at the merchant's counter",
  offline: 'Handed over without a network at the counter, with the code that the member typed',
  late: 'Handed over without a network, and entered later',
}

export function labelOf({ kind, way }: VoucherEvent): string {
  return kind === 'used' ? wayLabels[way ?? 'desk'] : eventLabels[kind]
}

/** Who caused an event: an operator, a cashier on a phone, the member or the clock. */
export function actorOf({ kind, operator, cashier, phone }: VoucherEvent, member: string): string {
  if (operator) return operator.name
  if (phone) return cashier ? `${cashier}, on ${phone}` : `${member}, with the code of ${phone}`
  if (kind === 'claimed' || kind === 'returned') return member
  return kind === 'voided' ? 'The member deleted the account' : 'Automatic'
}

/** The paths of the calls whose answers change with a voucher. */
export const changedByVouchers = ['/console/vouchers', '/console/rewards', '/console/members']

export const VoucherStateBadge = ({ state }: { state: VoucherState }) => <StateBadge {...voucherStates[state]} />
