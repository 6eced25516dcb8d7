import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

let browser: ReturnType<typeof stubBrowserGlobals>

beforeEach(() => {
  vi.useFakeTimers()
  browser = stubBrowserGlobals()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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
