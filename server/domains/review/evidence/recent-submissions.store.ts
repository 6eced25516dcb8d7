import { DESK_RECENT } from '@stampus/contract/limits'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import { TIED } from '../../submissions/conflicts-of-interest.ts'

export type RecentRow = {
  whose: 'member' | 'merchant'
  id: number
  created_at: Date
  amount_sen: number
  status: Status
  member: string
  merchant: string
}

const OTHERS = 'SELECT s.id, s.created_at, s.amount_sen, s.status, s.user_id, s.merchant_id FROM submissions s'
const LATEST = `AND s.id <> asked.id AND NOT ${TIED} ORDER BY s.created_at DESC, s.id DESC LIMIT ${DESK_RECENT}`
const SHOWN = 'r.id, r.created_at, r.amount_sen, r.status'

/**
 * For each of these receipts the latest others of its member and of its merchant, the newest first, without those tied to
 * the operator.
 */
export async function findRecent(db: Queryable, operatorId: number, ids: number[]): Promise<Map<number, RecentRow[]>> {
  const { rows } = await db.query<RecentRow & { of: number }>({
    name: 'desk.recent',
    text: `SELECT asked.id AS of, r.*
           FROM submissions asked
           JOIN users u ON u.id = asked.user_id
           JOIN merchants m ON m.id = asked.merchant_id
           JOIN LATERAL (
             SELECT 'member' AS whose, ${SHOWN}, u.name AS member, at.name AS merchant
             FROM (${OTHERS} WHERE s.user_id = asked.user_id ${LATEST}) r JOIN merchants at ON at.id = r.merchant_id
             UNION ALL
             SELECT 'merchant', ${SHOWN}, by.name, m.name
             FROM (${OTHERS} WHERE s.merchant_id = asked.merchant_id ${LATEST}) r JOIN users by ON by.id = r.user_id
           ) r ON true
           WHERE asked.id = ANY($2)
           ORDER BY asked.id, r.created_at DESC, r.id DESC`,
    values: [operatorId, ids],
  })
  return Map.groupBy(rows, ({ of }) => of)
}
