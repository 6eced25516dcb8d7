import type { Voucher, VoucherState } from '@stampus/contract/rewards/vouchers'
import { dayIn } from '@stampus/contract/values/days'
import { CircleX, Hourglass, Stamp, Ticket, Undo2 } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import { readableDay, readableTime } from '../../shared/dates.ts'
import { placeOf } from '../../shared/rewards/rewards.ts'
import { settings } from '../../shared/settings.ts'

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

export const stateNames: Record<Voucher['state'], string> = {
  ready: words.voucherReady,
  used: words.voucherUsed,
  returned: words.voucherReturned,
  expired: words.voucherExpired,
  voided: words.voucherVoided,
}

const voidedBy = {
  recall: words.voucherRecalled,
  manager: words.voucherByManager,
  reversal: words.voucherByReversal,
}

export function usedText(voucher: Voucher, now: Date): string {
  const at = new Date(voucher.ended_at ?? '')
  const time = readableTime(at, at)
  const isToday = dayIn(settings.time_zone, at) === dayIn(settings.time_zone, now)
  const place = placeOf(voucher)
  return isToday ? sentences.voucherUsedAt(time, place) : sentences.voucherUsedOn(readableDay(at), time, place)
}

export function whyEnded({ state, voided_by, reason, ...voucher }: Voucher): string[] {
  const causes = {
    ready: undefined,
    used: undefined,
    returned: words.voucherReturnedText,
    expired: words.voucherExpiredText,
    voided: voided_by === null ? undefined : voidedBy[voided_by],
  }
  const back = state === 'ready' || state === 'used' ? undefined : stampsText(voucher)
  return [causes[state], reason, back].filter((text): text is string => Boolean(text))
}

function stampsText({ stamps, stamps_back, stamps_due }: Omit<Voucher, 'state' | 'voided_by' | 'reason'>): string {
  if (!stamps_back) return words.voucherNoStampsBack
  return stamps_due ? sentences.voucherStampsDue(stamps) : sentences.voucherStampsBack(stamps)
}
