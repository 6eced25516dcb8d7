import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { Notice } from '@stampus/ui/Notice'
import { readableTime } from '../../../shared/dates.ts'
import { LookAlikeList } from '../../../shared/receipts/LookAlikes.tsx'
import type { LeaseState } from './lease.ts'

type Props = { error: string | undefined; unseenLookAlikes: Signal[]; lease: LeaseState }

/** The last error, and a warning when the lease of the receipt is about to end. */
export function DeskNotices({ error, unseenLookAlikes, lease }: Props) {
  const { secondsLeft } = lease
  const text = error ?? lease.error
  const isLost = secondsLeft === 0 && lease.error
  return (
    <>
      {text ? (
        <Notice kind="error" role="alert">
          {text}
          {error ? <LookAlikeList signals={unseenLookAlikes} /> : null}
        </Notice>
      ) : null}
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

/** Whether a second operator must confirm an approval, was already asked to, or has declined. */
export function ConfirmationNote({ item: { confirmation, second_person } }: { item: ReviewItem }) {
  const text = second_person && confirmationRules[second_person]
  if (!confirmation && !text) return null
  return (
    <div className="grid gap-1 rounded-control bg-tint px-3 py-2 text-small">
      {confirmation ? <ConfirmationStateText {...confirmation} /> : null}
      {text && confirmation?.state !== 'waiting' ? <p>{text}</p> : null}
    </div>
  )
}

const confirmationRules = {
  available: 'A second operator must confirm an approval of this amount.',
  nobody: 'No second operator can confirm. An approval takes effect at once and is marked as not countersigned.',
}

function ConfirmationStateText({
  state,
  asked_by,
  asked_at,
  declined_by,
  answer,
}: NonNullable<ReviewItem['confirmation']>) {
  if (state === 'waiting')
    return (
      <p>
        Pending confirmation: {asked_by} approved it on {readableTime(asked_at)}.
      </p>
    )
  return (
    <>
      <p className="text-muted">
        {declined_by} declined the approval by {asked_by}, {readableTime(asked_at)}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
    </>
  )
}
