import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
vi.stubEnv('TZ', 'America/New_York')
const { readableDay, readableSecond, readableTime } = await import('./dates.ts')

test('D-50 times are those of the campus, whatever the zone of the computer, and a time that cannot be read stays as it is', () => {
  expect(readableDay('2026-11-20T16:05:09Z')).toBe('21 Nov 2026')
  expect(readableTime('2026-11-20T16:05:09Z')).toBe('21 Nov 2026, 00:05')
  expect(readableSecond('2026-11-20T16:05:09Z')).toBe('21 Nov 2026, 00:05:09')
  expect(readableDay('2026-11-20')).toBe('20 Nov 2026')
  expect(readableTime('not yet')).toBe('not yet')
})
