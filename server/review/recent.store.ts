import { DESK_RECENT } from '@stampus/contract/limits'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../db/database.ts'

export type RecentRow = {
  whose: 'member' | 'merchant'
  id: number
  created_at: Date
  amount_sen: number
  status: Status
  member: string
  merchant: string
}

const OTHERS = `SELECT id, created_at, amount_sen, status, user_id, merchant_id FROM submissions`
const LATEST = `AND id <> s.id ORDER BY created_at DESC, id DESC LIMIT ${DESK_RECENT}`
const SHOWN = 'r.id, r.created_at, r.amount_sen, r.status'

/** For each of these the latest other receipts of its member and of its merchant, the newest first. */
export async function findRecent(db: Queryable, ids: number[]): Promise<Map<number, RecentRow[]>> {
  const { rows } = await db.query<RecentRow & { of: number }>({
    name: 'desk.recent',
    text: `SELECT s.id AS of, r.*
           FROM submissions s
           JOIN users u ON u.id = s.user_id
           JOIN merchants m ON m.id = s.merchant_id
           JOIN LATERAL (
             SELECT 'member' AS whose, ${SHOWN}, u.name AS member, at.name AS merchant
             FROM (${OTHERS} WHERE user_id = s.user_id ${LATEST}) r JOIN merchants at ON at.id = r.merchant_id
             UNION ALL
             SELECT 'merchant', ${SHOWN}, by.name, m.name
             FROM (${OTHERS} WHERE merchant_id = s.merchant_id ${LATEST}) r JOIN users by ON by.id = r.user_id
           ) r ON true
           WHERE s.id = ANY($1)
           ORDER BY s.id, r.created_at DESC, r.id DESC`,
    values: [ids],
  })
  return Map.groupBy(rows, ({ of }) => of)
}
