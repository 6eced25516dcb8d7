import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dearestOf, formatParts, overBudget } from './parts.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { root } from './root.mjs'
import { run } from './run.ts'
import { runParts } from './runners.ts'
import { add, formatCounts, formatSummary, judge, nothing, oneFailed } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'stampus-reports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(name: string, content: object): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const tests = (passed: number, failed: number) => ({
  ...{ numPassedTests: passed, numFailedTests: failed, numPendingTests: 1, numTodoTests: 0 },
  testResults: [],
})
const journeys = (stats: object, errors: { message: string }[] = [], suites: object[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  ...{ errors, suites },
})

test('D-61 a run ends with one line of counts of all its parts; a part that breaks is a failure', async () => {
  const sum = await runParts({
    tests: async () => readVitest(report('tests.json', tests(7, 2)), 1),
    journeys: async () => readPlaywright(report('journeys.json', journeys({ expected: 5, unexpected: 1 })), 1),
    broken: () => Promise.reject(new Error('no browser')),
  })
  expect(formatCounts(sum)).toBe('12 passed, 4 failed, 1 skipped')
  expect(formatCounts({ ...nothing, passed: 3 })).toBe('3 passed, 0 failed')
})

test('D-61 a runner that ran nothing, exited with an error or wrote no report has failed', () => {
  const good = report('good.json', tests(7, 0))
  expect(readVitest(good, 0)).toMatchObject({ passed: 7, failed: 0 })
  expect(readVitest(good, 137)).toMatchObject({ passed: 7, failed: 1 })
  expect(readVitest(report('none.json', tests(0, 0)), 0)).toMatchObject({ failed: 1 })
  expect(readVitest(join(folder, 'missing.json'), 0)).toMatchObject({ failed: 1 })
  const outside = journeys({ expected: 3 }, [{ message: 'a worker died' }])
  expect(readPlaywright(report('outside.json', outside), 1)).toMatchObject({ passed: 3, failed: 1 })
  const unread = { name: 'a.test.ts', status: 'failed', assertionResults: [] }
  expect(readVitest(report('unread.json', { ...tests(7, 0), testResults: [unread] }), 1)).toMatchObject({ failed: 1 })
})

test('D-61 failures are listed again before the last line, with the messages of the tests', () => {
  const failed = { status: 'failed', fullName: 'S-1.01 it stands', failureMessages: ['expected 1 to be 2'] }
  const file = { name: 'a.test.ts', status: 'failed', assertionResults: [failed] }
  const vitest = readVitest(report('red.json', { ...tests(7, 1), testResults: [file] }), 1)
  const results = [{ error: { message: '\u001b[31mTimed out\u001b[39m' } }]
  const specs = [
    { title: 'home', file: 'home.spec.ts', tests: [{ projectName: 'phone', status: 'unexpected', results }] },
  ]
  const suites = [{ specs: [], suites: [{ specs }] }]
  const playwright = readPlaywright(report('failed.json', journeys({ expected: 5, unexpected: 1 }, [], suites)), 1)
  const sum = add(add(vitest, playwright), oneFailed('lint and format'))
  expect(formatSummary(sum).split('\n')).toEqual([
    ...['', '✗ a.test.ts › S-1.01 it stands', '    expected 1 to be 2'],
    ...['✗ [phone] home.spec.ts › home', '    Timed out', '✗ lint and format'],
    ...['', '12 passed, 3 failed, 1 skipped'],
  ])
  expect(formatSummary({ ...nothing, passed: 3 })).toBe('\n3 passed, 0 failed')
})

const unstable = (title: string) => {
  const results = [{ error: { message: 'Timed out' } }, {}]
  const specs = [{ title, file: 'home.spec.ts', tests: [{ projectName: 'phone', status: 'flaky', results }] }]
  return readPlaywright(report(`${title}.json`, journeys({ expected: 5, flaky: 1 }, [], [{ specs }])), 0)
}

test('D-61 a journey that passed in its second run counts as passed and is named as unstable', () => {
  const tally = unstable('home')
  expect(tally).toMatchObject({ passed: 6, failed: 0, errors: [] })
  expect(formatSummary(tally).split('\n')).toEqual([
    ...['', '~ unstable: [phone] home.spec.ts › home', '    Timed out'],
    ...['', '6 passed, 0 failed'],
  ])
})

test('D-61 a run with more than two unstable journeys fails, counted over all commands of a CI run', () => {
  const two = add(unstable('one'), unstable('two'))
  expect(judge(two).failed).toBe(0)
  expect(judge(add(two, unstable('three'))).failed).toBe(1)
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

test('D-61 a run says where its time went: its parts, their processor time and their dearest files', async () => {
  const results = [{ duration: 1500 }, { duration: 500 }]
  const specs = [
    { title: 'home', file: 'home.spec.ts', tests: [{ projectName: 'phone', status: 'expected', results }] },
  ]
  const written = report('times.json', journeys({ expected: 1 }, [], [{ file: 'home.spec.ts', specs }]))
  const { parts } = await runParts({
    'Browser journeys': async () => ({ ...readPlaywright(written, 0), processor: 3 }),
  })
  expect(parts).toEqual([
    {
      ...{ title: 'Browser journeys', seconds: expect.any(Number), processor: 3 },
      files: [{ file: 'home.spec.ts', seconds: 2 }],
    },
  ])
  expect(formatParts([{ title: 'Stress', seconds: 60.4, processor: 99.6, files: [{ file: 'a', seconds: 7 }] }])).toBe(
    [
      '  seconds processor    budget  part',
      '       60       100            Stress',
      `${'7'.padStart(9)}${' '.repeat(24)}a`,
    ].join('\n'),
  )
  const many = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }))
  expect(dearestOf([...many, { file: '3.test.ts', seconds: 10 }]).map(({ file }) => file)).toEqual(
    ['3', '11', '10', '9', '8', '7', '6', '5', '4', '2'].map((name) => `${name}.test.ts`),
  )
})

test('D-61 a part above its budget is named with its dearest files, and one without a budget is named, too', () => {
  const title = 'Types, lint, unused code, structure'
  const part = { title, seconds: 1, processor: 100_000, files: [{ file: 'a.test.ts', seconds: 7 }] }
  expect(overBudget([{ ...part, processor: 1 }])).toEqual([])
  expect(overBudget([{ ...part, title: 'A new part', processor: 1 }])).toHaveLength(1)
  expect(overBudget([part])[0]).toMatch(/^Types.*: 100000 processor seconds, .*\n {4}7 s a\.test\.ts$/)
})

test.skipIf(process.platform !== 'linux')('D-61 the processor time of a command has that of its children', async () => {
  const work = 'const end = process.cpuUsage().user + 700_000; while (process.cpuUsage().user < end);'
  const script = `require('node:child_process').spawnSync(process.execPath, ['--eval', ${JSON.stringify(work)}])`
  const { processor } = await run(process.execPath, ['--eval', script], { quiet: true })
  expect(processor).toBeGreaterThan(0.3)
})
