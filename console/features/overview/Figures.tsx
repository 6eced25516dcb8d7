import type { Overview } from '@stampus/contract/console/overview'
import { readableSpan } from '../../shared/dates.ts'

export function Figures({ days, typical_ms, slow_ms, checks, not_countersigned }: Overview) {
  const approved = sumOf(days, 'approved')
  const decided = approved + sumOf(days, 'rejected')
  const slow = slow_ms === null ? '' : `90% within ${readableSpan(slow_ms)}`
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-[repeat(6,auto)]">
      <Figure name="Decisions" value={decided.toLocaleString('en-GB')} note={`in ${days.length} days`} />
      <Figure
        name="Approved"
        value={percent(approved, decided)}
        note={`${approved.toLocaleString('en-GB')} receipts`}
      />
      <Figure name="Median time to decide" value={typical_ms === null ? '–' : readableSpan(typical_ms)} note={slow} />
      <Figure name="Stamps issued" value={sumOf(days, 'stamps').toLocaleString('en-GB')} note="" />
      <Figure
        name="Reviewers agree"
        value={percent(checks.agreed, checks.checked)}
        note={checks.checked === 1 ? 'in 1 spot check' : `in ${checks.checked} spot checks`}
      />
      <Figure name="Not countersigned" value={String(not_countersigned)} note="in the last 30 days" />
    </dl>
  )
}

export function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-bold text-title tabular-nums">{value}</dd>
      {note ? <dd className="text-small text-muted">{note}</dd> : null}
    </div>
  )
}

type Day = Overview['days'][number]

function sumOf(days: Day[], field: 'approved' | 'rejected' | 'stamps'): number {
  return days.reduce((sum, day) => sum + day[field], 0)
}

/** A share in whole percent; a dash if the whole is 0. */
function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}
