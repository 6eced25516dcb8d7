import type { Queryable } from '../db/database.ts'

/** What stood in a field before and after, as people would read it. */
export type Change = { field: string; before: string | null; after: string | null }

/**
 * What an operator did, to what, and which fields of it changed (D-55); null stands for the command line, where nobody is
 * signed in. People stand in it by id only; `changes` go to a table of their own, which an erasure may blank.
 */
export type AuditEntry = {
  operatorId: number | null
  action: `${string}.${string}`
  subjectKind: string
  subjectId: number
  changedFields: string[]
  changes?: Change[]
  at: Date
}

/** Writes an entry of the append-only audit log; to be called in the transaction of the action itself. */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx.query({
    name: 'audit.record',
    text: `WITH entry AS (
             INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id, changed_fields, created_at)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id)
           INSERT INTO audit_values (entry_id, changes) SELECT id, $7::jsonb FROM entry WHERE $7 IS NOT NULL`,
    values: [
      entry.operatorId,
      entry.action,
      entry.subjectKind,
      entry.subjectId,
      entry.changedFields,
      entry.at,
      entry.changes?.length ? JSON.stringify(entry.changes) : null,
    ],
  })
}
