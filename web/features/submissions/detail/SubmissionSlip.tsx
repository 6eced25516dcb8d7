import type { Submission } from '@stampus/contract/submissions'
import { formatAmount } from '@stampus/contract/values/money'
import { StatusMark } from '@stampus/ui/StatusMark'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { Slip, SlipLine, SlipLines, SlipRule } from '../../../shared/components/Slip.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { MerchantLogo } from '../../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'
import { DecisionTimes } from '../DecisionTimes.tsx'

/** The submission as a receipt slip: merchant, status and facts. */
export function SubmissionSlip({ submission, isLanding }: { submission: Submission; isLanding: boolean }) {
  const { merchant, status, stamps, corrects } = submission
  return (
    <Slip>
      <header className="flex flex-wrap items-center gap-4">
        <MerchantLogo
          merchant={{
            merchant_logo_url: submission.merchant_logo_url,
            merchant_logo_placeholder_image_url: submission.merchant_logo_image_placeholder_url,
          }}
        />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="font-bold text-lead">{merchant.name}</h2>
          <p className="text-small text-muted">{merchant.address}</p>
        </div>
      </header>
      <div role="status" className="grid min-h-20 place-items-center gap-2 pt-5">
        {status === 'approved' && stamps !== undefined ? (
          <p className="text-center font-bold text-title tabular-nums">{sentences.submissionStampsEarned(stamps)}</p>
        ) : null}
        <StatusMark status={status} word={statusLabel(status)} size="large" isLanding={isLanding} />
        {status === 'pending' ? (
          <div className="grid max-w-sm gap-2 text-pretty text-center text-small text-muted">
            <p>{words.submissionWhilePending}</p>
            <DecisionTimes />
          </div>
        ) : null}
      </div>
      <SlipRule />
      <SlipLines>
        <SlipLine name={words.submissionAmount} isStrong>
          {formatAmount(submission.purchase_amount, settings.currency)}
        </SlipLine>
        <SlipLine name={words.submissionPurchaseDate}>{readableDay(submission.purchase_date)}</SlipLine>
        <SlipLine name={words.submissionInvoiceNumber}>{submission.invoice_no}</SlipLine>
        {corrects ? (
          <SlipLine name={words.submissionCorrects}>
            <Link
              to={linkTo('submission', { id: corrects })}
              className="-my-2.5 inline-flex min-h-11 items-center text-blue underline underline-offset-4"
            >
              {words.submissionSeeEarlier}
            </Link>
          </SlipLine>
        ) : null}
        {status === 'approved' && stamps !== undefined ? (
          <SlipLine name={words.submissionStamps} isStrong>
            {stamps}
          </SlipLine>
        ) : null}
      </SlipLines>
    </Slip>
  )
}
