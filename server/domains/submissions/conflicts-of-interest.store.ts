import type { Queryable } from '../../platform/db/database.ts'
import { merchantsOf } from '../own-accounts/ties.store.ts'

/**
 * SQL condition: this operator (`$1` or a column) may neither see nor judge submission `s`, because it is their own
 * or comes from their own merchant.
 */
export const hasConflict = (operator: string) => `(
  s.merchant_id IN ${merchantsOf('operator', operator)}
  OR s.user_id IN ${accountsOf(operator)})`

const accountsOf = (operator: string) => `(SELECT a.user_id FROM own_accounts a WHERE a.operator_id = ${operator})`

/** SQL condition: operator `$1` has a conflict of interest with submission `s`. */
export const HAS_CONFLICT = hasConflict('$1')

export async function hasConflictOfInterest(db: Queryable, operatorId: number, submissionId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.one',
    text: `SELECT FROM submissions s WHERE s.id = $2 AND ${HAS_CONFLICT}`,
    values: [operatorId, submissionId],
  })
  return rowCount === 1
}

/** The merchants and the members whose submissions this operator may neither see nor judge. */
export async function findConflicts(
  db: Queryable,
  operatorId: number,
): Promise<{ merchantIds: number[]; userIds: number[] }> {
  const { rows } = await db.query<{ merchantIds: number[]; userIds: number[] }>({
    name: 'ties.all',
    text: `SELECT ARRAY${merchantsOf('operator', '$1')} AS "merchantIds", ARRAY${accountsOf('$1')} AS "userIds"`,
    values: [operatorId],
  })
  const [row] = rows
  if (!row) throw new Error('The ties of an operator were not read')
  return row
}
