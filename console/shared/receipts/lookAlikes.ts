import type { Signal } from '@stampus/contract/console/signals'

const keyOf = ({ kind, submission_id }: Signal) => `${kind}-${submission_id}`

/** Signals and those that a refusal added, each once. */
export function withLookAlikes(signals: Signal[], added: Signal[]): Signal[] {
  const known = new Set(signals.map(keyOf))
  return [...signals, ...added.filter((signal) => !known.has(keyOf(signal)))]
}

/** The approved look-alikes that were shown: beside the receipt, and by refusals. */
export function shownAlike(approved: number[], added: Signal[]): number[] {
  return [...new Set([...approved, ...added.flatMap(({ submission_id: id }) => (id === null ? [] : [id]))])]
}
