import { CONSOLE_PAGE_SIZE, PAGE_SIZE } from '@stampus/contract/limits'

/** A pattern for LIKE that finds a text anywhere; `%`, `_` and the backslash in it stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The end of a list's statement: its LIMIT, the values it adds and what tells its name apart. */
type Paging = { limit: string; values: number[]; name: string }

/** A page of PAGE_SIZE rows, from 1. The first page takes no parameter, so that the database keeps its plan. */
export function pageClause(page: number, position: number): Paging {
  if (page === 1) return { limit: `LIMIT ${PAGE_SIZE}`, values: [], name: 'first' }
  return { limit: `LIMIT ${PAGE_SIZE} OFFSET $${position}`, values: [(page - 1) * PAGE_SIZE], name: 'later' }
}

/** A page of a console list, from 1, and the first row of the next one where there is one. */
export function consolePageClause(page: number): string {
  return `LIMIT ${CONSOLE_PAGE_SIZE + 1} OFFSET ${(page - 1) * CONSOLE_PAGE_SIZE}`
}

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a statement failed because a row would stand twice under this unique index or constraint. */
export function violatesUnique(fault: unknown, constraint: string): boolean {
  return (
    fault instanceof Error &&
    'code' in fault &&
    fault.code === UNIQUE_VIOLATION &&
    'constraint' in fault &&
    fault.constraint === constraint
  )
}

/** Whether a statement waited for a lock longer than `lock_timeout` allows. */
export function isLockTimeout(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === LOCK_NOT_AVAILABLE
}
