import type { Queryable } from '../../platform/db/database.ts'
import { consolePageClause } from '../../platform/db/sql.ts'

/** A member's balance in stamps: the sum of their ledger entries; may be negative (D-45). */
export async function balanceOf(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ balance: number }>({
    name: 'wallet.balance',
    text: 'SELECT COALESCE(sum(stamps), 0)::bigint AS balance FROM ledger_entries WHERE user_id = $1',
    values: [userId],
  })
  return rows[0]?.balance ?? 0
}

/** Adds the stamps of an approval to its owner's ledger. Nothing is entered for none. */
export async function credit(
  tx: Queryable,
  given: { userId: number; decisionId: number; stamps: number; at: Date },
): Promise<void> {
  if (given.stamps === 0) return
  await tx.query({
    name: 'wallet.credit',
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
           VALUES ($1, 'approval', $2, $3, $4)`,
    values: [given.userId, given.stamps, given.decisionId, given.at],
  })
}

/** Enters the opposite of what a decision had credited, where it had credited any; the ledger itself is never edited. */
export async function counterCredit(tx: Queryable, given: { decisionId: number; at: Date }): Promise<void> {
  await tx.query({
    name: 'wallet.counter',
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
           SELECT user_id, 'undo', -stamps, decision_id, $2
           FROM ledger_entries WHERE decision_id = $1 AND kind = 'approval'`,
    values: [given.decisionId, given.at],
  })
}

/** An entry of a member's ledger: of a decision on a submission, or of a correction with its reason. */
export type WalletEntryRow = {
  id: number
  kind: 'approval' | 'undo' | 'correction'
  stamps: number
  created_at: Date
  submission_id: number | null
  reason: string | null
  operator: string | null
}

/** A page of a member's entries, from 1, the newest first, and where there is one the first of the next. */
export async function listEntries(db: Queryable, userId: number, page: number): Promise<WalletEntryRow[]> {
  const { rows } = await db.query<WalletEntryRow>({
    text: `SELECT l.id, l.kind, l.stamps, l.created_at, d.submission_id, c.reason, o.name AS operator
      FROM ledger_entries l
      LEFT JOIN decisions d ON d.id = l.decision_id
      LEFT JOIN stamp_corrections c ON c.id = l.stamp_correction_id
      LEFT JOIN operators o ON o.id = c.operator_id
      WHERE l.user_id = $1 ORDER BY l.id DESC ${consolePageClause(page)}`,
    values: [userId],
  })
  return rows
}

/** Whether somebody is or was a member. */
export async function hasWallet(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'SELECT FROM users WHERE id = $1', values: [userId] })
  return rowCount === 1
}
