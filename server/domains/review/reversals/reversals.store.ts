import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import { maybe, maybeValue, value } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { NOTICE, type ReceiptNotice } from '../decisions.store.ts'

/** `status` is the new status. */
export type Reversal = {
  decisionId: number
  submissionId: number
  operatorId: number
  status: Status
  reason: string
  at: Date
}

/** The decision that it reverses must be revoked first. */
export function insertReversal(tx: Queryable, given: Reversal): Promise<number> {
  const { decisionId: decision_id, submissionId: submission_id, operatorId: operator_id, status, reason } = given
  const reversal = { decision_id, submission_id, operator_id, status, reason, created_at: given.at }
  return value(tx)`${insert('reversals', reversal)} RETURNING id`
}

export const findOpenAppeal = (tx: Queryable, submissionId: number) =>
  maybeValue(tx)`SELECT id FROM appeals WHERE submission_id = ${submissionId} AND is_open`

export type ReversalNotice = ReceiptNotice & {
  was: 'approved' | 'rejected'
  status: Status
  reason: string
  /** The stamps that the reversal gave or took. */
  stamps: number
  /** The member's balance when the mail is sent. */
  balance: number
}

/** Undefined if the new decision was reversed, the receipt withdrawn or the account deleted meanwhile. */
export const findReversalNotice = (db: Queryable, id: number) => maybe<ReversalNotice>(db)`
  SELECT was.status AS was, r.status, r.reason, greatest(d.stamps, was.stamps) AS stamps, ${NOTICE},
    (SELECT coalesce(sum(l.stamps), 0)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance
  FROM reversals r
  JOIN decisions was ON was.id = r.decision_id
  JOIN submissions s ON s.id = r.submission_id
  JOIN merchants m ON m.id = s.merchant_id
  JOIN users u ON u.id = s.user_id
  LEFT JOIN decisions d ON r.status <> 'pending'
    AND d.id = (SELECT min(n.id) FROM decisions n WHERE n.submission_id = s.id AND n.id > was.id)
    AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)
  WHERE r.id = ${id} AND u.deleted_at IS NULL AND s.status <> 'withdrawn' AND (r.status = 'pending' OR d.id IS NOT NULL)`
