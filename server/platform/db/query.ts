import type pg from 'pg'
import type { Queryable } from './database.ts'
import { nestRows } from './nested.ts'
import { sql, statementOf } from './sql.ts'

type Answer = Pick<pg.QueryArrayResult<unknown[]>, 'fields' | 'rows' | 'rowCount'>

/** Sends the SQL behind it. A connection prepares a named statement once: give each text a name of its own. */
const send =
  <Result>(db: Queryable, name: string | undefined, read: (answer: Answer, text: string) => Result) =>
  async (texts: TemplateStringsArray, ...given: unknown[]): Promise<Result> => {
    const statement = { ...statementOf(sql(texts, ...given), name), rowMode: 'array' }
    return read((await db.query(statement)) as unknown as Answer, statement.text)
  }

const objectsOf = ({ fields, rows }: Answer) =>
  nestRows(
    fields.map(({ name }) => name),
    rows,
  )

/** All rows. Columns that are named like `member.name` become objects. */
export const many = <Row>(db: Queryable, name?: string) => send(db, name, (answer) => objectsOf(answer) as Row[])

export const maybe = <Row>(db: Queryable, name?: string) =>
  send(db, name, (answer) => objectsOf(answer)[0] as Row | undefined)

/** The first row. Throws if there is none. */
export const one = <Row>(db: Queryable, name?: string) =>
  send(db, name, (answer, text) => first(objectsOf(answer), text) as Row)

export const values = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }) => rows.map(([found]) => found as Value))

export const maybeValue = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows: [row] }) => row?.[0] as Value | undefined)

/** The first column of the first row, such as a count or the id of a new row. Throws if there is no row. */
export const value = <Value = number>(db: Queryable, name?: string) =>
  send(db, name, ({ rows }, text) => first(rows, text)[0] as Value)

export const rowCount = (db: Queryable, name?: string) => send(db, name, (answer) => answer.rowCount ?? 0)

export const some = (db: Queryable, name?: string) => send(db, name, (answer) => Boolean(answer.rowCount))

export const run = (db: Queryable, name?: string) => send(db, name, () => {})

function first<Row>(rows: Row[], text: string): Row {
  const [row] = rows
  if (!row) throw new Error(`A statement returned no row: ${text.slice(0, 80)}`)
  return row
}
