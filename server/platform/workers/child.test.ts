import * as processes from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChildAction } from '../../../tests/support/server/test-child.ts'
import { runInChild } from './child.ts'
import type { ChildCost } from './child-messages.ts'
import { closeIdleChild } from './reusable-child.ts'
import { exceededLimit } from './thread.ts'

vi.mock('node:child_process', { spy: true })

const MEGABYTE = 1024 * 1024
const limits = { milliseconds: 20_000, wallMilliseconds: 20_000, memoryBytes: 300 * MEGABYTE, heapMb: 64 }
const script = new URL('../../../tests/support/server/test-child.ts', import.meta.url)
const parent = join(import.meta.dirname, '../../../tests/support/server/parent-of-child.ts')

type Own = Partial<Parameters<typeof runInChild<unknown, unknown>>[1]> & {
  own?: Partial<typeof limits>
  bytes?: Uint8Array
}
const isResult = (_: unknown): _ is unknown => true
const send = (action: ChildAction, { own, bytes, ...options }: Own = {}) =>
  runInChild<unknown, unknown>(script, { data: { action, bytes }, limits: { ...limits, ...own }, isResult, ...options })
const getPid = (own: Own = {}) => send('return its pid', own) as Promise<number>
const errorFrom = (result: Promise<unknown>) =>
  result.then(
    () => expect.fail('The child returned a result'),
    (error) => error,
  )

const listChildren = () => {
  const ids = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim()
  return ids === '' ? [] : ids.split(' ')
}
const canListChildren = existsSync(`/proc/self/task/${process.pid}/children`)

/** No child is running, and none is left as a zombie. */
afterEach(async () => {
  vi.useRealTimers()
  await closeIdleChild()
  if (canListChildren) expect(listChildren()).toEqual([])
})

test('D-43 a child process reports progress, then returns its result with its cost, without the memory of the server', async () => {
  const held = Buffer.alloc(300 * MEGABYTE, 1)
  const progress: unknown[] = []
  const costs: ChildCost[] = []
  const result = send('report progress', {
    onProgress: (value) => progress.push(value),
    onCost: (cost) => costs.push(cost),
  })
  await expect(result).resolves.toBe('read')
  expect(progress).toEqual(['date', 'total'])
  expect(costs).toEqual([
    { cpuSeconds: expect.any(Number), peakBytes: expect.any(Number), heldBytes: expect.any(Number) },
  ])
  expect(costs[0]?.cpuSeconds).toBeGreaterThan(0.01)
  expect(costs[0]?.peakBytes).toBeGreaterThan(20 * MEGABYTE)
  if (canListChildren) expect(costs[0]?.peakBytes).toBeLessThan(held.length / 2)
  // The channel works in both directions at once, also on Windows.
  expect(vi.mocked(processes.spawn).mock.lastCall?.[2].stdio).toEqual(['ignore', 'ignore', 'pipe', 'overlapped'])
})

test('D-43 a picture of 12 MB reaches a child process unchanged, and none of the settings of the server', async () => {
  const bytes = new Uint8Array(12 * MEGABYTE).map((_, at) => at % 251)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await send('hash', { bytes })).toEqual({ is: 'Uint8Array', sha256 })
  await closeIdleChild()
  vi.stubEnv('APP_KEY', 'secret')
  const seen = await send('inspect environment').finally(() => vi.unstubAllEnvs())
  expect(seen).toEqual({
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../dist/compiled'), ORT_DISABLE_TELEMETRY: '1' },
    cwd: '/',
    args: ['--max-old-space-size=64'],
  })
})

test('D-43 a child process that takes too much processor time or memory is killed, even if it blocks its own event loop; one that waits for the machine only in the end', async () => {
  await send('respond')
  expect(exceededLimit(await errorFrom(send('block', { own: { milliseconds: 500 } })))).toBe('time')
  for (const action of ['allocate', 'allocate in JavaScript'] as const)
    expect(exceededLimit(await errorFrom(send(action)))).toBe('memory')
  const waiting = await errorFrom(send('hang', { own: { milliseconds: 100, wallMilliseconds: 500 } }))
  expect(waiting).toMatchObject({ name: 'MachineBusy' })
  expect(exceededLimit(waiting)).toBeUndefined()
})

test('D-43 an error of a child process rejects in the server, and its exit fails one request', async () => {
  const thrown = await errorFrom(send('throw'))
  expect(thrown).toBeInstanceOf(RangeError)
  expect(thrown).toMatchObject({ name: 'RangeError', message: 'no picture', code: 'ERR_PICTURE' })
  expect((await errorFrom(send('throw later'))).message).toMatch(/exited without a result \(1\).*thrown too late/s)
  const silent = await errorFrom(send('exit'))
  expect(silent).toMatchObject({ code: 'ERR_CHILD_ENDED' })
  expect(exceededLimit(silent)).toBeUndefined()
})

test.each([
  ['write garbage', 'A child process sent an invalid message'],
  ['respond to another request', 'A child process sent an invalid message'],
  ['write too much', 'A child process sent an invalid message'],
  ['return too much', 'Message too large for a child process'],
  ['respond', 'A child process returned an unexpected result'],
] as const)('D-43 an unexpected message fails one request: "%s"', async (action, message) => {
  const isResult = (value: unknown): value is number => typeof value === 'number'
  expect((await errorFrom(send(action, { isResult }))).message).toBe(message)
})

test('D-43 a missing script or program, and data or progress that cannot be handled, fail one request', async () => {
  const options = { data: { picture: new Uint8Array(MEGABYTE) }, limits, isResult }
  const missing = await errorFrom(runInChild(new URL('./no-such-script.ts', import.meta.url), options))
  expect(missing.message).toMatch(/Cannot find module/)
  const program = process.execPath
  process.execPath = '/no/such/program'
  const started = runInChild(script, options)
  process.execPath = program
  expect((await errorFrom(started)).cause).toMatchObject({ code: 'ENOENT' })
  const uncopied = runInChild(script, { data: { call: () => undefined }, limits, isResult })
  expect((await errorFrom(uncopied)).message).toContain('could not be cloned')
  const onProgress = () => {
    throw new Error('cannot handle progress')
  }
  const failed = await errorFrom(send('report progress', { onProgress }))
  expect(failed.cause).toMatchObject({ message: 'cannot handle progress' })
  await expect(send('respond')).resolves.toBe('read')
})

test('D-43 an aborted request kills its child process, or starts none if aborted before', async () => {
  const exited = new AbortController()
  const stopped = errorFrom(send('block', { signal: exited.signal, onProgress: () => exited.abort() }))
  expect(await stopped).toMatchObject({ code: 'ERR_CHILD_ENDED', message: 'A child process was stopped' })
  await expect(send('respond', { signal: exited.signal })).rejects.toThrow('aborted')
})

test.runIf(canListChildren)('D-43 no child process is left after the server is killed', async () => {
  for (const action of ['hang', 'block']) {
    const server = processes.spawn(process.execPath, [parent, action])
    const [pid] = await server.stdout.take(1).toArray()
    const child = `/proc/${Number(pid)}`
    expect(existsSync(child)).toBe(true)
    server.kill('SIGKILL')
    await expect
      .poll(() => existsSync(child) && !/^State:\s+Z/m.test(readFileSync(`${child}/status`, 'latin1')))
      .toBe(false)
  }
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
  const server = processes.spawn(process.execPath, [parent, 'return its pid'])
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
