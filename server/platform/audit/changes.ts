import type { Change } from './audit.store.ts'

export type AuditValues = Record<string, string | null>

/** A value for each field of a form, some under another name. A new field of the contract is then a type error. */
export type AuditValuesOf<Input, Names extends Partial<Record<keyof Input, string>>> = {
  [Field in keyof Input as Field extends keyof Names ? Names[Field] & string : Field]-?: string | null
}

/** `before` is empty for an added record, `after` for a removed one. */
export const changesBetween = (before: AuditValues, after: AuditValues): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after)

export const withFieldNames = (changes: Change[]): { changedFields: string[]; changes: Change[] } => ({
  changedFields: changes.map(({ field }) => field),
  changes,
})

/** Replaces addresses by their number, because the log outlives the accounts of these people. */
export function countAddresses(changes: Change[], field: string): Change[] {
  const numberOf = (joined: string | null) => joined && String(joined.split(', ').length)
  return changes.map((change) =>
    change.field === field ? { field, before: numberOf(change.before), after: numberOf(change.after) } : change,
  )
}
