import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from './database.ts'
import { names, pick } from './names.ts'
import { many, maybe, maybeValue, one, rowCount, run, some, value, values } from './query.ts'
import { columns, insert, insertEach, type Row, update } from './rows.ts'
import { all, list, parameter, raw, sql, statementOf } from './sql.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() => run(db.pool)`DELETE FROM categories`)
afterAll(() => db?.close())

const CATEGORY = names('id name', 'version')
type Category = Row<'categories', (typeof CATEGORY)[number]>

test('values become parameters, and pieces become part of the text with their values', () => {
  const named = sql`name = ${'Food'}`
  const whole = sql`SELECT ${raw(1)} FROM t WHERE ${all(named, undefined, false, sql`id IN (${list([1, 2])})`)}`
  expect(statementOf(whole)).toEqual({
    text: 'SELECT 1 FROM t WHERE name = $1 AND id IN ($2, $3)',
    values: ['Food', 1, 2],
  })
  expect(
    statementOf(sql`
    SELECT ${all()}`),
  ).toEqual({ text: 'SELECT true', values: [] })
  expect(statementOf(sql`SELECT`, 'test.named')).toEqual({ text: 'SELECT', values: [], name: 'test.named' })
})

test('a value in several places is one parameter', () => {
  const day = parameter('2026-02-01')
  const running = sql`start <= ${day} AND ${day} <= ${'end'}`
  expect(statementOf(sql`SELECT ${7} WHERE ${running} OR ${running}`)).toEqual({
    text: 'SELECT $1 WHERE start <= $2 AND $2 <= $3 OR start <= $2 AND $2 <= $4',
    values: [7, '2026-02-01', 'end', 'end'],
  })
})

test('rows are written by their columns', async () => {
  expect(columns('c', CATEGORY).texts).toEqual(['c.id, c.name, c.version'])
  expect(statementOf(insert('categories', { name: 'Food', version: undefined }))).toEqual({
    text: 'INSERT INTO categories ("name", "version") VALUES ($1, $2)',
    values: ['Food', undefined],
  })
  expect(statementOf(update('categories', { name: undefined, version: sql`version + ${1}` }))).toEqual({
    text: 'UPDATE categories SET "version" = version + $1',
    values: [1],
  })
  expect(await rowCount(db.pool)`${insertEach('categories', ['name'], [{ name: 'Food' }, { name: 'Drinks' }])}`).toBe(2)
  expect(pick({ id: 1, name: 'Food', more: true }, ['id', 'name'])).toEqual({ id: 1, name: 'Food' })
  // @ts-expect-error: the table has no such column.
  update('categories', { title: 'Food' })
  expect(await values<string>(db.pool)`SELECT name FROM categories ORDER BY id`).toEqual(['Food', 'Drinks'])
})

test('each verb reads what its name says', async () => {
  const id = await value(db.pool, 'test.insert')`${insert('categories', { name: 'Food' })} RETURNING id`
  const found = { id, name: 'Food', version: 1 }
  const query = sql`SELECT ${columns('c', CATEGORY)} FROM categories c`
  expect(await many<Category>(db.pool)`${query}`).toEqual([found])
  expect(await one<Category>(db.pool, 'test.one')`${query} WHERE id = ${id}`).toEqual(found)
  expect(await maybe<Category>(db.pool)`${query} WHERE id = ${0}`).toBeUndefined()
  expect(await maybeValue<string>(db.pool)`SELECT name FROM categories WHERE id = ${id}`).toBe('Food')
  expect(await maybeValue(db.pool)`SELECT id FROM categories WHERE id = ${0}`).toBeUndefined()
  expect(await some(db.pool)`SELECT FROM categories WHERE id = ${id}`).toBe(true)
  expect(await some(db.pool)`DELETE FROM categories WHERE id = ${0}`).toBe(false)
  await expect(value(db.pool)`
    SELECT id FROM categories WHERE id = ${0}`).rejects.toThrow('returned no row: SELECT id FROM categories')
})
