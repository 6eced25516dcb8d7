/** What a run came to; `faults` says in words what failed, as far as it is known. */
export type Tally = { passed: number; failed: number; skipped: number; faults: string[] }

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, faults: [] }
export const onePassed: Tally = { ...nothing, passed: 1 }
export const oneFailed = (what: string): Tally => ({ ...nothing, failed: 1, faults: [what] })

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  faults: [...one.faults, ...other.faults],
})

/** What failed once more, for a long run has said it far above, and last the line that a test run closes with. */
export function closing(tally: Tally): string {
  const failed = tally.faults.map((fault) => `✗ ${fault}`)
  return ['', ...failed, ...(failed.length > 0 ? [''] : []), closingLine(tally)].join('\n')
}

/** How many passed and failed. */
export function closingLine({ passed, failed, skipped }: Tally) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
