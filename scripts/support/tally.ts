/**
 * What a run came to; `faults` says in words what failed, as far as it is known. `unstable` names the journeys that failed and then
 * passed when they ran once more; they count as passed.
 */
export type Tally = { passed: number; failed: number; skipped: number; faults: string[]; unstable: string[] }

/** A run with more unstable journeys fails. */
const UNSTABLE_MAX = 2

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, faults: [], unstable: [] }
export const onePassed: Tally = { ...nothing, passed: 1 }
export const oneFailed = (what: string): Tally => ({ ...nothing, failed: 1, faults: [what] })

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  faults: [...one.faults, ...other.faults],
  unstable: [...one.unstable, ...other.unstable],
})

/** The same tally, with one failure more where too many journeys are unstable. */
export function judged(tally: Tally): Tally {
  const { length } = tally.unstable
  if (length <= UNSTABLE_MAX) return tally
  return add(tally, oneFailed(`${length} journeys are unstable; at most ${UNSTABLE_MAX} may be`))
}

/** Repeats what failed and what is unstable, for a long run has said it far above. The last line counts. */
export function closing(tally: Tally): string {
  const unstable = tally.unstable.map((journey) => `~ unstable: ${journey}`)
  const said = [...tally.faults.map((fault) => `✗ ${fault}`), ...unstable]
  return ['', ...said, ...(said.length > 0 ? [''] : []), closingLine(tally)].join('\n')
}

/** How many passed and failed. */
export function closingLine({ passed, failed, skipped }: Tally) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
