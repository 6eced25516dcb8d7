import type { Signal } from '@stampus/contract/console/signals'
import { Link } from 'react-router'

const keyOf = ({ kind, submission_id }: Signal) => `${kind}-${submission_id}`

/** Signals plus those that an error added, each once. */
export function mergeLookAlikes(signals: Signal[], added: Signal[]): Signal[] {
  const known = new Set(signals.map(keyOf))
  return [...signals, ...added.filter((signal) => !known.has(keyOf(signal)))]
}

/** The ids of the approved look-alikes that the operator has seen, from signals and errors. */
export function shownLookAlikeIds(approved: number[], added: Signal[]): number[] {
  return [...new Set([...approved, ...added.flatMap(({ submission_id: id }) => (id === null ? [] : [id]))])]
}

/** The look-alikes that an error names, each with a link that opens in a new tab. */
export function LookAlikeList({ signals }: { signals: Signal[] }) {
  if (signals.length === 0) return null
  return (
    <ul aria-label="Possible duplicates" className="mt-1 grid max-h-44 overflow-y-auto text-small">
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
