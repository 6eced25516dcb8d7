import { type Submission, show } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { AskPart } from '../../../shared/components/AskPart.tsx'
import { BackLink } from '../../../shared/components/BackLink.tsx'
import { itemOf, MissingItem } from '../../../shared/components/Item.tsx'
import { QueryFailure } from '../../../shared/components/QueryFailure.tsx'
import { Slip } from '../../../shared/components/Slip.tsx'
import { Title } from '../../../shared/components/Title.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { isAppealWaiting, mayStillChange } from '../../../shared/receipts/decisionUpdates.ts'
import { AppealRecord } from '../appeal/AppealRecord.tsx'
import { AdminComments, Reversals, ReviewerCorrections, WhyRejected } from './DecisionNotes.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { SubmissionSlip } from './SubmissionSlip.tsx'
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
