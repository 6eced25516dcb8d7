import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../../tests/support/browser/browser-globals.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

browserOfEachTest({})

/** Watches the lease of receipt 1, which lasts five minutes. `answer` is the status of each renewal, 0 for no response. */
async function openLease() {
  const state = {
    renewals: 0,
    answer: 200,
    secondsLeft: undefined as number | undefined,
    error: '' as string | undefined,
  }
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/console/submissions/1/lease') throw new Error(`unexpected call of ${path}`)
    state.renewals += 1
    if (state.answer === 0) throw new TypeError('no connection')
    return Response.json({ message: 'Another operator has it.' }, { status: state.answer })
  })
  const { watchLease } = await import('./lease.ts')
  const isRunning = { current: false }
  const lease = watchLease(1, isRunning, {
    setSecondsLeft: (seconds) => {
      state.secondsLeft = seconds
    },
    setError: (error) => {
      state.error = error
    },
  })
  return { state, isRunning, ...lease }
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const act = () => document.dispatchEvent(new Event('pointermove'))

test('D-51 a lease is renewed in its second half if the operator was active, and not before', async () => {
  const { state, stop } = await openLease()
  act()
  await wait(150 * SECOND_MS)
  expect(state.renewals).toBe(0)
  await wait(SECOND_MS)
  expect(state.renewals).toBe(1)
  act()
  await wait(150 * SECOND_MS)
  expect(state.renewals).toBe(1)
  await wait(SECOND_MS)
  expect(state.renewals).toBe(2)
  stop()
})

test('D-51 the lease of an idle operator expires, and the seconds of its last minute are counted down', async () => {
  const { state, stop } = await openLease()
  await wait(4 * MINUTE_MS)
  expect(state.secondsLeft).toBeUndefined()
  await wait(SECOND_MS)
  expect(state.secondsLeft).toBe(59)
  await wait(2 * MINUTE_MS)
  expect(state).toMatchObject({ secondsLeft: 0, renewals: 0 })
  stop()
})

test('D-51 a lease that another operator has taken shows the server’s message, and is asked for again after 5 s', async () => {
  const { state, stop } = await openLease()
  state.answer = 409
  act()
  await wait(151 * SECOND_MS)
  expect(state).toMatchObject({ renewals: 1, error: 'Another operator has it.' })
  act()
  await wait(4 * SECOND_MS)
  expect(state.renewals).toBe(1)
  state.answer = 200
  await wait(SECOND_MS)
  expect(state).toMatchObject({ renewals: 2, error: undefined })
  stop()
})

test('D-51 a lease is not renewed while another action of the desk runs, nor after its receipt was left', async () => {
  const { state, isRunning, renew, stop } = await openLease()
  isRunning.current = true
  act()
  await wait(200 * SECOND_MS)
  expect(state.renewals).toBe(0)
  isRunning.current = false
  act()
  await wait(SECOND_MS)
  expect(state.renewals).toBe(1)
  stop()
  await renew()
  act()
  await wait(10 * MINUTE_MS)
  expect(state.renewals).toBe(1)
})

test('D-51 a page that comes back from the browser’s page cache asks for its lease at once', async () => {
  const { state, stop } = await openLease()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  await wait(0)
  expect(state.renewals).toBe(0)
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await wait(0)
  expect(state.renewals).toBe(1)
  stop()
})

test('D-51 a receipt that arrives after the desk was left is released', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`)
    return Response.json({})
  })
  const { releaseIfHidden } = await import('./lease.ts')
  releaseIfHidden(1)
  expect(calls).toEqual(['DELETE /api/console/submissions/1/lease'])
})
