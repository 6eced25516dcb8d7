import { type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { StatusMark } from '@stampus/ui/StatusMark'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, ReceiptText } from 'lucide-react'
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
import { fullTime, readableDay, readableDayTime } from '../../../shared/dates.ts'
import { MerchantLogo } from '../../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { isAppealWaiting, mayStillChange } from '../../../shared/receipts/decisionUpdates.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'
import { settings } from '../../../shared/settings.ts'
import { DecisionTimes } from '../DecisionTimes.tsx'
import { AdminComments, AppealRecord, Reversals, ReviewerCorrections, WhyRejected } from './DecisionNotes.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { Withdrawal } from './Withdrawal.tsx'

const REFETCH_MS = 5_000

export function SubmissionPage() {
  const { id = '' } = useParams()
  const state: { fromHistory?: boolean } | null = useLocation().state
  const query = useQuery({
    ...q(show, { id }),
    refetchInterval: ({ state: { data } }) => (data && mayStillChange(data.data) ? REFETCH_MS : false),
  })
  const item = itemOf(query)
  if (item.state === 'missing')
    return (
      <MissingItem
        icon={ReceiptText}
        title={words.submissionMissing}
        text={words.submissionMissingText}
        ways={[[linkTo('submissions'), words.submissionBack]]}
      />
    )
  return (
    <article>
      <BackLink to={linkTo('submissions')} cameFrom={Boolean(state?.fromHistory)}>
        {words.submissionBack}
      </BackLink>
      <Title className="mb-5 font-bold text-title">{words.submissionTitle}</Title>
      {item.row ? <Details submission={item.row} onExpired={() => void query.refetch()} /> : null}
      {item.state === 'searching' ? <DetailsLoading /> : null}
      {item.state === 'failed' ? <QueryFailure text={texts.submissionFailed} query={query} /> : null}
    </article>
  )
}

function Details({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  const { id, merchant, purchase_date, purchase_amount } = submission
  // Animates the stamp if the decision arrives while the member is looking.
  const [before] = useState(submission.status)
  const isLanding = submission.status !== before
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SubmissionSlip submission={submission} isLanding={isLanding} />
        <DecisionAndNextSteps submission={submission} />
        <Timeline submission={submission} />
        {submission.status === 'pending' && submission.may_withdraw ? <Withdrawal id={id} /> : null}
        <AskPart about={{ kind: 'submission', name: merchant.name, id, purchase_date, purchase_amount }} />
      </div>
      <ReceiptPicture submission={submission} onExpired={onExpired} />
    </div>
  )
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

function SubmissionSlip({ submission, isLanding }: { submission: Submission; isLanding: boolean }) {
  const { merchant, status, corrects } = submission
  const stamps = status === 'approved' ? submission.stamps : undefined
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
        {stamps !== undefined ? (
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
        {stamps !== undefined ? (
          <SlipLine name={words.submissionStamps} isStrong>
            {stamps}
          </SlipLine>
        ) : null}
      </SlipLines>
    </Slip>
  )
}

/** What happened to a receipt, oldest first. The last step of a pending one has no time yet. */
export function Timeline({ submission }: { submission: Submission }) {
  return (
    <section aria-labelledby="timeline" className="rounded-sheet border border-line px-[min(1.25rem,6.25vw)] py-4">
      <h2 id="timeline" className="mb-3 font-semibold">
        {words.timelineTitle}
      </h2>
      <ol className="grid gap-3">
        {listSteps(submission).map(({ what, at }) => (
          <li key={`${at} ${what}`} className="flex items-start gap-2.5">
            {at ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
            ) : (
              <CircleDashed aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
            )}
            <span className="grid min-w-0">
              <span className={at ? '' : 'font-semibold'}>{what}</span>
              {at ? (
                <time dateTime={at} title={fullTime(new Date(at))} className="text-small text-muted tabular-nums">
                  {readableDayTime(new Date(at))}
                </time>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function listSteps(submission: Submission): { what: string; at?: string }[] {
  const { status, stamps, created_at, decided_at, corrects, reversals = [], appeal } = submission
  const answer = appeal?.outcome === 'kept' ? words.timelineAppealKept : words.timelineAppealReopened
  const earned = status === 'approved' && stamps !== undefined ? `, ${sentences.submissionStampsEarned(stamps)}` : ''
  const decision = `${statusLabel(status)}${earned}`
  const past = [
    ...reversals.flatMap((reversal) => [
      { what: statusLabel(reversal.was), at: reversal.decided_at },
      ...(reversal.status === 'pending' ? [{ what: words.timelineReopened, at: reversal.created_at }] : []),
    ]),
    ...(appeal ? [{ what: words.timelineAppealed, at: appeal.created_at }] : []),
    ...(appeal?.answered_at ? [{ what: answer, at: appeal.answered_at }] : []),
    ...(decided_at ? [{ what: decision, at: decided_at }] : []),
  ]
  const sent = { what: corrects ? words.timelineCorrectionSent : words.timelineSent, at: created_at }
  const now = status === 'pending' ? [{ what: words.timelineChecking }] : []
  return [...[sent].filter(isReadable), ...past.filter(isReadable).sort(byTime), ...now]
}

const isReadable = ({ at }: { at: string }) => !Number.isNaN(Date.parse(at))
const byTime = (one: { at: string }, other: { at: string }) => Date.parse(one.at) - Date.parse(other.at)
