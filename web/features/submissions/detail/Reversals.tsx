import type { Reversal, Status, Submission } from '@stampus/contract/submissions'
import * as sentences from '#sentences'
import * as words from '#words'
import { When } from '../../../shared/components/When.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { statusWord } from '../../../shared/receipts/statusWord.ts'

const outcomes: Record<Status, string> = {
  pending: words.submissionReversalToPending,
  approved: words.submissionReversalToApproved,
  rejected: words.submissionReversalToRejected,
}

/** What was decided before a manager changed it (D-45); the reason where it does not stand elsewhere on the page. */
export function Reversals({ submission }: { submission: Submission }) {
  const { reversals = [], rejection_reason, admin_notes, appeal } = submission
  if (reversals.length === 0) return null
  const told = [rejection_reason, admin_notes, appeal?.answer]
  return (
    <section className="grid gap-2 rounded-sheet border border-line px-5 py-4">
      <h2 className="font-semibold">{words.submissionReversed}</h2>
      <ol className="grid gap-3">
        {reversals.map((reversal) => (
          <li key={reversal.created_at}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p>{inWords(reversal)}</p>
              <When at={reversal.created_at} className="text-small text-muted" />
            </div>
            {told.includes(reversal.reason) ? null : (
              <p className="whitespace-pre-line">{sentences.submissionReversalReason(reversal.reason)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function inWords({ was, decided_at, status }: Reversal): string {
  return sentences.submissionReversal(statusWord(was), readableDay(new Date(decided_at)), outcomes[status])
}
