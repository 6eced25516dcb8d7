import type { Queryable } from '../../platform/db/database.ts'
import { raw, sql } from '../../platform/db/sql.ts'

/**
 * The ids of the merchants that an operator or a member belongs to: as one of its people or owners, or as a manager recorded. A text is
 * a column, or a parameter of a statement that numbers its own.
 */
export const merchantsOf = (kind: 'operator' | 'member', id: unknown) => sql`(
  SELECT t.with_id FROM ties t
  WHERE t.kind = ${raw(`'${kind}'`)} AND t.id = ${typeof id === 'string' ? raw(id) : id} AND t.with_kind = 'merchant')`

/** Whether an operator belongs to this merchant. */
export async function belongsTo(db: Queryable, operatorId: number, merchantId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.merchant',
    text: `SELECT WHERE $2 IN ${merchantsOf('operator', '$1')}`,
    values: [operatorId, merchantId],
  })
  return rowCount === 1
}

/** Whether an address, in the form of `emailKey`, is one of an operator. */
export async function isAddressOf(db: Queryable, operatorId: number, emailKey: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM known_addresses WHERE kind = 'operator' AND id = $1 AND email_key = $2 LIMIT 1`,
    values: [operatorId, emailKey],
  })
  return rowCount === 1
}
