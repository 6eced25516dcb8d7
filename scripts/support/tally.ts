import { appendFileSync, readFileSync } from 'node:fs'
import { type FileTime, formatParts, overBudget, type Part, writeParts } from './parts.ts'

/** The result of a run. `unstable` names journeys that passed only in a second run; they count as passed. */
export type Tally = {
  passed: number
  failed: number
  skipped: number
  errors: string[]
  unstable: string[]
  processor: number
  files: FileTime[]
  parts: Part[]
}

/** A run with more unstable journeys fails. */
const UNSTABLE_MAX = 2

export const nothing: Tally = {
  ...{ passed: 0, failed: 0, skipped: 0, errors: [], unstable: [] },
  ...{ processor: 0, files: [], parts: [] },
}
export const onePassed: Tally = { ...nothing, passed: 1 }
export const oneFailed = (what: string): Tally => ({ ...nothing, failed: 1, errors: [what] })

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  errors: [...one.errors, ...other.errors],
  unstable: [...one.unstable, ...other.unstable],
  processor: one.processor + other.processor,
  files: [...one.files, ...other.files],
  parts: [...one.parts, ...other.parts],
})

/** Adds a failure if too many journeys are unstable. */
export function judge(tally: Tally): Tally {
  const { length } = tally.unstable
  if (length <= UNSTABLE_MAX) return tally
  return add(tally, oneFailed(`${length} journeys are unstable; at most ${UNSTABLE_MAX} may be`))
}

/** Lists failures and unstable journeys again, because in a long run they are far above, and the counts. */
export function formatSummary(tally: Tally): string {
  const unstable = tally.unstable.map((journey) => `~ unstable: ${journey}`)
  const lines = [...tally.errors.map((error) => `✗ ${error}`), ...unstable]
  return ['', ...lines, ...(lines.length > 0 ? [''] : []), formatCounts(tally)].join('\n')
}

export function formatCounts({ passed, failed, skipped }: Tally) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** Separates journeys in the list that the commands of one CI run share. */
const SEPARATOR = '\u0000'

/** Prints times and result, and sets the exit code. Commands that share STAMPUS_UNSTABLE_LIST count together. */
export function close(command: string, tally: Tally): void {
  const over = process.env.CI ? overBudget(tally.parts).map(oneFailed) : []
  const whole = judge({ ...over.reduce(add, tally), unstable: [...readUnstable(), ...tally.unstable] })
  if (tally.parts.length > 0) {
    writeParts(command, tally.parts)
    console.log(`\n${formatParts(tally.parts)}`)
  }
  recordUnstable(tally.unstable)
  console.log(formatSummary(whole))
  if (whole.failed > 0) process.exitCode = 1
}

function readUnstable(): string[] {
  const file = process.env.STAMPUS_UNSTABLE_LIST
  return file ? readFileSync(file, 'utf8').split(SEPARATOR).filter(Boolean) : []
}

function recordUnstable(unstable: string[]): void {
  const file = process.env.STAMPUS_UNSTABLE_LIST
  if (file) appendFileSync(file, unstable.map((journey) => journey + SEPARATOR).join(''))
}
