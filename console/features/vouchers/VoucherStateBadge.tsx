import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { voucherStates } from '../../shared/labels/labels.ts'

/** The state of a voucher as a word. */
export function VoucherStateBadge({ state }: { state: VoucherState }) {
  return <StateBadge {...voucherStates[state]} />
}
