import type { ReviewItem } from '@stampus/contract/console/review'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { LinkButton } from '../../../shared/components/LinkButton.tsx'
import { readableTime } from '../../../shared/dates.ts'
import { Statement } from '../../../shared/receipts/ReceiptNotes.tsx'
import { CaseError, CaseSkeleton, EmptyQueue } from '../case/CaseView.tsx'
import { usePolling } from '../case/queue.ts'
import type { BlockedReceipt } from './deskActions.ts'
import type { ReviewDesk } from './useReviewDesk.ts'

/** The desk without a receipt: it is blocked, failed to open, is loading, or there is none. */
export function EmptyDesk({ desk }: { desk: ReviewDesk }) {
  const { isOpened, isBusy, error, blocked, failedId, retry } = desk
  if (blocked) return <BlockedDesk blocked={blocked} desk={desk} />
  if (error)
    return (
      <div className="grid gap-4">
        <Failure text={error} retry="Retry" isBusy={isBusy} onRetry={() => void retry()} />
        {failedId === undefined ? null : (
          <Button look="secondary" onClick={() => void desk.next()} className="justify-self-start">
            Open the next receipt
          </Button>
        )}
      </div>
    )
  if (!isOpened) return <CaseSkeleton label="Loading the next receipt" />
  return <EmptyQueue title="No receipts to review" text="New receipts appear here automatically." />
}

const RETRY_MS = 5000

type BlockedDeskProps = { blocked: BlockedReceipt; desk: ReviewDesk }

/** The requested receipt cannot be opened. The operator can watch it, or wait until its lease ends. */
function BlockedDesk({ blocked: { id, why, held }, desk }: BlockedDeskProps) {
  const [isWaiting, setWaiting] = useState(false)
  const sessionEnded = useSessionEnded()
  usePolling(isWaiting && !sessionEnded, RETRY_MS, () => void desk.open(id))
  return (
    <div className="grid max-w-2xl justify-items-start gap-4 py-6">
      <Notice kind="warning" role="status">
        {held ? (
          <>
            <p className="font-semibold wrap-anywhere">
              {held.operator} has receipt {id} open.
            </p>
            <p>
              {isWaiting
                ? "We'll open it here as soon as it's free."
                : `It will be free at ${readableTime(held.until)}, unless they keep working on it.`}
            </p>
          </>
        ) : (
          <p>{why}</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {held ? (
          <Button onClick={() => setWaiting(!isWaiting)}>{isWaiting ? 'Stop waiting' : "Open when it's free"}</Button>
        ) : null}
        <LinkButton to={`/submissions/${id}`}>View receipt</LinkButton>
        <Button look="secondary" onClick={() => void desk.next()}>
          Open the next receipt
        </Button>
      </div>
    </div>
  )
}

/** The last error, and a warning when the lease of the receipt is about to end. */
export function DeskNotices({ desk, isTaskOpen }: { desk: ReviewDesk; isTaskOpen: boolean }) {
  const { secondsLeft, error: leaseError } = desk.lease
  const error = isTaskOpen ? undefined : desk.error
  const isLost = secondsLeft === 0 && leaseError
  return (
    <>
      <CaseError error={error ?? leaseError} signals={error ? desk.unseenLookAlikes : []} />
      {secondsLeft === undefined || isLost ? null : (
        <Notice kind="warning">
          {secondsLeft > 0
            ? `Reserved for you for ${secondsLeft} s. Keep working to keep it.`
            : 'No longer reserved for you. Another reviewer may open it. Keep working to reserve it again.'}
        </Notice>
      )}
    </>
  )
}

const confirmationRules = {
  available: 'A second operator must confirm an approval of this amount.',
  nobody: 'No second operator can confirm. An approval takes effect at once and is marked as not countersigned.',
}

/** Whether a second operator must confirm an approval, was already asked to, or has declined. */
export function ConfirmationNote({ item: { confirmation, second_person } }: { item: ReviewItem }) {
  const rule = second_person && confirmationRules[second_person]
  if (!confirmation && !rule) return null
  const isWaiting = confirmation?.state === 'waiting'
  return (
    <div className="grid gap-1 rounded-control bg-tint px-3 py-2 text-small">
      {isWaiting ? (
        <p>
          Pending confirmation: {confirmation.asked_by} approved it on {readableTime(confirmation.asked_at)}.
        </p>
      ) : confirmation ? (
        <Statement
          head={`${confirmation.declined_by} declined the approval by ${confirmation.asked_by}`}
          at={confirmation.asked_at}
        >
          {confirmation.answer ?? ''}
        </Statement>
      ) : null}
      {rule && !isWaiting ? <p>{rule}</p> : null}
    </div>
  )
}
