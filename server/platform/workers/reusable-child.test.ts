import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChildAction } from '../../../tests/support/server/test-child.ts'
import { runInChild } from './child.ts'
import type { ChildCost } from './child-messages.ts'
import { closeIdleChild } from './reusable-child.ts'

const MEGABYTE = 1024 * 1024
const limits = { milliseconds: 20_000, wallMilliseconds: 20_000, memoryBytes: 300 * MEGABYTE, heapMb: 64 }
const script = new URL('../../../tests/support/server/test-child.ts', import.meta.url)

const isResult = (_: unknown): _ is unknown => true
const send = (action: ChildAction, own: Partial<Parameters<typeof runInChild<unknown, unknown>>[1]> = {}) =>
  runInChild<unknown, unknown>(script, { data: { action }, limits, isResult, ...own })
const getPid = (own = {}) => send('return its pid', own) as Promise<number>

afterEach(async () => {
  vi.useRealTimers()
  await closeIdleChild()
})

test('D-43 a child process serves at most 20 requests, and reports the cost of each', async () => {
  const costs: ChildCost[] = []
  const pids: number[] = []
  const onCost = (cost: ChildCost) => costs.push(cost)
  for (let sent = 0; sent < 21; sent += 1) pids.push(await getPid({ onCost }))
  expect(new Set(pids.slice(0, 20)).size).toBe(1)
  expect(pids[20]).not.toBe(pids[0])
  const [start = 0, , third = 0] = costs.map(({ cpuSeconds }) => cpuSeconds)
  expect(start).toBeGreaterThan(0.01)
  expect(third).toBeLessThan(start / 2)
})

test('D-43 a child process that holds much memory is not reused, and what one request left over does not fail the next', async () => {
  const pid = await send('hold memory')
  expect(await getPid()).not.toBe(pid)
  await closeIdleChild()
  const roomy = { limits: { ...limits, memoryBytes: 400 * MEGABYTE } }
  const other = await send('hold memory', roomy)
  expect(await getPid(roomy)).toBe(other)
  expect(await send('hold memory', roomy)).not.toBe(other)
})

test('D-43 a child process is not reused with other limits, after a failure, or once its request was aborted', async () => {
  const before = await getPid()
  expect(await getPid({ limits: { ...limits, memoryBytes: limits.memoryBytes / 2 } })).not.toBe(before)
  await closeIdleChild()
  const pids: number[] = []
  for (const action of ['throw', 'write garbage', 'exit', 'respond to another request'] as const) {
    pids.push(await getPid())
    await expect(send(action)).rejects.toThrow()
  }
  pids.push(await getPid())
  const exited = new AbortController()
  await expect(send('block', { signal: exited.signal, onProgress: () => exited.abort() })).rejects.toThrow('stopped')
  pids.push(await getPid())
  expect(new Set(pids).size).toBe(pids.length)
})

test('D-43 two requests at once have a child process each, and one of them is reused', async () => {
  const both = await Promise.all([getPid(), getPid()])
  expect(both[0]).not.toBe(both[1])
  expect(both).toContain(await getPid())
})

test('D-43 an idle child process that exits, or sends without a request, fails no request', async () => {
  const killed = await getPid()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => isRunning(killed)).toBe(false)
  const sending = Number(await send('send without request'))
  expect(sending).not.toBe(killed)
  await expect.poll(() => isRunning(sending)).toBe(false)
  expect(await getPid()).not.toBe(sending)
})

test('D-43 an idle child process does not keep the server alive, and exits with it', async () => {
  const server = spawn(process.execPath, [
    join(import.meta.dirname, '../../../tests/support/server/parent-of-child.ts'),
    'return its pid',
  ])
  const [pid] = await server.stdout.take(1).toArray()
  const before = performance.now()
  await once(server, 'exit')
  expect(performance.now() - before).toBeLessThan(5_000)
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
})

test('D-43 a child process that is idle for 10 seconds exits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = await getPid()
  vi.advanceTimersByTime(9_900)
  expect(await getPid()).toBe(before)
  vi.advanceTimersByTime(10_100)
  vi.useRealTimers()
  await expect.poll(() => isRunning(before)).toBe(false)
})

/** A zombie counts as exited. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc') || !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
