import type pg from 'pg'
import type { Queryable } from './database.ts'
import { nestRows } from './nested.ts'
import { sql, statementOf } from './sql.ts'

/** Sends the SQL behind it. A connection prepares a named statement once: give each text a name of its own. */
const send =
  <Result>(db: Queryable, name: string | undefined, read: (result: pg.QueryResult, text: string) => Result) =>
  async (texts: TemplateStringsArray, ...given: unknown[]): Promise<Result> => {
    const statement = statementOf(sql(texts, ...given), name)
    return read(await db.query(statement), statement.text)
  }

/** All rows. Columns that are named like `member.name` become objects. */
export const many = <Row>(db: Queryable, name?: string) => send(db, name, ({ rows }) => nestRows(rows) as Row[])

export const maybe = <Row>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }) => nestRows(rows)[0] as Row | undefined)

/** The first row. Throws if there is none. */
export const one = <Row>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }, text) => first(nestRows(rows), text) as Row)

export const values = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }) => rows.map((row) => Object.values(row)[0] as Value))

export const maybeValue = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows: [row] }) => row && (Object.values(row)[0] as Value))

/** The first column of the first row, such as a count or the id of a new row. Throws if there is no row. */
export const value = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }, text) => Object.values(first(rows, text))[0] as Value)

export const rowCount = (db: Queryable, name?: string) => send(db, name, (result) => result.rowCount ?? 0)

export const some = (db: Queryable, name?: string) => send(db, name, (result) => Boolean(result.rowCount))

export const run = (db: Queryable, name?: string) => send(db, name, () => {})

function first(rows: pg.QueryResultRow[], text: string): pg.QueryResultRow {
  const [row] = rows
  if (!row) throw new Error(`A statement returned no row: ${text.slice(0, 80)}`)
  return row
}
