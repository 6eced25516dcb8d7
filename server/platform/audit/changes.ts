import type { Queryable } from '../db/database.ts'
import { type AuditEntry, type Change, recordAudit } from './audit.store.ts'

/** A thing as people would read it, field by field. */
export type Described = Record<string, string | null>

/** The fields that differ, with what stood in them before and after; for an added thing nothing stood there before. */
export function changesBetween(before: Described, after: Described): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after)
}

type Deed = { operatorId: number; action: AuditEntry['action']; id: number; at: Date }

/** Writes down what was done to a thing of the kind that the action names; where nothing differs nothing was done. */
export async function recordChanges(
  tx: Queryable,
  { operatorId, action, id, at }: Deed,
  before: Described,
  after: Described,
): Promise<void> {
  const changes = changesBetween(before, after)
  const [subjectKind = ''] = action.split('.')
  if (changes.length > 0)
    await recordAudit(tx, { operatorId, action, subjectKind, subjectId: id, ...changed(changes), at })
}

/** What `recordAudit` takes of changes: their fields, and the values. */
export function changed(changes: Change[]): { changedFields: string[]; changes: Change[] } {
  return { changedFields: changes.map(({ field }) => field), changes }
}

/** Changes without the addresses in a field, which would outlive their people's accounts: how many there are stands for them. */
export function counted(changes: Change[], field: string): Change[] {
  const numberOf = (joined: string | null) => joined && String(joined.split(', ').length)
  return changes.map((change) =>
    change.field === field ? { field, before: numberOf(change.before), after: numberOf(change.after) } : change,
  )
}
