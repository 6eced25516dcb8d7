import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { voucherStateLabels } from '../../shared/labels/labels.ts'

const looks = { ready: 'soon', used: 'good', returned: 'quiet', expired: 'quiet', voided: 'quiet' } as const

/** The state of a voucher as a word. */
export function VoucherStateBadge({ state }: { state: VoucherState }) {
  return <StateBadge look={looks[state]}>{voucherStateLabels[state]}</StateBadge>
}
