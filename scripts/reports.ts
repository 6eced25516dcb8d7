import { existsSync, readFileSync } from 'node:fs'
import { nothing, type Tally } from './tally.ts'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** What a vitest run came to; a file that could not run is one failure. */
export function readVitest(file: string, code: number) {
  const report = readJson<VitestReport>(file)
  if (report === undefined) return whole(nothing, code)
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + broken.length
  return whole({ passed, failed, skipped: report.numPendingTests + report.numTodoTests }, code)
}

/** What a Playwright run came to; a fault outside the tests is one failure. */
export function readPlaywright(file: string, code: number) {
  const report = readJson<PlaywrightReport>(file)
  if (report === undefined) return whole(nothing, code)
  const { expected, unexpected, flaky, skipped } = report.stats
  return whole({ passed: expected, failed: unexpected + flaky + report.errors.length, skipped }, code)
}

/** A runner that ended badly without naming a failure, or that ran nothing, has itself failed. */
function whole(tally: Tally, code: number): Tally {
  const ranNothing = tally.passed + tally.failed === 0
  const crashed = code !== 0 && tally.failed === 0
  return ranNothing || crashed ? { ...tally, failed: tally.failed + 1 } : tally
}

function readJson<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
