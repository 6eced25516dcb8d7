import type { Queryable } from '../../platform/db/database.ts'
import type { Standing } from '../accounts/deleted-accounts.store.ts'

const REJECTIONS = 3

/** Whether a member owes stamps, had approvals reversed, or has three rejected receipts. */
export async function findStanding(tx: Queryable, userId: number): Promise<Standing> {
  const { rows } = await tx.query<Standing>({
    text: `SELECT coalesce((SELECT sum(l.stamps) FROM ledger_entries l WHERE l.user_id = $1), 0) < 0 AS negative_balance,
        EXISTS (SELECT FROM submissions s JOIN reversals r ON r.submission_id = s.id
          JOIN decisions d ON d.id = r.decision_id
          WHERE s.user_id = $1 AND d.status = 'approved') AS reversals,
        (SELECT count(*) FROM submissions s WHERE s.user_id = $1 AND s.status = 'rejected') >= ${REJECTIONS} AS rejections`,
    values: [userId],
  })
  const [standing] = rows
  if (!standing) throw new Error('A standing has one row')
  return standing
}
