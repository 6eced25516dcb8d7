import type { Queryable } from '../db/database.ts'

/** Holds for a submission `s` of somebody, or from a merchant, too near to operator `$1` to be judged by them (D-50). */
export const TIED = `(
  s.merchant_id IN (SELECT t.merchant_id FROM operator_merchants t WHERE t.operator_id = $1)
  OR s.user_id IN (SELECT n.id FROM users n WHERE n.email_key IN (
    SELECT o.email_key FROM operators o WHERE o.id = $1
    UNION ALL SELECT a.email_key FROM operator_addresses a WHERE a.operator_id = $1)))`

/** Whether this operator is too near to a submission to judge it. */
export async function isTied(db: Queryable, operatorId: number, submissionId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.one',
    text: `SELECT FROM submissions s WHERE s.id = $2 AND ${TIED}`,
    values: [operatorId, submissionId],
  })
  return rowCount === 1
}
