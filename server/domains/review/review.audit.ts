import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import { changed } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'

type Done = {
  action: `submission.${string}`
  submissionId: number
  /** Who did it. */
  operatorId: number
  at: Date
  changes: Change[]
}

/** Writes down what was done to a receipt. */
export async function noteDone(tx: Queryable, { submissionId, changes, ...done }: Done): Promise<void> {
  await recordAudit(tx, { ...done, subjectKind: 'submission', subjectId: submissionId, ...changed(changes) })
}
