import type { Queryable } from '../../../platform/db/database.ts'
import { markEscalated } from '../../submissions/reviewed-submissions.store.ts'

export type Escalation = { submissionId: number; operatorId: number; note: string; at: Date }

/** Escalates a receipt to managers. Returns false when it was escalated before. */
export async function insertEscalation(tx: Queryable, given: Escalation): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'escalations.insert',
    text: `INSERT INTO escalations (submission_id, operator_id, note, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (submission_id) DO NOTHING`,
    values: [given.submissionId, given.operatorId, given.note, given.at],
  })
  if (rowCount !== 1) return false
  await markEscalated(tx, given.submissionId, true)
  return true
}

export async function findEscalation(tx: Queryable, submissionId: number): Promise<Escalation | undefined> {
  const { rows } = await tx.query<Escalation>({
    name: 'escalations.find',
    text: `SELECT submission_id AS "submissionId", operator_id AS "operatorId", note, created_at AS at
           FROM escalations WHERE submission_id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

/** Removes an escalation. */
export async function deleteEscalation(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'escalations.delete',
    text: 'DELETE FROM escalations WHERE submission_id = $1',
    values: [submissionId],
  })
  await markEscalated(tx, submissionId, false)
}
