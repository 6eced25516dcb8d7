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
