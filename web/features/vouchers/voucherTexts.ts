import type { Voucher } from '@stampus/contract/rewards/vouchers'
import * as sentences from '#sentences'
import * as words from '#words'

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

/** Why a voucher ended, a manager's words, and whether its stamps come back. */
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

function stampsText({
  stamps,
  stamps_back,
  stamps_due,
}: Pick<Voucher, 'stamps' | 'stamps_back' | 'stamps_due'>): string {
  if (!stamps_back) return words.voucherNoStampsBack
  return stamps_due ? sentences.voucherStampsDue(stamps) : sentences.voucherStampsBack(stamps)
}
