import { expect, test } from 'vitest'
import { nestRows } from './nested.ts'

const nest = (row: object) => nestRows(Object.keys(row), [Object.values(row)])

test('columns with a dot become objects, and an object whose first column is null is null', () => {
  const row = {
    id: 1,
    'taken_back.at': null,
    'taken_back.by.id': null,
    'by.id': 2,
    'by.name': 'Aminah',
    'by.email': null,
  }
  expect(nest(row)).toEqual([{ id: 1, taken_back: null, by: { id: 2, name: 'Aminah', email: null } }])
})

test('an object in an object is null by itself', () => {
  const row = { 'by.id': 2, 'by.shop.id': null, 'by.shop.name': null }
  expect(nest(row)).toEqual([{ by: { id: 2, shop: null } }])
})

test('rows without such columns have one property each, and no rows are none', () => {
  expect(nest({ id: 1, name: null })).toEqual([{ id: 1, name: null }])
  expect(nestRows(['id'], [])).toEqual([])
})
