import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResult, JsonTestResults } from 'vitest/node'
import type { FileTime } from './parts.ts'
import { root } from './root.mjs'
import { nothing, type Tally } from './tally.ts'

const MAX_ERROR_LINES = 12

/** Reads the result of a vitest run. A file that could not run counts as one failure. */
export function readVitest(file: string, code: number) {
  const report = readJson<JsonTestResults>(file)
  if (report === undefined) return whole(nothing, code)
  const failures = report.testResults.filter(({ status }) => status === 'failed').map(failuresOf)
  const failed = report.numFailedTests + failures.filter(({ broken }) => broken).length
  const errors = failures.flatMap(({ errors }) => errors)
  const skipped = report.numPendingTests + report.numTodoTests
  const files = report.testResults.map(({ name, startTime, endTime }) => {
    return { file: relative(root, name), seconds: (endTime - startTime) / 1000 }
  })
  return whole({ ...nothing, passed: report.numPassedTests, failed, skipped, errors, files }, code)
}

function failuresOf({ name, message, assertionResults }: JsonTestResult) {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const broken = failed.length === 0
  const tests = failed.map((test) => failureText(`${name} › ${test.fullName}`, test.failureMessages?.join('\n')))
  return { broken, errors: broken ? [failureText(name, message)] : tests }
}

/** Reads the result of a Playwright run. An error outside the tests counts as one failure. */
export function readPlaywright(file: string, code: number) {
  const report = readJson<JSONReport>(file)
  if (report === undefined) return whole(nothing, code)
  const { expected, unexpected, flaky, skipped } = report.stats
  const outside = report.errors.map(({ message }) => failureText('outside the tests', message))
  const errors = [...report.suites.flatMap((suite) => errorsOf(suite, 'unexpected')), ...outside]
  const unstable = report.suites.flatMap((suite) => errorsOf(suite, 'flaky'))
  const failed = unexpected + report.errors.length
  const files = report.suites.flatMap(timesOf)
  return whole({ ...nothing, passed: expected + flaky, failed, skipped, errors, unstable, files }, code)
}

function timesOf({ file, specs, suites = [] }: JSONReportSuite): FileTime[] {
  const runs = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const own = runs.map(({ duration }) => ({ file, seconds: duration / 1000 }))
  return [...own, ...suites.flatMap(timesOf)]
}

/** The journeys of one status, each with the error of its first run. */
function errorsOf({ specs, suites = [] }: JSONReportSuite, wanted: 'unexpected' | 'flaky'): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results: [run] }) =>
        failureText(`[${projectName}] ${file} › ${title}`, run?.error?.message),
      ),
  )
  return [...own, ...suites.flatMap((suite) => errorsOf(suite, wanted))]
}

function failureText(where: string, message = ''): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, MAX_ERROR_LINES)
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** A runner that exits with an error without a failed test, or that ran no test, counts as a failure. */
function whole(tally: Tally, code: number): Tally {
  const ranNothing = tally.passed + tally.failed === 0
  const crashed = code !== 0 && tally.failed === 0
  if (!ranNothing && !crashed) return tally
  const why = ranNothing ? 'no test ran' : `the tests ended with exit code ${code}, though none failed`
  return { ...tally, failed: tally.failed + 1, errors: [...tally.errors, why] }
}

function readJson<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
