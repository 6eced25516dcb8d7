import { expect, test } from 'vitest'
import { unreadCount } from './unread.ts'

test('S-2.14 once every read announcement is met, the rest of the total is unread', () => {
  expect(unreadCount([], { ids: [5, 4], total: 20, hasNextPage: true })).toBe(20)
  expect(unreadCount([4], { ids: [5, 4], total: 20, hasNextPage: true })).toBe(19)
})

test('S-2.14 a read announcement on a later page asks for more pages', () => {
  expect(unreadCount([1], { ids: [5, 4], total: 20, hasNextPage: true })).toBeUndefined()
  expect(unreadCount([], { ids: [5, 4], total: undefined, hasNextPage: true })).toBeUndefined()
})

test('S-2.14 at the end of the list a withdrawn announcement that was read counts nothing', () => {
  expect(unreadCount([4, 99], { ids: [5, 4, 3], total: 3, hasNextPage: false })).toBe(2)
})
