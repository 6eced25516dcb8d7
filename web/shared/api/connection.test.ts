import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const browser = browserOfEachTest({})

/** Starts the checks of a page. `returns` counts the events after which the app tries everything again. */
async function watch(isReachable: () => Promise<boolean>) {
  const { useConnection, watchConnection } = await import('./connection.ts')
  const seen = { returns: 0 }
  window.addEventListener('online', () => {
    seen.returns += 1
  })
  const stop = watchConnection(isReachable)
  return { isOffline: () => useConnection.getState().isOffline, seen, stop }
}

test('D-94 D-95 a page that starts in a browser that wrongly reports no network is online after the first check', async () => {
  browser.state.onLine = false
  const page = await watch(() => new Promise((resolve) => setTimeout(resolve, 50, true)))
  expect(page.isOffline()).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect([page.isOffline(), page.seen.returns]).toEqual([false, 1])
  page.stop()
})

test('D-94 D-95 the server is checked after a browser reports that the network is lost, and not only when it reports the return', async () => {
  let isReached = false
  const page = await watch(async () => isReached)
  browser.state.onLine = false
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(page.isOffline()).toBe(true)
  isReached = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect([page.isOffline(), page.seen.returns]).toEqual([false, 1])
  page.stop()
})

/** A page whose checks fail, as they do without a network. */
async function loseNetwork() {
  const checks = { count: 0, isReached: false }
  const page = await watch(async () => {
    checks.count += 1
    return checks.isReached
  })
  const { measureRequest } = await import('./connection.ts')
  measureRequest()(0)
  return { ...page, checks }
}

test('D-94 without a response the server is checked after 1, 2, 4, 8, 16 and 30 seconds while the page is visible', async () => {
  const { checks, ...page } = await loseNetwork()
  for (const [at, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 100)
    expect(checks.count).toBe(at)
    await vi.advanceTimersByTimeAsync(100)
    expect([checks.count, page.isOffline()]).toEqual([at + 1, true])
  }
  const setHidden = (hidden: boolean) => {
    Object.assign(document, { hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  setHidden(true)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(checks.count).toBe(7)
  setHidden(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(checks.count).toBe(8)
  checks.isReached = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([checks.count, page.isOffline(), page.seen.returns]).toEqual([9, false, 1])
  page.stop()
})

test('D-94 one failed request is not offline when the server responds to the check, and an answer with an error is a response', async () => {
  const { checks, ...page } = await loseNetwork()
  const { measureRequest, useConnection } = await import('./connection.ts')
  const states: boolean[] = []
  useConnection.subscribe(({ isOffline }) => states.push(isOffline))
  checks.isReached = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks.count).toBe(1)
  measureRequest()(503)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks.count).toBe(1)
  expect(states).not.toContain(true)
  page.stop()
})

test('D-94 the return that a browser reports is believed only after a response, and one from before the loss counts for nothing', async () => {
  const { checks, ...page } = await loseNetwork()
  const { measureRequest } = await import('./connection.ts')
  const late = measureRequest()
  window.dispatchEvent(new Event('offline'))
  late(200)
  expect(page.isOffline()).toBe(true)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect([checks.count, page.isOffline()]).toEqual([1, true])
  measureRequest()(404)
  expect(page.isOffline()).toBe(false)
  page.stop()
})
