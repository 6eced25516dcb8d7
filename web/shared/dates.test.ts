import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { readableAge, readableDay, readableMonth, readableTime, fullTime } = await import('./dates.ts')

const now = new Date('2026-11-21T04:00:00Z')

test.each([
  ['2026-11-21T04:00:20Z', 'just now'],
  ['2026-11-21T03:59:30Z', 'just now'],
  ['2026-11-21T03:58:00Z', '2 minutes ago'],
  ['2026-11-21T02:00:00Z', '2 hours ago'],
  ['2026-11-20T03:00:00Z', 'yesterday'],
  ['2026-11-15T03:00:00Z', '6 days ago'],
  ['2026-11-14T04:00:00Z', 'last week'],
  ['2026-11-03T04:00:00Z', '2 weeks ago'],
  ['2026-09-11T17:00:00Z', '2 months ago'],
  ['2025-11-21T04:00:00Z', 'last year'],
  ['2023-06-21T04:00:00Z', '3 years ago'],
])('S-2.12 the age of %s is "%s", however old it is, and never in the future', (at, words) => {
  expect(readableAge(new Date(at), now)).toBe(words)
})

test('a date without a time stays the same day', () => {
  expect(readableDay('2026-11-12')).toBe('12 Nov 2026')
  expect(readableDay('soon')).toBe('soon')
})

test('a month is that of the campus, wherever the browser is', () => {
  expect(readableMonth('2026-11')).toBe('November 2026')
  expect(readableMonth(new Date('2026-11-30T16:00:00Z'))).toBe('December 2026')
})

test("the full time shows day, time and the campus's time zone", () => {
  expect(fullTime(now)).toMatch(/^Saturday,? 21 Nov 2026.*12:00 GMT\+8$/)
})

test('D-94 a time of another day of the campus is shown with its day', () => {
  expect(readableTime(new Date('2026-11-21T03:59:00Z'), now)).toBe('11:59')
  expect(readableTime(new Date('2026-11-20T16:00:00Z'), now)).toBe('00:00')
  expect(readableTime(new Date('2026-11-20T15:59:00Z'), now)).toBe('20 Nov, 23:59')
})
