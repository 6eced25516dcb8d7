import { months, type Submission } from '@stampus/contract/submissions'
import { dayIn } from '@stampus/contract/values/days'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as sentences from '#sentences'
import { q } from '../../../shared/api/api.ts'
import { unlessNotOffered } from '../../../shared/api/optionalCalls.ts'
import { readableMonth } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'

type Props = {
  rows: Submission[]
  /** Shows the stamps of each whole month, as far as the server knows them. */
  withStamps: boolean
  children: (row: Submission) => ReactNode
}

/** The rows under a heading for each month in which they were sent. Rows without a readable time come last. */
export function SubmissionMonths({ rows, withStamps, children }: Props) {
  const enabled = (query: Parameters<typeof unlessNotOffered>[0]) => withStamps && unlessNotOffered(query)
  const { data } = useQuery({ ...q(months, {}), enabled, retry: false })
  const stampsOf = new Map(withStamps ? data?.data.map(({ month, stamps }) => [month, stamps]) : [])
  const { byMonth, undated } = groupByMonth(rows)
  const list = (shown: Submission[]) => (
    <ul className="grid grid-cols-1 gap-4">
      {shown.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      {[...byMonth].map(([month, sent]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 px-4">
            <h2 id={`month-${month}`} className="font-semibold">
              {readableMonth(month)}
            </h2>
            {stampsOf.has(month) ? (
              <p className="text-small text-muted tabular-nums">
                {sentences.submissionStampsEarned(stampsOf.get(month) ?? 0)}
              </p>
            ) : null}
          </div>
          {list(sent)}
        </section>
      ))}
      {undated.length > 0 ? list(undated) : null}
    </div>
  )
}

/** The rows by month, in the order of the rows, and those whose time is unreadable. */
function groupByMonth(rows: Submission[]) {
  const byMonth = new Map<string, Submission[]>()
  const undated: Submission[] = []
  for (const row of rows) {
    const at = new Date(row.created_at)
    if (Number.isNaN(at.getTime())) undated.push(row)
    else {
      const month = dayIn(settings.time_zone, at).slice(0, 'YYYY-MM'.length)
      byMonth.set(month, [...(byMonth.get(month) ?? []), row])
    }
  }
  return { byMonth, undated }
}
