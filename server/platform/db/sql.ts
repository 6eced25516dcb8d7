import { CONSOLE_PAGE_SIZE, PAGE_SIZE } from '@stampus/contract/limits'
import { nameKey } from '@stampus/contract/values/names'
import { plainText } from '@stampus/contract/values/typedText'

/** A LIKE pattern that finds the text anywhere; `%`, `_` and backslashes in it are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** As `likePattern` for what somebody searches: marks alone, of which a key has nothing left, are found nowhere. */
export function searchPattern(key: string): string {
  return key && likePattern(key)
}

/**
 * SQL condition: a person has this text in the name or the address. `of` is the alias of their row, and `add` adds a value to
 * those of the query and returns its parameter.
 */
export function matchesPerson(of: string, search: string, add: (value: unknown) => string): string {
  const named = `${of}.name_key LIKE ${add(searchPattern(nameKey(search)))}`
  return `(${named} OR lower(${of}.email) LIKE ${add(searchPattern(plainText(search).toLowerCase()))})`
}

/** SQL: a parameter that PostgreSQL's planner does not see. Seeing how many rows it leads to, it would plan every call. */
export const unseen = (parameter: string) => `(SELECT ${parameter}::bigint)`

/** SQL: any of the ids in a parameter, whose number the planner does not see. */
export const anyId = (parameter: string) => `ANY((SELECT ${parameter}::bigint[])::bigint[])`

/**
 * SQL: the ids and times of a member's submissions in order, read from an index. PostgreSQL expects few submissions of a member
 * and would read and sort all of them for the first few.
 */
export const inOrder = (userId: string, sort: 'asc' | 'desc' = 'desc') =>
  `(SELECT id, created_at FROM submissions WHERE user_id = ${userId} ORDER BY created_at ${sort}, id ${sort} OFFSET 0)`

/** SQL: submission `$2` if it belongs to member `$1`. Without OFFSET PostgreSQL may look through all that the member has. */
export const ownById = (userId: string, id: string) =>
  `(SELECT * FROM submissions WHERE id = ${id} OFFSET 0) s WHERE s.user_id = ${userId} AND s.status <> 'withdrawn'`

/** The LIMIT of a list statement, its extra values, and a suffix for the statement's name. */
type PageClause = { limit: string; values: number[]; name: string }

/** A page of PAGE_SIZE rows, from 1. The first page has no parameter, so that the database reuses its plan. */
export function pageClause(page: number, position: number): PageClause {
  if (page === 1) return { limit: `LIMIT ${PAGE_SIZE}`, values: [], name: 'first' }
  return { limit: `LIMIT ${PAGE_SIZE} OFFSET $${position}`, values: [(page - 1) * PAGE_SIZE], name: 'later' }
}

/** A page of a console list, from 1, and the first row of the next page if there is one. */
export function consolePageClause(page: number): string {
  return `LIMIT ${CONSOLE_PAGE_SIZE + 1} OFFSET ${(page - 1) * CONSOLE_PAGE_SIZE}`
}

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

/** True if a statement failed because of this unique index or constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === UNIQUE_VIOLATION &&
    'constraint' in error &&
    error.constraint === constraint
  )
}

/** True if a statement waited for a lock longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}
