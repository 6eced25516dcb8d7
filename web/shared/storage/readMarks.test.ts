import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { unreadCount } = await import('./readMarks.ts')

const on = (id: number, day: string) => ({ id, published_at: `2026-11-${day}T01:00:00Z` })
const rows = [on(5, '20'), on(4, '12'), on(3, '10'), on(2, '02')]

test('S-2.14 announcements from before the account count as read, and no older page is loaded', () => {
  const read = { ids: [], since: '2026-11-11T08:00:00Z' }
  expect(unreadCount(read, { rows, hasNextPage: true })).toBe(2)
  expect(unreadCount({ ...read, ids: [4] }, { rows, hasNextPage: true })).toBe(1)
})

test('S-2.14 more pages are loaded while all announcements are newer than the account', () => {
  expect(unreadCount({ ids: [], since: '2026-10-01T00:00:00Z' }, { rows, hasNextPage: true })).toBeUndefined()
  expect(unreadCount({ ids: [5], since: '2026-10-01T00:00:00Z' }, { rows, hasNextPage: false })).toBe(3)
})

test('S-2.14 all announcements count if the account has no date; withdrawn ones that were read do not', () => {
  expect(unreadCount({ ids: [4, 99], since: undefined }, { rows, hasNextPage: false })).toBe(3)
  expect(unreadCount({ ids: [], since: undefined }, { rows, hasNextPage: true })).toBeUndefined()
})

test('S-2.14 counting stops beyond 99', () => {
  const many = Array.from({ length: 105 }, (_, place) => on(place, '20'))
  expect(unreadCount({ ids: [], since: undefined }, { rows: many, hasNextPage: true })).toBe(105)
})
