import type { Queryable } from '../db/database.ts'
import { TIED } from '../submissions/ties.store.ts'

/** Whether this operator is too near to a submission to judge it. */
export async function isTied(db: Queryable, operatorId: number, submissionId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.one',
    text: `SELECT FROM submissions s WHERE s.id = $2 AND ${TIED}`,
    values: [operatorId, submissionId],
  })
  return rowCount === 1
}
