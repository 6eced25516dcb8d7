import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { Notice } from '@stampus/ui/Notice'
import { readableTime } from '../../../shared/dates.ts'
import { LookAlikeList } from '../../../shared/receipts/LookAlikes.tsx'
import type { LeaseState } from './lease.ts'

type Props = { fault: string | undefined; unseenLookAlikes: Signal[]; lease: LeaseState }

/** What went wrong, and how long the receipt is still lease where the end is near. */
export function DeskNotices({ fault, unseenLookAlikes, lease }: Props) {
  const { left } = lease
  const said = fault ?? lease.fault
  const isLost = left === 0 && lease.fault
  return (
    <>
      {said ? (
        <Notice kind="error" role="alert">
          {said}
          {fault ? <LookAlikeList signals={unseenLookAlikes} /> : null}
        </Notice>
      ) : null}
      {left === undefined || isLost ? null : (
        <Notice kind="warning">
          {left > 0
            ? `Held for you for ${left} s more. Go on working and it stays yours.`
            : 'No longer held for you: another reviewer may take it. Go on working and it is yours again.'}
        </Notice>
      )}
    </>
  )
}

/** What a reviewer should know of the second operator: that one must confirm, is asked already, or has declined. */
export function ConfirmationNote({ item: { confirmation, second_person } }: { item: ReviewItem }) {
  const words = second_person && rules[second_person]
  if (!confirmation && !words) return null
  return (
    <div className="grid gap-1 rounded-control bg-tint px-3 py-2 text-small">
      {confirmation ? <ConfirmationStateText {...confirmation} /> : null}
      {words && confirmation?.state !== 'waiting' ? <p>{words}</p> : null}
    </div>
  )
}

const rules = {
  available: 'An approval of this amount takes effect when a second operator confirms it.',
  nobody: 'No second operator is here to confirm. An approval takes effect at once and is marked as not countersigned.',
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
        Waiting for confirmation: {asked_by} approved it on {readableTime(asked_at)}.
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
