import type { Queryable } from '../../../platform/db/database.ts'

/** Who escalated a receipt to managers, why and when. */
export type Escalation = { submissionId: number; operatorId: number; note: string; at: Date }

/** Escalates a receipt to managers; false where that was done before. */
export async function insertEscalation(tx: Queryable, given: Escalation): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'escalations.insert',
    text: `WITH made AS (
             INSERT INTO escalations (submission_id, operator_id, note, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (submission_id) DO NOTHING RETURNING submission_id)
           UPDATE submissions SET handed_on = true FROM made WHERE id = made.submission_id`,
    values: [given.submissionId, given.operatorId, given.note, given.at],
  })
  return rowCount === 1
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

/** Takes an escalation back. */
export async function deleteEscalation(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'escalations.delete',
    text: `WITH gone AS (DELETE FROM escalations WHERE submission_id = $1 RETURNING submission_id)
           UPDATE submissions SET handed_on = false FROM gone WHERE id = gone.submission_id`,
    values: [submissionId],
  })
}
