import type { VoucherEvent } from '@stampus/contract/console/vouchers'

export const eventLabels: Record<VoucherEvent['kind'], string> = {
  claimed: 'Claimed',
  used: "Handed over at the scheme's desk",
  unused: 'Hand-over taken back',
  returned: 'Given back',
  expired: 'Expired',
  voided: 'Voided',
  recalled: 'Voided, because the reward was recalled',
  below_zero: 'Voided, because a reversal took stamps that were spent',
}

/** Who caused an event: an operator, the member or the clock. */
export function actorOf({ kind, operator }: VoucherEvent, member: string): string {
  if (operator) return operator.name
  if (kind === 'claimed' || kind === 'returned') return member
  return kind === 'voided' ? 'The member deleted the account' : 'Automatic'
}
