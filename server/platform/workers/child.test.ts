import * as processes from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deed } from '../../../tests/support/server/test-child.ts'
import { runInChild } from './child.ts'
import type { ChildCost } from './child-messages.ts'
import { closeIdleChild } from './reusable-child.ts'
import { exceededLimit } from './thread.ts'

vi.mock('node:child_process', { spy: true })

const MEGABYTE = 1024 * 1024
const limits = { milliseconds: 20_000, memoryBytes: 300 * MEGABYTE, heapMb: 64 }
const planted = new URL('../../../tests/support/server/test-child.ts', import.meta.url)

type Own = Partial<Parameters<typeof runInChild<unknown, unknown>>[1]> & {
  own?: Partial<typeof limits>
  bytes?: Uint8Array
}
const isAnswer = (_: unknown): _ is unknown => true
const ask = (deed: Deed, { own, bytes, ...asked }: Own = {}) =>
  runInChild<unknown, unknown>(planted, { data: { deed, bytes }, limits: { ...limits, ...own }, isAnswer, ...asked })
const faultOf = (answer: Promise<unknown>) =>
  answer.then(
    () => expect.fail('It answered'),
    (fault) => fault,
  )

const children = () => {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim()
  return ids === '' ? [] : ids.split(' ')
}
const seesChildren = existsSync(`/proc/self/task/${process.pid}/children`)

/** No child is running, and none is left as a zombie. */
afterEach(async () => {
  await closeIdleChild()
  if (seesChildren) expect(children()).toEqual([])
})

test('D-43 a child process sends news, then its answer with what it cost', async () => {
  const news: unknown[] = []
  const costs: ChildCost[] = []
  const answer = ask('tell', { onNews: (told) => news.push(told), onCost: (cost) => costs.push(cost) })
  await expect(answer).resolves.toBe('read')
  expect(news).toEqual(['date', 'total'])
  expect(costs).toEqual([
    { cpuSeconds: expect.any(Number), peakBytes: expect.any(Number), heldBytes: expect.any(Number) },
  ])
  expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.01)
  expect(costs[0]?.peakBytes).toBeGreaterThan(20 * MEGABYTE)
})

test.runIf(seesChildren)('D-43 the memory of a child process is its own, however much the server holds', async () => {
  const held = Buffer.alloc(300 * MEGABYTE, 1)
  const costs: ChildCost[] = []
  await ask('answer', { onCost: (cost) => costs.push(cost) })
  expect(costs[0]?.peakBytes).toBeLessThan(held.length / 2)
})

test('D-43 a picture of 12 MB reaches a child process unchanged', async () => {
  const bytes = new Uint8Array(12 * MEGABYTE).map((_, at) => at % 251)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await ask('weigh', { bytes })).toEqual({ is: 'Uint8Array', sha256 })
})

test('D-43 a child process knows none of the settings of the server', async () => {
  vi.stubEnv('APP_KEY', 'secret')
  const seen = await ask('look around').finally(() => vi.unstubAllEnvs())
  expect(seen).toEqual({
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../dist/compiled'), ORT_DISABLE_TELEMETRY: '1' },
    cwd: '/',
    args: ['--max-old-space-size=64'],
  })
})

test('D-43 the channel of a child process works in both directions at once, on Windows too', async () => {
  await ask('answer')
  expect(vi.mocked(processes.spawn).mock.lastCall?.[2].stdio).toEqual(['ignore', 'ignore', 'pipe', 'overlapped'])
})

test('D-43 what a child process throws is thrown here', async () => {
  const thrown = await faultOf(ask('throw'))
  expect(thrown).toBeInstanceOf(RangeError)
  expect(thrown).toMatchObject({ name: 'RangeError', message: 'no picture', code: 'ERR_PICTURE' })
  expect((await faultOf(ask('throw later'))).message).toMatch(/ended without an answer \(1\).*nobody hears this/s)
})

test('D-43 a child process that hangs is killed in time, even if it blocks its own event loop', async () => {
  for (const deed of ['hang', 'hang at work'] as const) {
    const begun = performance.now()
    expect(exceededLimit(await faultOf(ask(deed, { own: { milliseconds: 500 } })))).toBe('time')
    expect(performance.now() - begun).toBeLessThan(2500)
  }
})

test('D-43 a child process that takes too much memory is killed, in JavaScript or outside of it', async () => {
  for (const deed of ['grow', 'grow in JavaScript'] as const)
    expect(exceededLimit(await faultOf(ask(deed)))).toBe('memory')
})

test('D-43 a child process that ends in silence, or writes what is no answer, fails one question', async () => {
  const silent = await faultOf(ask('go in silence'))
  expect(silent).toMatchObject({ code: 'ERR_CHILD_ENDED' })
  expect(exceededLimit(silent)).toBeUndefined()
  expect((await faultOf(ask('write rubbish'))).message).toBe('A child process was not understood')
})

test('D-43 an answer of another kind than was asked for fails one question', async () => {
  const isAnswer = (answer: unknown): answer is number => typeof answer === 'number'
  expect((await faultOf(ask('answer', { isAnswer }))).message).toBe(
    'A child process answered something else than it was asked for',
  )
  expect((await faultOf(ask('speak of another'))).message).toBe('A child process was not understood')
})

test('D-43 a child process that sends more than any reading needs fails one question', async () => {
  expect((await faultOf(ask('answer much'))).message).toBe('Too much for a child process')
  expect((await faultOf(ask('write much'))).message).toBe('A child process was not understood')
})

test('D-43 a missing script or program fails one question', async () => {
  const asked = { data: { picture: new Uint8Array(MEGABYTE) }, limits, isAnswer }
  const missing = await faultOf(runInChild(new URL('./no-such-script.ts', import.meta.url), asked))
  expect(missing.message).toMatch(/Cannot find module/)
  const program = process.execPath
  process.execPath = '/no/such/program'
  const started = runInChild(planted, asked)
  process.execPath = program
  expect((await faultOf(started)).cause).toMatchObject({ code: 'ENOENT' })
})

test('D-43 data that cannot be copied fails before a child process starts', async () => {
  await expect(runInChild(planted, { data: { call: () => undefined }, limits, isAnswer })).rejects.toThrow(
    'could not be cloned',
  )
})

test('D-43 news that the server cannot handle fails this question only', async () => {
  const onNews = () => {
    throw new Error('no room for news')
  }
  const failed = await faultOf(ask('tell', { onNews }))
  expect(failed.cause).toMatchObject({ message: 'no room for news' })
  await expect(ask('answer')).resolves.toBe('read')
})

test('D-43 a child process is killed when its question is aborted, and not started if that was before', async () => {
  const gone = new AbortController()
  const stopped = faultOf(ask('hang at work', { signal: gone.signal, onNews: () => gone.abort() }))
  expect(await stopped).toMatchObject({ code: 'ERR_CHILD_ENDED', message: 'A child process was stopped' })
  await expect(ask('answer', { signal: gone.signal })).rejects.toThrow('aborted')
})

test.runIf(seesChildren)('D-43 a child process may be killed from outside at any moment', async () => {
  const ends = new Set<string>()
  for (let ms = 0; ms <= 120; ms += 8) {
    const answer = ask('tell', { bytes: new Uint8Array(4 * MEGABYTE) }).catch(({ code }) => code)
    await pause(ms)
    for (const id of children()) process.kill(Number(id), 'SIGKILL')
    ends.add(String(await answer))
  }
  expect(ends).toContain('ERR_CHILD_ENDED')
  expect([...ends].filter((end) => !['ERR_CHILD_ENDED', 'read'].includes(end))).toEqual([])
})

test.runIf(seesChildren)('D-43 no child process is left where the server is killed', async () => {
  for (const deed of ['hang', 'hang at work']) {
    const server = processes.spawn(process.execPath, [
      join(import.meta.dirname, '../../../tests/support/server/parent-of-child.ts'),
      deed,
    ])
    const [pid] = await server.stdout.take(1).toArray()
    const child = `/proc/${Number(pid)}`
    expect(existsSync(child)).toBe(true)
    server.kill('SIGKILL')
    await expect
      .poll(() => existsSync(child) && !/^State:\s+Z/m.test(readFileSync(`${child}/status`, 'latin1')))
      .toBe(false)
  }
})
