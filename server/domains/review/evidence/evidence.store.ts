import type { OcrState, RecentReceipt } from '@stampus/contract/console/evidence'
import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { ReviewItem } from '@stampus/contract/console/review'
import { DESK_RECENT_MAX } from '@stampus/contract/limits'
import type { FactName } from '@stampus/contract/ocrPreview'
import { anyId, inOrder } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Names } from '../../../platform/db/names.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many } from '../../../platform/db/query.ts'
import { parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { FILLED_IN } from '../../receipt-ocr/filled-in/filled-in.store.ts'
import type { Comparison } from '../../receipt-ocr/ocr-result.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { IS_REVERSAL } from '../../wallet/wallet.store.ts'
import { CONFIRMER, UNDO_FROM } from '../decisions.store.ts'
import type { StoredPicture } from '../queue.store.ts'

export type LookAlike = StoredPicture & {
  id: number
  /** For a spot check: its status when the checked decision was made. */
  status: ReceiptStatus | 'after the decision'
  sent_at: Date
  /** Whether it was sent after the receipt it looks like. */
  is_later: boolean
  same_member: boolean
  of_deleted_account?: boolean
  other_merchant: string | null
  /** Whether the operator may not see it because of a conflict of interest. */
  has_conflict: boolean
  same_invoice: boolean
  same_file: boolean
  /** How the same paper was found: by the numbers on it or by the picture. */
  same_receipt: 'numbers' | 'picture' | null
  /** Why similar pictures prove nothing: one of the two is not read yet or cannot be, or the photos are not compared. */
  unsure: 'not read' | 'unreadable' | 'not compared' | null
}

/** OCR found a fact on the picture of a submission. A deleted picture was read, or else none of its duplicates is recorded. */
const isRead = (submission: Sql) => sql`(${submission}.picture_key IS NULL OR EXISTS (
    SELECT FROM receipt_ocr r WHERE r.submission_id = ${submission}.id
      AND jsonb_path_exists(r.comparison::jsonb, '$.*.verdict ? (@ != "not_found")')))`

/** OCR of a submission has ended, even if it found nothing. */
const isTried = (submission: Sql) =>
  sql`(${submission}.picture_key IS NULL OR EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = ${submission}.id))`

/** An approved look-alike must not be hidden by many others. */
const first = (submission: string) =>
  raw(`ORDER BY ${submission}.status = 'approved' DESC, ${submission}.id DESC LIMIT 20`)

const ASKED = sql`asked`
const OTHER = sql`s`

/** Look-alikes of the submissions in the subquery `asked`, as this operator sees them, each with the given status. */
const lookAlikesQuery = (operatorId: number, asked: Sql, status: Sql) => sql`
  SELECT asked.id AS of, s.id, ${status} AS status, s.created_at AS sent_at,
    (s.created_at, s.id) > (asked.created_at, asked.id) AS is_later, s.user_id = asked.user_id AS same_member,
    EXISTS (SELECT FROM users g WHERE g.id = s.user_id AND g.deleted_at IS NOT NULL) AS of_deleted_account,
    CASE WHEN s.merchant_id <> asked.merchant_id THEN m.name END AS other_merchant, conflict.has_conflict,
    alike.same_invoice, s.file_sha256 = asked.file_sha256 AS same_file, alike.same_receipt,
    CASE WHEN alike.same_receipt IS DISTINCT FROM 'picture' THEN NULL
      WHEN NOT (${isTried(ASKED)} AND ${isTried(OTHER)}) THEN 'not read'
      WHEN NOT (${isRead(ASKED)} AND ${isRead(OTHER)}) THEN 'unreadable'
      WHEN alike.not_compared THEN 'not compared' END AS unsure,
    CASE WHEN NOT conflict.has_conflict THEN s.picture_key END AS picture_key,
    s.placeholder, s.picture_width AS width, s.picture_height AS height
  FROM (${asked}) asked
  JOIN LATERAL (
    SELECT id, bool_or(same_invoice) AS same_invoice, min(found_by) AS same_receipt, bool_or(not_compared) AS not_compared
    FROM (
    (SELECT i.id, true AS same_invoice, NULL AS found_by, NULL::boolean AS not_compared FROM submissions i
     WHERE i.merchant_id = asked.merchant_id AND i.invoice_key = asked.invoice_key AND i.id <> asked.id ${first('i')})
    UNION ALL
    (SELECT e.id, true, NULL, NULL FROM submissions e
     WHERE e.invoice_key = asked.invoice_key AND e.purchase_date = asked.purchase_date
       AND e.amount_sen = asked.amount_sen AND e.id <> asked.id ${first('e')})
    UNION ALL
    (SELECT f.id, false, NULL, NULL FROM submissions f
     WHERE f.file_sha256 = asked.file_sha256 AND f.id <> asked.id ${first('f')})
    UNION ALL
    (SELECT d.id, false, t.found_by, t.not_compared FROM receipt_duplicates t JOIN submissions d ON d.id = t.duplicate_id
     WHERE t.submission_id = asked.id ${first('d')})
    UNION ALL
    (SELECT d.id, false, t.found_by, t.not_compared FROM receipt_duplicates t JOIN submissions d ON d.id = t.submission_id
     WHERE t.duplicate_id = asked.id ${first('d')})
    ) each GROUP BY id
  ) alike ON true
  JOIN submissions s ON s.id = alike.id
  JOIN merchants m ON m.id = s.merchant_id
  CROSS JOIN LATERAL (SELECT ${hasConflict(parameter(operatorId))} AS has_conflict) conflict
  ORDER BY asked.id, s.id DESC`

/**
 * Same merchant and invoice number; same invoice number, date and amount; same file; or same paper. At most 20 of each
 * kind: approved ones, then the latest. Those with a conflict of interest have no picture.
 */
export async function findLookAlikes(
  db: Queryable,
  operatorId: number,
  ids: number[],
): Promise<Map<number, LookAlike[]>> {
  const asked = sql`SELECT * FROM submissions WHERE id = ${anyId(ids)}`
  const rows = await many<LookAlike & { of: number }>(db, 'desk.likenesses')`
    ${lookAlikesQuery(operatorId, asked, sql`s.status`)}`
  return Map.groupBy(rows, ({ of }) => of)
}

/** The status of submission `s` when this decision was made. */
const statusThen = (decisionId: number) => sql`(
  SELECT CASE WHEN s.created_at > d.created_at THEN 'after the decision'
    WHEN s.withdrawn_at <= d.created_at THEN 'withdrawn' ELSE coalesce((
    SELECT e.status FROM decisions e WHERE e.submission_id = s.id AND e.created_at <= d.created_at
      AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = e.id AND u.created_at <= d.created_at)
    ORDER BY e.id DESC LIMIT 1), 'pending') END
  FROM decisions d WHERE d.id = ${decisionId})`

/** Finds the look-alikes of the facts that the member typed, with their status at the decision. */
export function findLookAlikesOfTypedFacts(
  db: Queryable,
  operatorId: number,
  { decisionId, submissionId }: { decisionId: number; submissionId: number },
  typed: { merchantId: number; invoiceKey: string; purchaseDate: string; amountSen: number },
) {
  const asked = sql`SELECT id, user_id, file_sha256, picture_key, created_at, ${typed.merchantId}::bigint AS merchant_id,
    ${typed.invoiceKey}::text AS invoice_key, ${typed.purchaseDate}::date AS purchase_date, ${typed.amountSen}::bigint AS amount_sen
    FROM submissions WHERE id = ${submissionId}`
  return many<LookAlike>(db, 'checks.likenesses')`${lookAlikesQuery(operatorId, asked, statusThen(decisionId))}`
}

/** The comparisons of these receipts with their pictures; null if OCR failed. */
export async function findComparisons(db: Queryable, ids: number[]): Promise<Map<number, Comparison | null>> {
  const rows = await many<{ id: number; comparison: Comparison | null }>(db, 'receipt-ocr.comparisons')`
    SELECT submission_id AS id, comparison FROM receipt_ocr WHERE submission_id = ${anyId(ids)}`
  return new Map(rows.map(({ id, comparison }) => [id, comparison]))
}

/** What may call for a closer look. */
export type Circumstances = {
  /** The largest number of receipts that the member sent within one hour around this one. */
  at_once: number
  is_own_shop: boolean
  /** Start of the suspension during which it was sent, or else of one that is still running. */
  suspended_at: Date | null
  /** The most withdrawals within 30 days that the member made around this receipt. */
  withdrawn: number
  /** The 90th percentile of the merchant's latest 200 approved amounts, and the number of those receipts. */
  usual_sen: number | null
  usual_of: number
  /** Whether the member used a reward of this merchant on the day of the purchase. */
  reward_used: boolean
}

/** Finds circumstances by submission id. Days are in the time zone. */
export async function findCircumstances(
  db: Queryable,
  ids: number[],
  timeZone: string,
): Promise<Map<number, Circumstances>> {
  const rows = await many<Circumstances & { id: number }>(db, 'desk.circumstances')`
    WITH asked AS (SELECT id, user_id, merchant_id, purchase_date, created_at FROM submissions WHERE id = ${anyId(ids)}),
    usual AS (
      SELECT m.merchant_id, count(*) AS usual_of,
        percentile_disc(0.9) WITHIN GROUP (ORDER BY latest.amount_sen) AS usual_sen
      FROM (SELECT DISTINCT merchant_id FROM asked) m
      JOIN LATERAL (
        SELECT a.amount_sen FROM submissions a
        WHERE a.merchant_id = m.merchant_id AND a.status = 'approved' ORDER BY a.id DESC LIMIT 200
      ) latest ON true
      GROUP BY m.merchant_id)
    SELECT s.id, COALESCE(u.usual_of, 0) AS usual_of, u.usual_sen,
      (SELECT min(x.created_at) FROM suspensions x WHERE x.user_id = s.user_id
         AND (x.ended_at IS NULL OR s.created_at BETWEEN x.created_at AND x.ended_at)) AS suspended_at,
      (SELECT coalesce(max(within), 0) FROM (
         SELECT count(*) OVER (ORDER BY w.withdrawn_at RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW) AS within
         FROM submissions w WHERE w.user_id = s.user_id AND w.status = 'withdrawn'
           AND w.withdrawn_at BETWEEN s.created_at - interval '30 days' AND s.created_at + interval '30 days'
       ) withdrawals) AS withdrawn,
      s.merchant_id IN ${merchantsOf('member', sql`s.user_id`)} AS is_own_shop,
      EXISTS (SELECT FROM vouchers v WHERE v.user_id = s.user_id AND v.merchant_id = s.merchant_id
              AND (v.used_at AT TIME ZONE ${timeZone})::date = s.purchase_date
              AND NOT EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back)) AS reward_used,
      (SELECT max(sent) FROM (
         SELECT b.created_at,
           count(*) OVER (ORDER BY b.created_at RANGE BETWEEN interval '1 hour' PRECEDING AND CURRENT ROW) AS sent
         FROM submissions b WHERE b.user_id = s.user_id
           AND b.created_at BETWEEN s.created_at - interval '1 hour' AND s.created_at + interval '1 hour'
       ) hours WHERE hours.created_at >= s.created_at) AS at_once
    FROM asked s LEFT JOIN usual u USING (merchant_id)`
  return new Map(rows.map((row) => [row.id, row]))
}

/** What reviewers corrected on the member's other receipts. Undone decisions do not count. Amounts are in sen. */
export type PastCorrections = {
  receipts: number
  lowered: number
  lowered_sen: number
  raised: number
  raised_sen: number
  /** Lowered amounts within 60 days of this receipt. */
  lowered_lately: number
  lowered_lately_sen: number
}

const DAYS = 60

/** Finds corrections by submission id. Without OFFSET PostgreSQL would read the corrections of all members. */
export async function findPastCorrections(db: Queryable, ids: number[]): Promise<Map<number, PastCorrections>> {
  const rows = await many<PastCorrections & { id: number }>(db, 'desk.corrected')`
    SELECT id, count(DISTINCT other_id) AS receipts,
      count(*) FILTER (WHERE less > 0) AS lowered,
      coalesce(sum(less) FILTER (WHERE less > 0), 0)::bigint AS lowered_sen,
      count(*) FILTER (WHERE less < 0) AS raised,
      coalesce(-sum(less) FILTER (WHERE less < 0), 0)::bigint AS raised_sen,
      count(*) FILTER (WHERE less > 0 AND is_late) AS lowered_lately,
      coalesce(sum(less) FILTER (WHERE less > 0 AND is_late), 0)::bigint AS lowered_lately_sen
    FROM (
      SELECT s.id, o.id AS other_id,
        CASE WHEN c.field = 'purchase_amount' THEN ((c.typed::numeric - c.corrected::numeric) * 100)::bigint END AS less,
        c.created_at BETWEEN s.created_at - interval '${raw(DAYS)} days' AND s.created_at + interval '${raw(DAYS)} days' AS is_late
      FROM submissions s
      CROSS JOIN LATERAL ${inOrder(sql`s.user_id`)} o
      CROSS JOIN LATERAL (SELECT f.*, d.created_at FROM fact_corrections f JOIN decisions d ON d.id = f.decision_id
        WHERE f.submission_id = o.id AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id) OFFSET 0) c
      WHERE s.id = ${anyId(ids)} AND o.id <> s.id
    ) corrected
    GROUP BY id`
  return new Map(rows.map((row) => [row.id, row]))
}

/** A pending receipt that a manager reopened, by an appeal or a reversal, with the earlier decision. */
export type Reopened = RowOf<NonNullable<ReviewItem['reopened']>>

/** Finds who reopened submissions that are pending because a manager revoked their latest decision. */
export async function findReopened(db: Queryable, ids: number[]): Promise<Map<number, Reopened>> {
  const asked = parameter(ids)
  const rows = await many<Reopened & { id: number }>(db, 'desk.reopened')`
    SELECT DISTINCT ON (s.id) s.id, back.by, o.name AS operator, back.words, back.created_at,
      p.message AS "appeal.message", p.created_at AS "appeal.created_at", d.status AS "decision.status",
      d.reason AS "decision.reason", d.notes AS "decision.notes", m.name AS "decision.operator",
      d.created_at AS "decision.decided_at"
    FROM submissions s
    JOIN (
      SELECT a.submission_id, 'appeal' AS by, r.operator_id, r.created_at, r.answer AS words
      FROM appeals a JOIN appeal_answers r ON r.appeal_id = a.id
      WHERE a.submission_id = ${anyId(asked)} AND r.outcome = 'reopened'
      UNION ALL
      SELECT v.submission_id, 'reversal', v.operator_id, v.created_at, v.reason
      FROM reversals v WHERE v.submission_id = ${anyId(asked)} AND v.status = 'pending'
    ) back ON back.submission_id = s.id
    JOIN operators o ON o.id = back.operator_id
    JOIN decisions d ON d.submission_id = s.id
    JOIN decision_undos u ON u.decision_id = d.id AND u.created_at = back.created_at
    JOIN operators m ON m.id = d.operator_id
    LEFT JOIN appeals p ON p.submission_id = s.id
    WHERE s.id = ${anyId(asked)} AND s.status = 'pending'
    ORDER BY s.id, back.created_at DESC, back.by`
  return new Map(rows.map(({ id, ...reopened }) => [id, reopened]))
}

export const findSenders = (db: Queryable, ids: number[]) => many<{ id: number; email: string }>(db, 'desk.senders')`
  SELECT s.id, u.email FROM submissions s JOIN users u ON u.id = s.user_id WHERE s.id = ${anyId(ids)}`

/** Missing parts mean nothing is known. */
export type Evidence = {
  lookAlikes: LookAlike[]
  circumstances: Circumstances | undefined
  corrected: PastCorrections | undefined
  reading_state: OcrState
  /** Null when the picture was not read. */
  comparison: Comparison | null
  /** What was read before it was sent, until the picture is read. It may only add a doubt. */
  early?: Comparison | undefined
  /** Describes the deleted account with the same email address. */
  returned_with?: string | undefined
  reopened?: Reopened | undefined
}

type Facts = Names<'id status purchase_date invoice_no created_at'>
type Shown = Facts | Names<'member merchant escalation held lease_expires_at confirmation'>

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

/** The rows are in no particular order. A submission has at most one decision in force. */
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
