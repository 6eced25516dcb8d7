import { expect, test } from 'vitest'
import { nestRows } from './nested.ts'

test('columns with a dot become objects, and an object whose first column is null is null', () => {
  const row = {
    id: 1,
    'taken_back.at': null,
    'taken_back.by.id': null,
    'by.id': 2,
    'by.name': 'Aminah',
    'by.email': null,
  }
  expect(nestRows([row])).toEqual([{ id: 1, taken_back: null, by: { id: 2, name: 'Aminah', email: null } }])
})

test('an object in an object is null by itself', () => {
  const row = { 'by.id': 2, 'by.shop.id': null, 'by.shop.name': null }
  expect(nestRows([row])).toEqual([{ by: { id: 2, shop: null } }])
})

test('rows without such columns stay as they are', () => {
  const rows = [{ id: 1 }]
  expect(nestRows(rows)).toBe(rows)
  expect(nestRows([])).toEqual([])
})
