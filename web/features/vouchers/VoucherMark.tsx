import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { CircleX, Hourglass, Stamp, Ticket, Undo2 } from 'lucide-react'
import { stateNames } from './voucherTexts.ts'

const marks = {
  ready: { icon: Ticket, look: 'text-blue' },
  used: {
    icon: Stamp,
    look: '-rotate-3 rounded-control border-3 border-double border-approved px-2 py-0.5 text-approved uppercase tracking-wide',
  },
  returned: { icon: Undo2, look: 'text-muted' },
  expired: { icon: Hourglass, look: 'text-muted' },
  voided: { icon: CircleX, look: 'text-rejected' },
} as const

/** The state of a voucher: always a word and an icon beside the colour. */
export function VoucherMark({ state, size = 'small' }: { state: VoucherState; size?: 'small' | 'large' }) {
  const { icon: Icon, look } = marks[state]
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-bold ${size === 'large' ? 'text-title' : 'text-small'} ${look}`}
    >
      <Icon aria-hidden="true" className={size === 'large' ? 'size-8' : 'size-4'} />
      {stateNames[state]}
    </span>
  )
}
