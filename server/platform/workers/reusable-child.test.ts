import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deed } from '../../../tests/support/server/test-child.ts'
import { runInChild } from './child.ts'
import type { ChildCost } from './child-messages.ts'
import { closeIdleChild } from './reusable-child.ts'

const MEGABYTE = 1024 * 1024
const limits = { milliseconds: 20_000, memoryBytes: 300 * MEGABYTE, heapMb: 64 }
const planted = new URL('../../../tests/support/server/test-child.ts', import.meta.url)

const isAnswer = (_: unknown): _ is unknown => true
const ask = (deed: Deed, own: Partial<Parameters<typeof runInChild<unknown, unknown>>[1]> = {}) =>
  runInChild<unknown, unknown>(planted, { data: { deed }, limits, isAnswer, ...own })
const numberOf = (own = {}) => ask('say its number', own) as Promise<number>

afterEach(async () => {
  vi.useRealTimers()
  await closeIdleChild()
})

test('D-43 a child process that answered is asked again, and each answer tells its own cost', async () => {
  const costs: ChildCost[] = []
  const onCost = (cost: ChildCost) => costs.push(cost)
  const first = await ask('say its number', { onCost })
  expect(await ask('say its number', { onCost })).toBe(first)
  await ask('say its number', { onCost })
  const [start = 0, , third = 0] = costs.map(({ cpuSeconds }) => cpuSeconds)
  expect(start).toBeGreaterThan(0.01)
  expect(third).toBeLessThan(start / 2)
})

test('D-43 a child process answers at most 20 questions', async () => {
  const numbers: number[] = []
  for (let asked = 0; asked < 21; asked += 1) numbers.push(await numberOf())
  expect(new Set(numbers.slice(0, 20)).size).toBe(1)
  expect(numbers[20]).not.toBe(numbers[0])
})

test('D-43 a child process that holds much memory is not asked again', async () => {
  const holder = await ask('hold much')
  expect(await numberOf()).not.toBe(holder)
})

test('D-43 what a child process still holds of one question costs no other question its answer', async () => {
  const roomy = { limits: { ...limits, memoryBytes: 400 * MEGABYTE } }
  const holder = await ask('hold much', roomy)
  expect(await numberOf(roomy)).toBe(holder)
  expect(await ask('hold much', roomy)).not.toBe(holder)
})

test('D-43 a child process is asked again only within the limits that it was started with', async () => {
  const before = await numberOf()
  expect(await numberOf({ limits: { ...limits, memoryBytes: limits.memoryBytes / 2 } })).not.toBe(before)
})

test.each<Deed>(['throw', 'write rubbish', 'go in silence', 'speak of another'])(
  'D-43 a child process that failed is not asked again: "%s"',
  async (deed) => {
    const before = await numberOf()
    await expect(ask(deed)).rejects.toThrow()
    expect(await numberOf()).not.toBe(before)
  },
)

test('D-43 a child process whose question is aborted is not asked again', async () => {
  const before = await numberOf()
  const gone = new AbortController()
  await expect(ask('hang at work', { signal: gone.signal, onNews: () => gone.abort() })).rejects.toThrow('stopped')
  expect(await numberOf()).not.toBe(before)
})

test('D-43 two questions at once have a child process each, one of which waits for the next', async () => {
  const both = await Promise.all([numberOf(), numberOf()])
  expect(both[0]).not.toBe(both[1])
  expect(both).toContain(await numberOf())
})

test('D-43 a child process that ends while it waits costs no question', async () => {
  const before = await numberOf()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => isThere(before)).toBe(false)
  expect(await numberOf()).not.toBe(before)
})

test('D-43 a child process that speaks unasked is not asked again', async () => {
  const before = Number(await ask('speak unasked'))
  await expect.poll(() => isThere(before)).toBe(false)
  expect(await numberOf()).not.toBe(before)
})

test('D-43 a child process that waits does not keep the server from ending, and ends with it', async () => {
  const server = spawn(process.execPath, [
    join(import.meta.dirname, '../../../tests/support/server/parent-of-child.ts'),
    'say its number',
  ])
  const [pid] = await server.stdout.take(1).toArray()
  const before = performance.now()
  await once(server, 'exit')
  expect(performance.now() - before).toBeLessThan(5_000)
  await expect.poll(() => isThere(Number(pid))).toBe(false)
})

test('D-43 a child process that nobody asks for 10 seconds ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = await numberOf()
  vi.advanceTimersByTime(9_900)
  expect(await numberOf()).toBe(before)
  vi.advanceTimersByTime(10_100)
  vi.useRealTimers()
  await expect.poll(() => isThere(before)).toBe(false)
})

/** One that has ended, and of which that is not noted yet, is not there. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc') || !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
