import { type Submission, show } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Slip } from '@stampus/ui/Slip'
import { Waiting } from '@stampus/ui/Waiting'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { Title } from '../../../shared/components/Title.tsx'
import { mayChange } from '../../../shared/receipts/decisionNews.ts'
import { BackToHistory } from '../BackToHistory.tsx'
import { ReceiptPicture } from './ReceiptPicture.tsx'
import { SubmissionMissing } from './SubmissionMissing.tsx'
import { SubmissionSlip } from './SubmissionSlip.tsx'
import { Verdict } from './Verdict.tsx'

const LOOK_AGAIN_MS = 5_000

/** S-2.28: one receipt, what was made of it, and its picture. A pending one is asked for again until it is decided (D-46). */
export function SubmissionPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...q(show, { id }),
    refetchInterval: ({ state }) => (state.data && mayChange(state.data.data) ? LOOK_AGAIN_MS : false),
  })
  if (isMissing(query.error)) return <SubmissionMissing />
  return (
    <article>
      <BackToHistory />
      <Title className="mb-5 font-bold text-title">{words.submissionTitle}</Title>
      {query.data ? (
        <Details submission={query.data.data} onExpired={() => void query.refetch()} />
      ) : query.isPending ? (
        <DetailsWait />
      ) : (
        <Failure
          text={texts.submissionFailed}
          retry={words.retry}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </article>
  )
}

function Details({ submission, onExpired }: { submission: Submission; onExpired: () => void }) {
  // The stamp lands where the decision comes while the member is looking.
  const [before] = useState(submission.status)
  const landing = submission.status !== before
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SubmissionSlip submission={submission} landing={landing} />
        <Verdict submission={submission} />
      </div>
      <ReceiptPicture submission={submission} onExpired={onExpired} />
    </div>
  )
}

function DetailsWait() {
  return (
    <Waiting label={words.submissionWait} className="grid items-start gap-6 lg:grid-cols-2">
      <Slip className="grid gap-4 px-5 pt-5 pb-8">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
      </Slip>
      <Skeleton className="h-[75dvh] min-h-96 w-full rounded-sheet" />
    </Waiting>
  )
}
