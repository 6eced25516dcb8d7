import type { Queryable } from '../../platform/db/database.ts'
import { TIED } from '../submissions/conflicts-of-interest.ts'

/** Whether this operator is too near to a submission to judge it. */
export async function isTied(db: Queryable, operatorId: number, submissionId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.one',
    text: `SELECT FROM submissions s WHERE s.id = $2 AND ${TIED}`,
    values: [operatorId, submissionId],
  })
  return rowCount === 1
}

/** Whether a merchant is one of this operator's own. */
export async function belongsTo(db: Queryable, operatorId: number, merchantId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.merchant',
    text: 'SELECT FROM operator_merchants WHERE operator_id = $1 AND merchant_id = $2',
    values: [operatorId, merchantId],
  })
  return rowCount === 1
}
