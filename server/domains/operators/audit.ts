import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'

type Done = {
  /** Who did it: an operator, or null for the command line. */
  by: number | null
  action: `operator.${string}`
  /** To whom. */
  to: number
  at: Date
  fields?: string[]
  changes?: Change[]
}

/** Writes down what was done to an operator. */
export async function noteDone(tx: Queryable, { by, action, to, at, changes, fields }: Done): Promise<void> {
  const changedFields = fields ?? changes?.map(({ field }) => field) ?? []
  const subject = { subjectKind: 'operator', subjectId: to, changedFields, ...(changes && { changes }) }
  await recordAudit(tx, { operatorId: by, action, ...subject, at })
}
