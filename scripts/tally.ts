export type Tally = { passed: number; failed: number; skipped: number }

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

/** The line that a test run closes with. */
export function closingLine({ passed, failed, skipped }: Tally) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
