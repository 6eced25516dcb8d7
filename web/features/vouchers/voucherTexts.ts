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

/** Why a voucher ended, a manager's words, and whether its stamps came back. */
export function whyEnded({ state, voided_by, reason, stamps, stamps_back }: Voucher): string[] {
  const causes = {
    ready: undefined,
    used: undefined,
    returned: words.voucherReturnedText,
    expired: words.voucherExpiredText,
    voided: voided_by === null ? undefined : voidedBy[voided_by],
  }
  const back = stamps_back ? sentences.voucherStampsBack(stamps) : words.voucherNoStampsBack
  return [causes[state], reason, state === 'ready' || state === 'used' ? undefined : back].filter(
    (text): text is string => Boolean(text),
  )
}
