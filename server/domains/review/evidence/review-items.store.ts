import type { ConfirmationState } from '@stampus/contract/console/confirmations'
import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import { DESK_RECENT_MAX } from '@stampus/contract/limits'
import type { FactName } from '@stampus/contract/ocrPreview'
import type { Status } from '@stampus/contract/submissions'
import { anyId, inOrder } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { raw } from '../../../platform/db/sql.ts'
import { FILLED_IN } from '../../receipt-ocr/filled-in/filled-in.store.ts'
import { HAS_CONFLICT } from '../../submissions/reviewed-submissions.store.ts'
import { IS_REVERSAL } from '../../wallet/wallet.store.ts'
import { CONFIRMER, UNDO_FROM } from '../decisions.store.ts'

/** The latest request to confirm a decision on a receipt. */
export type LatestRequest = {
  id: number
  state: ConfirmationState
  asked_by: number
  asked_by_name: string
  asked_at: Date
  closed_by_name: string | null
  answer: string | null
}

/** Finds the latest request about each submission. */
export async function findLatestRequests(db: Queryable, ids: number[]): Promise<Map<number, LatestRequest>> {
  const { rows } = await db.query<LatestRequest & { of: number }>({
    name: 'confirmations.latest',
    text: `SELECT DISTINCT ON (c.submission_id) c.submission_id AS of, c.id, c.state, c.asked_by, a.name AS asked_by_name,
             c.asked_at, b.name AS closed_by_name, c.answer
           FROM confirmations c JOIN operators a ON a.id = c.asked_by LEFT JOIN operators b ON b.id = c.closed_by
           WHERE c.submission_id = ${anyId(raw('$1'))} ORDER BY c.submission_id, c.id DESC`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.of, row]))
}

/**
 * A submission with everything the review desk shows. `lease_expires_at` is the operator's own lease; `held_by` names
 * another operator with a lease.
 */
export type ReviewItemRow = {
  id: number
  status: ReceiptStatus
  purchase_date: string
  amount_sen: number
  invoice_no: string
  created_at: Date
  /** Null after the account was deleted or the retention time ended. */
  picture_key: string | null
  placeholder: string | null
  picture_width: number
  picture_height: number
  member_id: number
  member_name: string
  member_email: string
  member_since: Date
  merchant_id: number
  merchant_name: string
  merchant_address: string
  category: string
  sent: number
  approved: number
  rejected: number
  escalation_note: string | null
  escalated_by: string
  escalated_at: Date
  lease_expires_at: Date | null
  held_by: string | null
  held_until: Date
  decision_status: Exclude<Status, 'pending'> | null
  reason: string | null
  notes: string | null
  decision_stamps: number
  decided_by: number
  decided_by_name: string
  decided_at: Date
  /** When the decision's undo time starts. */
  undo_from: Date
  is_reversal: boolean
  confirmed_by: number | null
  confirmed_by_name: string | null
  filled_in: FactName[]
}

/**
 * Finds submissions as one operator sees them, in no particular order. A submission has at most one decision in
 * force.
 */
export async function findReviewItemRows(
  db: Queryable,
  { ids, operatorId, now }: { ids: number[]; operatorId: number; now: Date },
): Promise<ReviewItemRow[]> {
  const { rows } = await db.query<ReviewItemRow>({
    name: 'desk.show',
    text: `SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.created_at, s.picture_key, s.placeholder,
             s.picture_width, s.picture_height, u.id AS member_id, u.name AS member_name, u.email AS member_email,
             u.created_at AS member_since, m.id AS merchant_id, m.name AS merchant_name, m.address AS merchant_address,
             c.name AS category, f.sent, f.approved, f.rejected,
             e.note AS escalation_note, h.name AS escalated_by, e.created_at AS escalated_at,
             l.expires_at AS lease_expires_at, y.name AS held_by, x.expires_at AS held_until, d.status AS decision_status, d.reason, d.notes,
             d.stamps AS decision_stamps, o.id AS decided_by, o.name AS decided_by_name, d.created_at AS decided_at,
             ${UNDO_FROM} AS undo_from,
             ${IS_REVERSAL} AS is_reversal, q.id AS confirmed_by, q.name AS confirmed_by_name, ${FILLED_IN} AS filled_in
           FROM submissions s
           JOIN users u ON u.id = s.user_id
           JOIN merchants m ON m.id = s.merchant_id
           JOIN categories c ON c.id = m.category_id
           JOIN LATERAL (
             SELECT count(*) AS sent, count(*) FILTER (WHERE b.status = 'approved') AS approved,
               count(*) FILTER (WHERE b.status = 'rejected') AS rejected
             FROM submissions b WHERE b.user_id = s.user_id AND b.id <> s.id
           ) f ON true
           LEFT JOIN escalations e ON e.submission_id = s.id
           LEFT JOIN operators h ON h.id = e.operator_id
           LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id = $2 AND l.expires_at > $3
           LEFT JOIN leases x ON x.submission_id = s.id AND x.operator_id <> $2 AND x.expires_at > $3
           LEFT JOIN operators y ON y.id = x.operator_id
           LEFT JOIN decisions d ON d.submission_id = s.id
             AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)
           LEFT JOIN operators o ON o.id = d.operator_id
           LEFT JOIN operators q ON q.id = ${CONFIRMER}
           WHERE s.id = ${anyId(raw('$1'))}`,
    values: [ids, operatorId, now],
  })
  return rows
}

export type RecentRow = {
  whose: 'member' | 'merchant'
  id: number
  created_at: Date
  amount_sen: number
  status: ReceiptStatus
  member: string
  merchant: string
}

const OTHERS = 'SELECT s.id, s.created_at, s.amount_sen, s.status, s.user_id, s.merchant_id FROM submissions s'
const LATEST = (of: string) =>
  `s.id <> asked.id AND NOT ${HAS_CONFLICT} ORDER BY ${of}.created_at DESC, ${of}.id DESC LIMIT ${DESK_RECENT_MAX}`
const SHOWN = 'r.id, r.created_at, r.amount_sen, r.status'

/**
 * Finds the latest other receipts of each submission's member and merchant, newest first, without conflicts of
 * interest.
 */
export async function findRecentSubmissions(
  db: Queryable,
  operatorId: number,
  ids: number[],
): Promise<Map<number, RecentRow[]>> {
  const { rows } = await db.query<RecentRow & { of: number }>({
    name: 'desk.recent',
    text: `SELECT asked.id AS of, r.*
           FROM submissions asked
           JOIN users u ON u.id = asked.user_id
           JOIN merchants m ON m.id = asked.merchant_id
           JOIN LATERAL (
             SELECT 'member' AS whose, ${SHOWN}, u.name AS member, at.name AS merchant
             FROM (${OTHERS} JOIN ${inOrder(raw('asked.user_id'))} o USING (id) WHERE ${LATEST('o')}) r JOIN merchants at ON at.id = r.merchant_id
             UNION ALL
             SELECT 'merchant', ${SHOWN}, by.name, m.name
             FROM (${OTHERS} WHERE s.merchant_id = asked.merchant_id AND ${LATEST('s')}) r JOIN users by ON by.id = r.user_id
           ) r ON true
           WHERE asked.id = ${anyId(raw('$2'))}
           ORDER BY asked.id, r.created_at DESC, r.id DESC`,
    values: [operatorId, ids],
  })
  return Map.groupBy(rows, ({ of }) => of)
}
