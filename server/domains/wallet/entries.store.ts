import { PAGE_SIZE } from '@stampus/contract/limits'
import type { StampEntry } from '@stampus/contract/wallet'
import type { Queryable } from '../../platform/db/database.ts'

/** An entry of the ledger as its member may see it. */
export type OwnEntryRow = {
  id: number
  kind: StampEntry['kind']
  stamps: number
  created_at: Date
  submission_id: number | null
  merchant: string | null
  amount_sen: number | null
  reason: string | null
}

/**
 * A page of a member's entries, from 1, the newest first, and where there is one the first of the next. What was undone
 * at once is left out in pairs; a reversal has a reason and stays.
 */
export async function listOwnEntries(db: Queryable, userId: number, page: number): Promise<OwnEntryRow[]> {
  const { rows } = await db.query<OwnEntryRow>({
    name: 'wallet.own-entries',
    text: `SELECT l.id, l.kind, l.stamps, l.created_at, s.id AS submission_id, m.name AS merchant, s.amount_sen,
        CASE l.kind WHEN 'undo' THEN r.reason ELSE c.reason END AS reason
      FROM ledger_entries l
      LEFT JOIN decisions d ON d.id = l.decision_id
      LEFT JOIN submissions s ON s.id = d.submission_id
      LEFT JOIN merchants m ON m.id = s.merchant_id
      LEFT JOIN reversals r ON r.decision_id = l.decision_id
      LEFT JOIN stamp_corrections c ON c.id = l.stamp_correction_id
      WHERE l.user_id = $1
        AND (r.id IS NOT NULL OR NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = l.decision_id))
      ORDER BY l.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $2`,
    values: [userId, (page - 1) * PAGE_SIZE],
  })
  return rows
}
