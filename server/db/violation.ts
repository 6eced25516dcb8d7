const UNIQUE_VIOLATION = '23505'

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
