import { CONSOLE_PAGE_SIZE, PAGE_SIZE } from '@stampus/contract/limits'
import { nameKey } from '@stampus/contract/values/names'
import { plainText } from '@stampus/contract/values/typedText'
import type pg from 'pg'
import { errorCodeOf } from '../errors.ts'
import { type Parameter, raw, type Sql, sql } from './sql.ts'

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Like `likePattern`; an empty key, which marks alone leave, is found nowhere. */
export const searchPattern = (key: string): string => key && likePattern(key)

export function matchesPerson(of: string, search: string): Sql {
  const named = searchPattern(nameKey(search))
  const addressed = searchPattern(plainText(search).toLowerCase())
  return sql`(${raw(of)}.name_key LIKE ${named} OR lower(${raw(of)}.email) LIKE ${addressed})`
}

type Id = Sql | Parameter | number
type Ids = Sql | Parameter | readonly number[]

/** A number that PostgreSQL's planner does not see: else it would plan every call. */
export const unseen = (id: Id) => sql`(SELECT ${id}::bigint)`

export const anyId = (ids: Ids) => sql`ANY((SELECT ${ids}::bigint[])::bigint[])`

/** A member's submissions in order, from an index. PostgreSQL expects few and would read and sort them all. */
export const inOrder = (userId: Id, sort: 'asc' | 'desc' = 'desc') => sql`(
  SELECT id, created_at FROM submissions WHERE user_id = ${userId}
  ORDER BY created_at ${raw(sort)}, id ${raw(sort)} OFFSET 0)`

/** Without OFFSET PostgreSQL may look through all that the member has. */
export const ownById = (userId: Id, id: Id) => sql`
  (SELECT * FROM submissions WHERE id = ${id} OFFSET 0) s WHERE s.user_id = ${userId} AND s.status <> 'withdrawn'`

/** The first page has no parameter, so that the database reuses its plan; `name` says which it is. */
export function pageClause(page: number): { limit: Sql; name: string } {
  const limit = sql`LIMIT ${raw(PAGE_SIZE)}`
  if (page === 1) return { limit, name: 'first' }
  return { limit: sql`${limit} OFFSET ${(page - 1) * PAGE_SIZE}`, name: 'later' }
}

/** A page from 1, and the first row of the next one if there is one. */
export const consolePageClause = (page: number): Sql =>
  raw(`LIMIT ${CONSOLE_PAGE_SIZE + 1} OFFSET ${(page - 1) * CONSOLE_PAGE_SIZE}`)

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

export const violatesUnique = (error: unknown, constraint: string): boolean =>
  errorCodeOf(error) === UNIQUE_VIOLATION && (error as pg.DatabaseError).constraint === constraint

/** For `catch`: throws the error of the unique index that made the work fail, else the error as it is. */
export const orConflict =
  (errors: Record<string, () => Error>) =>
  (error: unknown): never => {
    const [, conflict] = Object.entries(errors).find(([index]) => violatesUnique(error, index)) ?? []
    throw conflict ? conflict() : error
  }

export const isLockTimeout = (error: unknown): boolean => errorCodeOf(error) === LOCK_NOT_AVAILABLE
