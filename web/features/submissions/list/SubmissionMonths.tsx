import { months, type Submission } from '@stampus/contract/submissions'
import { dayIn } from '@stampus/contract/values/days'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as sentences from '#sentences'
import { q } from '../../../shared/api/api.ts'
import { readableMonth } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'

type Props = {
  rows: Submission[]
  /** Shows the stamps of each whole month, as far as the server knows them. */
  withStamps: boolean
  children: (row: Submission) => ReactNode
}

/** The rows under a heading for each month in which they were sent. */
export function SubmissionMonths({ rows, withStamps, children }: Props) {
  const { data } = useQuery({ ...q(months, {}), enabled: withStamps, retry: false })
  const stampsOf = new Map(withStamps ? data?.data.map(({ month, stamps }) => [month, stamps]) : [])
  return (
    <div className="grid grid-cols-1 gap-6">
      {[...Map.groupBy(rows, monthOf)].map(([month, sent]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <div className="mb-3 flex items-baseline justify-between gap-4 px-4">
            <h2 id={`month-${month}`} className="font-semibold">
              {readableMonth(month)}
            </h2>
            {stampsOf.has(month) ? (
              <p className="text-small text-muted tabular-nums">
                {sentences.submissionStampsEarned(stampsOf.get(month) ?? 0)}
              </p>
            ) : null}
          </div>
          <ul className="grid grid-cols-1 gap-4">
            {sent.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function monthOf({ created_at }: Submission): string {
  return dayIn(settings.time_zone, new Date(created_at)).slice(0, 'YYYY-MM'.length)
}
