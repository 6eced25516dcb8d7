import { expect, test } from 'vitest'
import { hasAnotherPage, uniqueRows } from './endless.ts'

const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id })) })
const withMeta = (has_more: boolean, ...ids: number[]) => ({
  ...page(...ids),
  meta: { current_page: 1, per_page: 2, has_more },
})

test('D-34 a row that moved to the next page appears in the list once', () => {
  expect(uniqueRows([page(1, 2), page(2, 3)])).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('D-34 a list continues as its meta says, even if it repeats a whole page', () => {
  expect(hasAnotherPage([withMeta(true, 1)], 15)).toBe(true)
  expect(hasAnotherPage([withMeta(false, 1, 2)], 2)).toBe(false)
  expect(hasAnotherPage([withMeta(true, 1, 2), withMeta(true, 1, 2)], 2)).toBe(true)
})

test('S-9.02 without meta, a full page continues the list and a short one ends it', () => {
  expect(hasAnotherPage([page(1, 2)], 2)).toBe(true)
  expect(hasAnotherPage([page(1, 2), page(3)], 2)).toBe(false)
  expect(hasAnotherPage([], 2)).toBe(false)
})

test('D-34 without meta, a list ends when the server repeats a page', () => {
  expect(hasAnotherPage([page(1, 2), page(1, 2)], 2)).toBe(false)
})
