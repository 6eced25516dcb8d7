import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { readableAge, readableDay, readableTime, fullTime } = await import('./dates.ts')

const now = new Date('2026-11-21T04:00:00Z')
const age = (at: string) => readableAge(new Date(at), now)

test('S-2.12 an age is shown in words', () => {
  expect(age('2026-11-21T03:59:30Z')).toBe('just now')
  expect(age('2026-11-21T03:58:00Z')).toBe('2 minutes ago')
  expect(age('2026-11-21T02:00:00Z')).toBe('2 hours ago')
  expect(age('2026-11-20T03:00:00Z')).toBe('yesterday')
  expect(age('2026-11-15T03:00:00Z')).toBe('6 days ago')
})

test('S-2.12 an age stays relative, however old it is', () => {
  expect(age('2026-11-14T04:00:00Z')).toBe('last week')
  expect(age('2026-11-03T04:00:00Z')).toBe('2 weeks ago')
  expect(age('2026-09-11T17:00:00Z')).toBe('2 months ago')
  expect(age('2025-11-21T04:00:00Z')).toBe('last year')
  expect(age('2023-06-21T04:00:00Z')).toBe('3 years ago')
})

test('S-2.12 a time slightly in the future shows as just now', () => {
  expect(age('2026-11-21T04:00:20Z')).toBe('just now')
})

test('a date without a time stays the same day', () => {
  expect(readableDay('2026-11-12')).toBe('12 Nov 2026')
  expect(readableDay('soon')).toBe('soon')
})

test("the full time shows day, time and the campus's time zone", () => {
  expect(fullTime(now)).toMatch(/^Saturday,? 21 Nov 2026.*12:00 GMT\+8$/)
})

test('D-94 a time of another day of the campus is shown with its day', () => {
  expect(readableTime(new Date('2026-11-21T03:59:00Z'), now)).toBe('11:59')
  expect(readableTime(new Date('2026-11-20T16:00:00Z'), now)).toBe('00:00')
  expect(readableTime(new Date('2026-11-20T15:59:00Z'), now)).toBe('20 Nov, 23:59')
})
