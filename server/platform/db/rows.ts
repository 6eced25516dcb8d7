import pg from 'pg'
import type { Tables } from './schema.ts'
import { list, type Parameter, raw, type Sql, sql } from './sql.ts'

type Table = keyof Tables
type Column<T extends Table> = keyof Tables[T] & string

export type Row<T extends Table, C extends Column<T>> = Pick<Tables[T], C>

/** Values of a row, or SQL for a column, such as `version + 1`. */
type Given<T extends Table> = { readonly [C in Column<T>]?: Tables[T][C] | Sql | Parameter | undefined }

/** Keys that are no column make an error of the compiler. */
type OnlyColumns<T extends Table, R> = R & { readonly [Key in Exclude<keyof R, Column<T>>]: never }

/** The names come from code, not from requests; quoting makes sure. */
const quote = (name: string) => raw(pg.escapeIdentifier(name))

/** `u.id, u.name`: columns of the table that has this alias. */
export const columns = (alias: string, names: readonly string[]) => list(names.map((name) => raw(`${alias}.${name}`)))

/** `INSERT INTO … VALUES …`. A value that is undefined is NULL. */
export const insert = <T extends Table, R extends Given<T>>(table: T, row: OnlyColumns<T, R>): Sql =>
  sql`INSERT INTO ${raw(table)} (${list(Object.keys(row).map(quote))}) VALUES (${list(Object.values(row))})`

/** `UPDATE … SET …`, to be continued with WHERE. A value that is undefined leaves its column as it is. */
export function update<T extends Table, R extends Given<T>>(table: T, changes: OnlyColumns<T, R>): Sql {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return sql`UPDATE ${raw(table)} SET ${list(given.map(([name, value]) => sql`${quote(name)} = ${value}`))}`
}

type Rows<T extends Table> = readonly Partial<Record<Column<T>, unknown>>[]

/** Inserts many rows, which become JSON, with these columns. */
export function insertEach<T extends Table>(table: T, names: readonly Column<T>[], rows: Rows<T>): Sql {
  const [into, written] = [raw(table), list(names.map(quote))]
  const given = sql`json_populate_recordset(NULL::${into}, ${JSON.stringify(rows)})`
  return sql`INSERT INTO ${into} (${written}) SELECT ${written} FROM ${given}`
}
