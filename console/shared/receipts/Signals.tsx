import type { ReviewItem } from '@stampus/contract/console/review'
import type { Signal } from '@stampus/contract/console/signals'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { readableTime } from '../dates.ts'

type Props = {
  signals: Signal[]
  /** The other receipt that is held beside this one. */
  compared: number | undefined
  onCompare: (id: number) => void
}

/** What to look at twice, each with its reason; another receipt can be opened, or held beside this one. */
export function Signals({ signals, compared, onCompare }: Props) {
  if (signals.length === 0) return null
  return (
    <ul aria-label="Look twice" className="grid gap-2">
      {signals.map(({ kind, text, submission_id: other, picture }) => (
        <li key={`${kind}-${other}`} className="flex gap-2 rounded-control bg-pending-tint px-3 py-1.5 text-small">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-pending" />
          <div className="min-w-0">
            <p>{text}</p>
            {other === null ? null : (
              <p className="-mt-1 -mb-1.5 flex flex-wrap items-center gap-x-4">
                <Link to={`/submissions/${other}`} className={way}>
                  Receipt {other}
                </Link>
                {picture ? (
                  <button
                    type="button"
                    onClick={() => onCompare(other)}
                    aria-pressed={compared === other}
                    className={way}
                  >
                    {compared === other ? 'Put away' : 'Compare'}
                  </button>
                ) : null}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const way = 'inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4'

/** Who escalated the receipt to managers, and why. */
export function Escalation({ escalation }: Pick<ReviewItem, 'escalation'>) {
  if (!escalation) return null
  return (
    <div className="rounded-control bg-tint px-3 py-2 text-small">
      <p className="text-muted">
        Escalated by {escalation.operator}, {readableTime(escalation.created_at)}
      </p>
      <p className="whitespace-pre-line">{escalation.note}</p>
    </div>
  )
}
