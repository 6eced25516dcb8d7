import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const { readableAge, readableDay, fullTime } = await import('./dates.ts')

const now = new Date('2026-11-21T04:00:00Z')
const age = (at: string) => readableAge(new Date(at), now)

test('S-2.12 an age reads as people say it', () => {
  expect(age('2026-11-21T03:59:30Z')).toBe('just now')
  expect(age('2026-11-21T03:58:00Z')).toBe('2 minutes ago')
  expect(age('2026-11-21T02:00:00Z')).toBe('2 hours ago')
  expect(age('2026-11-20T03:00:00Z')).toBe('yesterday')
  expect(age('2026-11-15T03:00:00Z')).toBe('6 days ago')
})

test('S-2.12 an age stays relative however long ago it was', () => {
  expect(age('2026-11-14T04:00:00Z')).toBe('last week')
  expect(age('2026-11-03T04:00:00Z')).toBe('2 weeks ago')
  expect(age('2026-09-11T17:00:00Z')).toBe('2 months ago')
  expect(age('2025-11-21T04:00:00Z')).toBe('last year')
  expect(age('2023-06-21T04:00:00Z')).toBe('3 years ago')
})

test('S-2.12 a clock that is a little off shows nothing from the future', () => {
  expect(age('2026-11-21T04:00:20Z')).toBe('just now')
})

test('a day of the wire stays that day', () => {
  expect(readableDay('2026-11-12')).toBe('12 Nov 2026')
  expect(readableDay('soon')).toBe('soon')
})

test('the full time names day, hour and zone of the campus', () => {
  expect(fullTime(now)).toMatch(/^Saturday,? 21 Nov 2026.*12:00 GMT\+8$/)
})
