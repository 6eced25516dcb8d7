import type { Queryable } from '../db/database.ts'

/**
 * What an operator did, to what, and which fields of it changed (D-55); null stands for the command line, where nobody is
 * signed in. People stand in it by id only.
 */
export type AuditEntry = {
  operatorId: number | null
  action: `${string}.${string}`
  subjectKind: string
  subjectId: number
  changedFields: string[]
  at: Date
}

/** Writes an entry of the append-only audit log; to be called in the transaction of the action itself. */
export async function recordAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  await tx.query({
    name: 'audit.record',
    text: `INSERT INTO audit_entries (operator_id, action, subject_kind, subject_id, changed_fields, created_at)
           VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [entry.operatorId, entry.action, entry.subjectKind, entry.subjectId, entry.changedFields, entry.at],
  })
}
