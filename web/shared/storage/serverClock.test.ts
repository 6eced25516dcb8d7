import { expect, test, vi } from 'vitest'
import { browserOfEachTest } from '../../../tests/support/browser/browser-globals.ts'

const HOUR_MS = 3_600_000
const started = Date.parse('2026-11-27T04:00:00Z')
const browser = browserOfEachTest({ now: started })

/**
 * Opens a page on a device whose clock is `behind` the server's. `answer` is a request that takes so long `there` and
 * `back`, with the time at which the server answers.
 */
async function openPage({ behind }: { behind: number }) {
  browser.reload()
  const { measureServerClock, serverNow } = await import('./serverClock.ts')
  const serverTime = () => Date.now() + behind
  const answer = ({ there, back }: { there: number; back: number }) => {
    const noteTime = measureServerClock()
    vi.advanceTimersByTime(there)
    const now = new Date(serverTime()).toISOString()
    vi.advanceTimersByTime(back)
    noteTime(now)
  }
  return { answer, error: () => Math.abs(serverNow() - serverTime()) }
}

test('R-3.03 an answer corrects a clock that is wrong by a day, also for the next page', async () => {
  const page = await openPage({ behind: 24 * HOUR_MS })
  page.answer({ there: 40, back: 60 })
  expect(page.error()).toBeLessThanOrEqual(50)
  const next = await openPage({ behind: 24 * HOUR_MS })
  expect(next.error()).toBeLessThanOrEqual(50)
})

test('R-3.03 a device that sleeps between request and answer keeps the time that it knew', async () => {
  const page = await openPage({ behind: -3 * HOUR_MS })
  page.answer({ there: 20, back: 20 })
  page.answer({ there: 20, back: 2 * HOUR_MS })
  expect(page.error()).toBeLessThanOrEqual(20)
  page.answer({ there: 2 * HOUR_MS, back: 20 })
  expect(page.error()).toBeLessThanOrEqual(20)
})

test('R-3.03 on a slow network a wrong clock is corrected, too', async () => {
  const page = await openPage({ behind: 24 * HOUR_MS })
  page.answer({ there: 2000, back: 12_000 })
  expect(page.error()).toBeLessThanOrEqual(7000)
  page.answer({ there: 200, back: 300 })
  expect(page.error()).toBeLessThanOrEqual(1000)
})

test('R-3.03 an answer says nothing if the clock was set back while it was under way, or if it has no time', async () => {
  const page = await openPage({ behind: 5000 })
  page.answer({ there: 20, back: 20 })
  const { measureServerClock, serverNow } = await import('./serverClock.ts')
  const noteTime = measureServerClock()
  const before = serverNow()
  vi.setSystemTime(Date.now() - HOUR_MS)
  noteTime(new Date(started).toISOString())
  measureServerClock()(undefined)
  expect(serverNow()).toBe(before - HOUR_MS)
})
