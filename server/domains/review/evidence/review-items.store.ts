import type { ReviewItem } from '@stampus/contract/console/review'
import type { RecentReceipt } from '@stampus/contract/console/signals'
import { DESK_RECENT_MAX } from '@stampus/contract/limits'
import type { FactName } from '@stampus/contract/ocrPreview'
import { anyId, inOrder } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many } from '../../../platform/db/query.ts'
import { parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { FILLED_IN } from '../../receipt-ocr/filled-in/filled-in.store.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { IS_REVERSAL } from '../../wallet/wallet.store.ts'
import { CONFIRMER, UNDO_FROM } from '../decisions.store.ts'
import type { StoredPicture } from '../queue.store.ts'

type Shown =
  | 'id'
  | 'status'
  | 'purchase_date'
  | 'invoice_no'
  | 'created_at'
  | 'member'
  | 'merchant'
  | 'escalation'
  | 'held'
  | 'lease_expires_at'
  | 'confirmation'

/** `lease_expires_at` is the operator's own lease; `held` names another operator with one. */
export type ReviewItemRow = RowOf<Pick<ReviewItem, Shown>> &
  StoredPicture & {
    amount_sen: number
    sent: number
    approved: number
    rejected: number
    filled_in: FactName[]
    decision: RowOf<Omit<NonNullable<ReviewItem['decision']>, 'undo_left_ms'>> | null
    /** Who may undo the decision: its maker, or the operator who confirmed it. Null for a reversal. */
    undoable_by: number | null
    undo_from: Date
  }

/** In no particular order. A submission has at most one decision in force. */
export function findReviewItemRows(db: Queryable, given: { ids: number[]; operatorId: number; now: Date }) {
  const [operator, now] = [parameter(given.operatorId), parameter(given.now)]
  return many<ReviewItemRow>(db, 'desk.show')`
    SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.created_at, s.picture_key, s.placeholder,
      s.picture_width AS width, s.picture_height AS height, u.id AS "member.id", u.name AS "member.name",
      u.email AS "member.email", u.created_at AS "member.created_at", m.id AS "merchant.id", m.name AS "merchant.name",
      m.address AS "merchant.address", c.name AS "merchant.category", f.sent, f.approved, f.rejected,
      e.note AS "escalation.note", h.name AS "escalation.operator", e.created_at AS "escalation.created_at",
      l.expires_at AS lease_expires_at, y.name AS "held.operator", x.expires_at AS "held.until",
      w.id AS "confirmation.id", w.state AS "confirmation.state", w.asked_by_name AS "confirmation.asked_by",
      w.asked_at AS "confirmation.asked_at", w.asked_by = ${operator} AS "confirmation.mine",
      w.closed_by_name AS "confirmation.declined_by", w.answer AS "confirmation.answer", d.status AS "decision.status",
      d.reason AS "decision.reason", d.notes AS "decision.notes", d.stamps AS "decision.stamps",
      o.name AS "decision.operator", q.name AS "decision.confirmed_by", d.created_at AS "decision.decided_at",
      CASE WHEN NOT ${IS_REVERSAL} THEN coalesce(q.id, o.id) END AS undoable_by, ${UNDO_FROM} AS undo_from,
      ${FILLED_IN} AS filled_in
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
    LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id = ${operator} AND l.expires_at > ${now}
    LEFT JOIN leases x ON x.submission_id = s.id AND x.operator_id <> ${operator} AND x.expires_at > ${now}
    LEFT JOIN operators y ON y.id = x.operator_id
    LEFT JOIN LATERAL (
      SELECT r.*, a.name AS asked_by_name, b.name AS closed_by_name
      FROM confirmations r JOIN operators a ON a.id = r.asked_by LEFT JOIN operators b ON b.id = r.closed_by
      WHERE r.submission_id = s.id ORDER BY r.id DESC LIMIT 1
    ) w ON s.status = 'pending' AND w.state IN ('waiting', 'declined')
    LEFT JOIN decisions d ON d.submission_id = s.id
      AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)
    LEFT JOIN operators o ON o.id = d.operator_id
    LEFT JOIN operators q ON q.id = ${CONFIRMER}
    WHERE s.id = ${anyId(given.ids)}`
}

export type RecentRow = RowOf<Omit<RecentReceipt, 'purchase_amount'>> & {
  whose: 'member' | 'merchant'
  amount_sen: number
}

/** The latest other receipts of each submission's member and merchant, newest first, without conflicts of interest. */
export async function findRecentSubmissions(
  db: Queryable,
  operatorId: number,
  ids: number[],
): Promise<Map<number, RecentRow[]>> {
  const operator = parameter(operatorId)
  const others = sql`SELECT s.id, s.created_at, s.amount_sen, s.status, s.user_id, s.merchant_id FROM submissions s`
  const latest = (of: Sql) => sql`s.id <> asked.id AND NOT ${hasConflict(operator)}
    ORDER BY ${of}.created_at DESC, ${of}.id DESC LIMIT ${raw(DESK_RECENT_MAX)}`
  const shown = sql`r.id, r.created_at, r.amount_sen, r.status`
  const rows = await many<RecentRow & { of: number }>(db, 'desk.recent')`
    SELECT asked.id AS of, r.*
    FROM submissions asked
    JOIN users u ON u.id = asked.user_id
    JOIN merchants m ON m.id = asked.merchant_id
    JOIN LATERAL (
      SELECT 'member' AS whose, ${shown}, u.name AS member, at.name AS merchant
      FROM (${others} JOIN ${inOrder(sql`asked.user_id`)} o USING (id) WHERE ${latest(sql`o`)}) r
      JOIN merchants at ON at.id = r.merchant_id
      UNION ALL
      SELECT 'merchant', ${shown}, by.name, m.name
      FROM (${others} WHERE s.merchant_id = asked.merchant_id AND ${latest(sql`s`)}) r JOIN users by ON by.id = r.user_id
    ) r ON true
    WHERE asked.id = ${anyId(ids)}
    ORDER BY asked.id, r.created_at DESC, r.id DESC`
  return Map.groupBy(rows, ({ of }) => of)
}
