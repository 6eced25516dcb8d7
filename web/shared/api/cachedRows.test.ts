import { expect, test } from 'vitest'
import { mapRows, rowsOf } from './cachedRows.ts'

type Row = { id: number; name?: string }
const [one, two, three]: Row[] = [{ id: 1 }, { id: 2 }, { id: 3 }]
const pages = { pages: [{ data: [one, two] }, { data: [three] }], pageParams: [1, 2] } as { pages: { data: Row[] }[] }

test('D-46 the rows of one thing, of a list and of the pages of a list', () => {
  expect(rowsOf<Row>({ data: { id: 1 } })).toEqual([one])
  expect(rowsOf<Row>({ data: [{ id: 1 }, { id: 2 }] })).toEqual([one, two])
  expect(rowsOf(pages)).toEqual([one, two, three])
  expect(rowsOf(undefined)).toEqual([])
})

test('D-46 a change keeps the rest of an answer, and removes rows only from lists', () => {
  const change = (row: Row) => (row.id === 2 ? undefined : { ...row, name: 'changed' })
  const [first, last] = [one, three].map((row) => ({ ...row, name: 'changed' }))
  expect(mapRows(pages, change)).toEqual({ pages: [{ data: [first] }, { data: [last] }], pageParams: [1, 2] })
  expect(mapRows<Row>({ data: [{ id: 1 }, { id: 2 }] }, change)).toEqual({ data: [first] })
  expect(mapRows<Row>({ data: { id: 2 } }, change)).toEqual({ data: two })
})
