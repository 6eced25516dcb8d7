import type { DeskPicture, Signal } from '@stampus/contract/console/evidence'
import { Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lookAlikesOf } from '../api/api.ts'
import { TextLink, textLinkClass } from '../components/TextLink.tsx'

const keyOf = ({ kind, submission_id }: Signal) => `${kind}-${submission_id}`

/** Signals plus those that an error added, each once. */
export function mergeLookAlikes(signals: Signal[], added: Signal[]): Signal[] {
  const known = new Set(signals.map(keyOf))
  return [...signals, ...added.filter((signal) => !known.has(keyOf(signal)))]
}

/** The ids of the approved look-alikes that the operator has seen, from signals and errors. */
export function shownLookAlikeIds(approved: number[], added: Signal[]): number[] {
  return [...new Set([...approved, ...added.flatMap(({ submission_id: id }) => id ?? [])])]
}

const READ_MS = 1000

/** Whether `added` has been on screen long enough to read, so that a double click does not confirm it. */
export function useShownLongEnough(added: string): boolean {
  const [read, setRead] = useState(added)
  useEffect(() => {
    const timer = setTimeout(setRead, READ_MS, added)
    return () => clearTimeout(timer)
  }, [added])
  return read === added
}

/** The look-alikes that errors named. The next attempt may send the ids of those on screen long enough to read. */
export function useLookAlikes() {
  const [lookAlikes, setLookAlikes] = useState<Signal[]>([])
  const areRead = useShownLongEnough(shownLookAlikeIds([], lookAlikes).join())
  const add = (error: Error) => setLookAlikes((now) => mergeLookAlikes(now, lookAlikesOf(error)))
  return { lookAlikes, areRead, add }
}

/** The look-alikes that an error names, each with a link that opens in a new tab. */
export function LookAlikeList({ signals }: { signals: Signal[] }) {
  if (signals.length === 0) return null
  return (
    <ul aria-label="Possible duplicates" className="mt-1 grid max-h-44 overflow-y-auto text-small">
      {signals.map((signal) => (
        <li key={keyOf(signal)} className="flex flex-wrap items-center gap-x-2">
          <TextLink to={`/submissions/${signal.submission_id}`} target="_blank">
            Receipt {signal.submission_id}
          </TextLink>
          <span className="min-w-0">{signal.text}</span>
        </li>
      ))}
    </ul>
  )
}

/** A receipt to compare with this one. */
export type ComparableReceipt = { id: number; picture: DeskPicture }

/** The comparison with the receipts that signals name and that still have a picture: `next` opens one after the other. */
export function useComparison(signals: Signal[]) {
  const [compared, setCompared] = useState<number>()
  const comparable = new Map<number, ComparableReceipt>()
  for (const { submission_id: id, picture } of signals) if (id !== null && picture) comparable.set(id, { id, picture })
  const ids = [...comparable.keys()]
  return {
    other: compared === undefined ? undefined : comparable.get(compared),
    next: () => setCompared(ids[compared === undefined ? 0 : ids.indexOf(compared) + 1]),
    toggle: (id: number) => setCompared(id === compared ? undefined : id),
  }
}

type SignalListProps = { signals: Signal[]; comparison: ReturnType<typeof useComparison> }

/** The warnings of a receipt, then what is only good to know. Receipts that they name can be opened or compared. */
export function SignalList({ signals, comparison }: SignalListProps) {
  return (
    <>
      <Signals name="Warnings" signals={signals.filter(({ is_hint }) => !is_hint)} comparison={comparison} />
      <Signals name="Hints" signals={signals.filter(({ is_hint }) => is_hint)} comparison={comparison} />
    </>
  )
}

const looks = {
  Warnings: { Icon: TriangleAlert, look: 'bg-pending-tint', colour: 'text-pending' },
  Hints: { Icon: Info, look: 'bg-tint', colour: 'text-muted' },
}

function Signals({ name, signals, comparison }: SignalListProps & { name: keyof typeof looks }) {
  if (signals.length === 0) return null
  const { Icon, look, colour } = looks[name]
  const compared = comparison.other?.id
  return (
    <ul aria-label={name} className="grid gap-2">
      {signals.map(({ kind, text, submission_id: other, picture }) => (
        <li key={`${kind}-${other}`} className={`flex gap-2 rounded-control px-3 py-1.5 text-small ${look}`}>
          <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
          <div className="min-w-0">
            <p>{text}</p>
            {other === null ? null : (
              <p className="-mt-1 -mb-1.5 flex flex-wrap items-center gap-x-4">
                <TextLink to={`/submissions/${other}`}>Receipt {other}</TextLink>
                {picture ? (
                  <button
                    type="button"
                    onClick={() => comparison.toggle(other)}
                    aria-pressed={compared === other}
                    className={textLinkClass}
                  >
                    {compared === other ? 'Stop comparing' : 'Compare'}
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
