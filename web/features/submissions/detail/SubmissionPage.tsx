import { type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { StatusMark } from '@stampus/ui/StatusMark'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { AskPart } from '../../../shared/components/AskPart.tsx'
import { BackLink } from '../../../shared/components/BackLink.tsx'
import { itemOf, MissingItem } from '../../../shared/components/Item.tsx'
import { Link } from '../../../shared/components/Link.tsx'
import { QueryFailure } from '../../../shared/components/QueryFailure.tsx'
import { Slip, SlipLine, SlipLines, SlipRule } from '../../../shared/components/Slip.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { MerchantLogo } from '../../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { isAppealWaiting, mayStillChange } from '../../../shared/receipts/decisionUpdates.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'
import { AppealRecord } from '../appeal/AppealRecord.tsx'
import { DecisionTimes } from '../DecisionTimes.tsx'
import { AdminComments, Reversals, ReviewerCorrections, WhyRejected } from './DecisionNotes.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { Timeline } from './Timeline.tsx'
import { Withdrawal } from './Withdrawal.tsx'

const REFETCH_MS = 5_000

/** One receipt with its decision and picture. Refetched while it may change. */
export function SubmissionPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...q(show, { id }),
    refetchInterval: ({ state }) => (state.data && mayStillChange(state.data.data) ? REFETCH_MS : false),
  })
  const item = itemOf(query)
  if (item.state === 'missing')
    return (
      <MissingItem icon={ReceiptText} title={words.submissionMissing} text={words.submissionMissingText} ways={ways} />
    )
  return (
    <article>
      <BackToHistory />
      <Title className="mb-5 font-bold text-title">{words.submissionTitle}</Title>
      {item.row ? <Details submission={item.row} onExpired={() => void query.refetch()} /> : null}
      {item.state === 'searching' ? <DetailsLoading /> : null}
      {item.state === 'failed' ? <QueryFailure text={texts.submissionFailed} query={query} /> : null}
    </article>
  )
}

function Details({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  // Animates the stamp if the decision arrives while the member is looking.
  const [before] = useState(submission.status)
  const isLanding = submission.status !== before
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SubmissionSlip submission={submission} isLanding={isLanding} />
        <DecisionAndNextSteps submission={submission} />
        <Timeline submission={submission} />
        {submission.status === 'pending' && submission.may_withdraw ? <Withdrawal submission={submission} /> : null}
        <AskPart about={askedOf(submission)} />
      </div>
      <ReceiptPicture submission={submission} onExpired={onExpired} />
    </div>
  )
}

function askedOf({ id, merchant, purchase_date, purchase_amount }: Submission) {
  return { kind: 'submission', id, name: merchant.name, purchase_date, purchase_amount } as const
}

function DetailsLoading() {
  return (
    <Loading label={words.submissionWait} className="grid items-start gap-6 lg:grid-cols-2">
      <Slip className="grid gap-4 px-5 pt-5 pb-8">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
      </Slip>
      <Skeleton className="h-[75dvh] min-h-96 w-full rounded-sheet" />
    </Loading>
  )
}

/** The decision, the appeal and the next steps. A waiting appeal comes first. */
function DecisionAndNextSteps({ submission }: { submission: Submission }) {
  const [appealed, setAppealed] = useState(false)
  const { status, appeal, corrections = [] } = submission
  const waits = isAppealWaiting(submission)
  const record = appeal ? <AppealRecord appeal={appeal} status={status} isJustSent={appealed && waits} /> : null
  return (
    <>
      {waits ? record : null}
      <Reversals submission={submission} />
      {status === 'rejected' ? <WhyRejected submission={submission} /> : null}
      {corrections.length > 0 ? <ReviewerCorrections corrections={corrections} /> : null}
      <AdminComments submission={submission} />
      {waits ? null : record}
      {status === 'rejected' ? <NextSteps submission={submission} onAppealed={() => setAppealed(true)} /> : null}
    </>
  )
}

/** Goes back to the position in the history if the member came from there, otherwise to its top. */
function BackToHistory() {
  const { state } = useLocation()
  return (
    <BackLink to={linkTo('submissions')} cameFrom={Boolean((state as { fromHistory?: boolean } | null)?.fromHistory)}>
      {words.submissionBack}
    </BackLink>
  )
}

/** Of a receipt that does not exist or belongs to another member. */
const ways = [{ to: linkTo('submissions'), label: words.submissionBack }]

/** The submission as a receipt slip: merchant, status and facts. */
function SubmissionSlip({ submission, isLanding }: { submission: Submission; isLanding: boolean }) {
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
