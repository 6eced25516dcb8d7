import type { Queryable } from '../../platform/db/database.ts'

/** Whether the operator belongs to this merchant. */
export async function belongsTo(db: Queryable, operatorId: number, merchantId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.merchant',
    text: 'SELECT FROM operator_merchants WHERE operator_id = $1 AND merchant_id = $2',
    values: [operatorId, merchantId],
  })
  return rowCount === 1
}
