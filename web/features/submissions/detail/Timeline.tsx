import type { Submission } from '@stampus/contract/submissions'
import { CircleCheck, CircleDashed } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import { fullTime, readableDayTime } from '../../../shared/dates.ts'
import { statusLabel } from '../../../shared/receipts/status.ts'

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

type Step = { what: string; at?: string }

function listSteps(submission: Submission): Step[] {
  const { status, created_at, decided_at, corrects, reversals = [], appeal } = submission
  const past = [
    ...reversals.flatMap((reversal) => [
      { what: statusLabel(reversal.was), at: reversal.decided_at },
      ...(reversal.status === 'pending' ? [{ what: words.timelineReopened, at: reversal.created_at }] : []),
    ]),
    ...(appeal ? [{ what: words.timelineAppealed, at: appeal.created_at }] : []),
    ...(appeal?.answered_at ? [{ what: appealAnswer(appeal.outcome), at: appeal.answered_at }] : []),
    ...(decided_at ? [{ what: decision(submission), at: decided_at }] : []),
  ]
  const sent = { what: corrects ? words.timelineCorrectionSent : words.timelineSent, at: created_at }
  const now = status === 'pending' ? [{ what: words.timelineChecking }] : []
  return [...[sent].filter(isReadable), ...past.filter(isReadable).sort(byTime), ...now]
}

const isReadable = ({ at }: { at: string }) => !Number.isNaN(Date.parse(at))
const byTime = (one: { at: string }, other: { at: string }) => Date.parse(one.at) - Date.parse(other.at)

function decision({ status, stamps }: Submission): string {
  if (status !== 'approved' || stamps === undefined) return statusLabel(status)
  return `${statusLabel(status)}, ${sentences.submissionStampsEarned(stamps)}`
}

function appealAnswer(outcome: 'kept' | 'reopened' | null): string {
  return outcome === 'kept' ? words.timelineAppealKept : words.timelineAppealReopened
}
