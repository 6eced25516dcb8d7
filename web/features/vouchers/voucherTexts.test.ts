import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { usedText } = await import('./voucherTexts.ts')

/** What a voucher says that was handed over at this time. */
const used = (ended_at: string, now: string) =>
  usedText({ ended_at, merchant: { name: 'Boba Bukit' } } as Parameters<typeof usedText>[0], new Date(now))

test('R-3.04 a used voucher names the day of the campus if it is not today', () => {
  // 23:50 on the campus.
  const late = '2026-11-03T15:50:00Z'
  expect(used(late, '2026-11-03T15:59:00Z')).toBe('Used at 23:50, Boba Bukit')
  expect(used(late, '2026-11-03T16:10:00Z')).toBe('Used on 3 Nov 2026 at 23:50, Boba Bukit')
  expect(used('2026-11-03T16:05:00Z', '2026-11-03T16:10:00Z')).toBe('Used at 00:05, Boba Bukit')
})
