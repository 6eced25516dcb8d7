import type { Signal } from '@stampus/contract/console/signals'
import { Link } from 'react-router'

/** The look-alikes that a refusal names, each in words and with the way to it in a tab of its own. */
export function LookAlikes({ signals }: { signals: Signal[] }) {
  if (signals.length === 0) return null
  return (
    <ul aria-label="Look-alikes" className="mt-1 grid max-h-44 overflow-y-auto text-small">
      {signals.map(({ kind, text, submission_id: other }) => (
        <li key={`${kind}-${other}`} className="flex flex-wrap items-center gap-x-2">
          <Link
            to={`/submissions/${other}`}
            target="_blank"
            className="inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4"
          >
            Receipt {other}
          </Link>
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
