import type { Voucher } from '@stampus/contract/rewards/vouchers'
import { buttonClass } from '@stampus/ui/Button'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { readableDayTime } from '../../shared/dates.ts'
import { linkTo } from '../../shared/paths.ts'
import { VoucherMark } from './VoucherMark.tsx'
import { VoucherSlip } from './VoucherSlip.tsx'
import { whyEnded } from './voucherTexts.ts'

/** A voucher that was returned, has expired or was cancelled: why, and what happened to its stamps. */
export function EndedVoucher({ voucher }: { voucher: Voucher }) {
  return (
    <div className="grid gap-5">
      <VoucherSlip voucher={voucher}>
        <div role="status" className="grid min-h-44 content-center justify-items-center gap-2 text-center">
          <VoucherMark state={voucher.state} size="large" />
          <EndTime voucher={voucher} />
          {whyEnded(voucher).map((text) => (
            <p key={text} className="whitespace-pre-line text-balance">
              {text}
            </p>
          ))}
        </div>
      </VoucherSlip>
      <Link to={linkTo('rewards')} className={buttonClass('secondary', 'justify-self-start')}>
        {words.rewardsSeeAll}
      </Link>
    </div>
  )
}

/** Not of one that has expired: its last day says it. */
function EndTime({ voucher: { state, ended_at } }: { voucher: Voucher }) {
  if (!ended_at || state === 'expired') return null
  return (
    <time dateTime={ended_at} className="text-muted text-small">
      {readableDayTime(new Date(ended_at))}
    </time>
  )
}
