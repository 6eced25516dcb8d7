import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/server/temporary-folder.ts'
import { formatParts, overBudget } from './parts.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { root } from './root.mjs'
import { run } from './run.ts'
import { runParts } from './runners.ts'
import { add, formatSummary, judge, nothing } from './tally.ts'

const folder = await temporaryFolder()
const report = join(folder, 'report.json')
/** What is read of a run of vitest with these numbers of tests, which ended with this code. */
function vitest(passed: number, failed: number, code: number, testResults: object[] = []) {
  const counts = { numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0 }
  writeFileSync(report, JSON.stringify({ ...counts, testResults }))
  return readVitest(report, code)
}
/** What is read of a run of Playwright. The journey is inside a group of its file. */
function playwright(stats: object, code: number, given: { errors?: object[]; journey?: object } = {}) {
  const { errors = [], journey } = given
  const specs = journey ? [{ title: 'home', file: 'home.spec.ts', tests: [{ projectName: 'phone', ...journey }] }] : []
  const suites = [{ file: 'home.spec.ts', specs: [], suites: [{ file: 'home.spec.ts', specs }] }]
  const counts = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }
  writeFileSync(report, JSON.stringify({ stats: counts, errors, suites }))
  return readPlaywright(report, code)
}

test('D-61 a runner that ran nothing, exited with an error or wrote no report has failed', () => {
  expect(vitest(7, 0, 0)).toMatchObject({ passed: 7, failed: 0 })
  expect(vitest(7, 0, 137)).toMatchObject({ passed: 7, failed: 1 })
  expect(vitest(0, 0, 0)).toMatchObject({ failed: 1 })
  expect(readVitest(join(folder, 'missing.json'), 0)).toMatchObject({ failed: 1 })
  expect(vitest(7, 0, 1, [{ name: 'a', status: 'failed', assertionResults: [] }])).toMatchObject({ failed: 1 })
  const outside = { errors: [{ message: 'a worker died' }] }
  expect(playwright({ expected: 3 }, 1, outside)).toMatchObject({ passed: 3, failed: 1 })
})

test('D-61 a run ends with its failures and their messages and one line of counts of all its parts; a part that breaks is a failure', async () => {
  const failed = { status: 'failed', fullName: 'S-1.01 it stands', failureMessages: ['expected 1 to be 2'] }
  const results = [{ error: { message: '\u001b[31mTimed out\u001b[39m' } }]
  const journey = { status: 'unexpected', results }
  const sum = await runParts({
    tests: async () => vitest(7, 1, 1, [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }]),
    journeys: async () => playwright({ expected: 5, unexpected: 1 }, 1, { journey }),
    broken: () => Promise.reject(new Error('no browser')),
  })
  expect(formatSummary(sum).split('\n')).toEqual([
    ...['', '✗ a.test.ts › S-1.01 it stands', '    expected 1 to be 2'],
    ...['✗ [phone] home.spec.ts › home', '    Timed out', '✗ broken: no browser'],
    ...['', '12 passed, 3 failed, 1 skipped'],
  ])
  expect(formatSummary({ ...nothing, passed: 3 })).toBe('\n3 passed, 0 failed')
})

test('D-61 a journey that passed in its second run is named as unstable, and a run with more than two fails, counted over all commands of a CI run', () => {
  const results = [{ error: { message: 'Timed out' } }, {}]
  const unstable = playwright({ expected: 5, flaky: 1 }, 0, { journey: { status: 'flaky', results } })
  expect(unstable).toMatchObject({ passed: 6, failed: 0, errors: [] })
  const lines = ['', '~ unstable: [phone] home.spec.ts › home', '    Timed out', '', '6 passed, 0 failed']
  expect(formatSummary(unstable).split('\n')).toEqual(lines)
  const two = add(unstable, unstable)
  expect([judge(two).failed, judge(add(two, unstable)).failed]).toEqual([0, 1])
  const list = join(folder, 'unstable')
  writeFileSync(list, '')
  const command = (...titles: string[]) => {
    const script = `import { close, nothing } from './scripts/support/tally.ts'
      close('a-test', { ...nothing, passed: 1, unstable: ${JSON.stringify(titles)} })`
    const env = { ...process.env, STAMPUS_UNSTABLE_LIST: list }
    const options = { cwd: root, env, encoding: 'utf8' as const }
    return spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', script], options)
  }
  expect(command('first', 'second\n    why')).toMatchObject({ status: 0 })
  const last = command('third')
  expect(last.status).toBe(1)
  expect(last.stdout).toContain('~ unstable: second\n    why\n~ unstable: third')
  expect(last.stdout.trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed')
})

test('D-61 a run says where its time went, and a part above its budget or without one is a failure', async () => {
  const journey = { status: 'expected', results: [{ duration: 1500 }, { duration: 500 }] }
  const title = 'Browser journeys'
  const { parts } = await runParts({
    [title]: async () => ({ ...playwright({ expected: 1 }, 0, { journey }), processor: 900 }),
  })
  const part = { title, seconds: 60.4, processor: 900, slowness: 1.2, files: [{ file: 'home.spec.ts', seconds: 2 }] }
  expect(parts).toEqual([{ ...part, seconds: expect.any(Number), slowness: expect.any(Number) }])
  expect(formatParts([{ ...part, title: 'Stress' }]).split('\n')).toEqual([
    '  seconds processor  slowness    budget  part',
    '       60       900      1.20            Stress',
    `        2${' '.repeat(34)}home.spec.ts`,
  ])
  expect(overBudget([part])[0]).toMatch(
    /^Browser journeys: 900 processor seconds, .* 720\. .*\n {4}2 s home\.spec\.ts$/,
  )
  for (const slowness of [0.5, 1])
    expect(overBudget([{ ...part, processor: 601, slowness }])[0]).toContain('allows 600.')
  for (const within of [{ slowness: 1.5 }, { slowness: 0.5, processor: 600 }])
    expect(overBudget([{ ...part, ...within }])).toEqual([])
  expect(overBudget([{ ...part, title: 'A new part', processor: 1 }])).toHaveLength(1)
  const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}`, seconds: at }))
  const all = { ...nothing, files: [...files, { file: '3', seconds: 10 }] }
  const dearest = (await runParts({ all: async () => all })).parts[0]?.files.map(({ file }) => file)
  expect(dearest).toEqual(['3', '11', '10', '9', '8', '7', '6', '5', '4', '2'])
})

test.skipIf(process.platform !== 'linux')('D-61 the processor time of a command has that of its children', async () => {
  const work = 'const end = process.cpuUsage().user + 700_000; while (process.cpuUsage().user < end);'
  const script = `require('node:child_process').spawnSync(process.execPath, ['--eval', ${JSON.stringify(work)}])`
  const { processor } = await run(process.execPath, ['--eval', script], { quiet: true })
  expect(processor).toBeGreaterThan(0.3)
})
