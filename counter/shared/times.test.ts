import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
vi.stubEnv('TZ', 'America/New_York')
const { formatDayAndTime, formatTime } = await import('./times.ts')

test('R-4.03 times are those of the campus, whatever the zone of the phone', () => {
  expect(formatTime('2026-11-20T16:05:00Z')).toBe('00:05')
  expect(formatDayAndTime('2026-11-20T16:05:00Z')).toBe('21 Nov, 00:05')
})
