import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Recipient } from '../../../platform/mail/layout.ts'
import { NAMED, type NamedReceipt } from '../decisions.store.ts'

/** A manager's reversal of a decision after its undo time. `status` is the new status. */
export type Reversal = {
  decisionId: number
  submissionId: number
  operatorId: number
  status: Status
  reason: string
  at: Date
}

/** Inserts a reversal and returns its id. Its decision must be revoked first. */
export async function insertReversal(tx: Queryable, given: Reversal): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO reversals (decision_id, submission_id, operator_id, status, reason, created_at)
      VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    values: [given.decisionId, given.submissionId, given.operatorId, given.status, given.reason, given.at],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a reversal returned no row')
  return row.id
}

export async function findOpenAppeal(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: 'SELECT id FROM appeals WHERE submission_id = $1 AND is_open',
    values: [submissionId],
  })
  return rows[0]?.id
}

export type ReversalNotice = NamedReceipt &
  Recipient & {
    was: 'approved' | 'rejected'
    status: Status
    reason: string
    /** The stamps that the reversal gave or took. */
    stamps: number
    submissionId: number
    name: string
    /** The member's balance when the mail is sent. */
    balance: number
  }

/**
 * Finds a reversal with its owner, unless the new decision was reversed or the receipt withdrawn meanwhile, or the
 * account is deleted.
 */
export async function findReversalNotice(db: Queryable, id: number): Promise<ReversalNotice | undefined> {
  const { rows } = await db.query<ReversalNotice>({
    text: `SELECT was.status AS was, r.status, r.reason, greatest(d.stamps, was.stamps) AS stamps, s.id AS "submissionId",
        ${NAMED}, u.name, u.email, u.language,
        (SELECT coalesce(sum(l.stamps), 0)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance
      FROM reversals r
      JOIN decisions was ON was.id = r.decision_id
      JOIN submissions s ON s.id = r.submission_id
      JOIN merchants m ON m.id = s.merchant_id
      JOIN users u ON u.id = s.user_id
      LEFT JOIN decisions d ON r.status <> 'pending'
        AND d.id = (SELECT min(n.id) FROM decisions n WHERE n.submission_id = s.id AND n.id > was.id)
        AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)
      WHERE r.id = $1 AND u.deleted_at IS NULL AND s.status <> 'withdrawn' AND (r.status = 'pending' OR d.id IS NOT NULL)`,
    values: [id],
  })
  return rows[0]
}
