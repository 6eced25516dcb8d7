import type { Appeal, Correction, Reversal, Status } from '@stampus/contract/submissions'
import { nameKey } from '@stampus/contract/values/names'
import { ownById, searchPattern } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { names } from '../../platform/db/names.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, maybeValue, one, run, some, value } from '../../platform/db/query.ts'
import { columns, insert, type Row, update } from '../../platform/db/rows.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { ReceiptFiles } from './receipt-pictures.ts'
import { WAITING_SINCE } from './reviewed-submissions.store.ts'

/** What makes two submissions the same receipt. */
export type Invoice = { merchantId: number; invoiceKey: string; purchaseDate: string }

export type NewSubmission = Invoice & {
  userId: number
  amountSen: number
  invoiceNo: string
  /** Stored only if it names a rejected submission of the same member. */
  corrects: number | undefined
  fileSha256: Buffer
  files: ReceiptFiles
  placeholder: string
  width: number
  height: number
  at: Date
}

/** Violates `submissions_sent_once` when the member has sent the same receipt before. */
export function insertSubmission(tx: Queryable, given: NewSubmission): Promise<number> {
  const user = parameter(given.userId)
  const row = {
    user_id: user,
    merchant_id: given.merchantId,
    purchase_date: given.purchaseDate,
    amount_sen: given.amountSen,
    invoice_no: given.invoiceNo,
    invoice_key: given.invoiceKey,
    file_sha256: given.fileSha256,
    original_key: given.files.original,
    picture_key: given.files.full,
    thumb_key: given.files.thumb,
    placeholder: given.placeholder,
    picture_width: given.width,
    picture_height: given.height,
    created_at: given.at,
    corrects: sql`(SELECT s.id FROM ${ownById(user, parameter(given.corrects))}
      AND EXISTS (SELECT FROM decisions d WHERE d.submission_id = s.id AND d.status = 'rejected'))`,
  }
  return value(tx, 'submissions.insert')`${insert('submissions', row)} RETURNING id`
}

/** False when the account is deleted. The lock has the member's receipts counted and written one after the other. */
export const lockAccount = (tx: Queryable, userId: number) => some(tx, 'submissions.account')`
  SELECT FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`

/** Neither rejected nor withdrawn. */
export const findOwnDuplicate = (db: Queryable, userId: number, { merchantId, invoiceKey, purchaseDate }: Invoice) =>
  maybeValue(db, 'submissions.sent')`
    SELECT id FROM submissions
    WHERE user_id = ${userId} AND merchant_id = ${merchantId} AND invoice_key = ${invoiceKey} AND purchase_date = ${purchaseDate}
      AND status NOT IN ('rejected', 'withdrawn')`

/** Undefined when there is no such merchant. */
export const isMerchantActive = (db: Queryable, merchantId: number) =>
  maybeValue<boolean>(db, 'submissions.merchant')`SELECT is_active FROM merchants WHERE id = ${merchantId}`

/** Null: no such rule. `taken` is how many of the member's receipts count against the daily limit. */
export type MerchantRules = { minimumSpendSen: number | null; receiptsPerDay: number | null; taken: number }

/** Rejected and withdrawn receipts do not count. */
export function findMerchantRules(
  db: Queryable,
  { merchantId, userId }: { merchantId: number; userId: number },
  day: { from: Date; until: Date },
) {
  const merchant = parameter(merchantId)
  return maybe<MerchantRules>(db, 'submissions.rules')`
    SELECT minimum_spend_sen AS "minimumSpendSen", receipts_per_day AS "receiptsPerDay",
      CASE WHEN receipts_per_day IS NULL THEN 0 ELSE (
        SELECT count(*)::int FROM submissions s
        WHERE s.user_id = ${userId} AND s.created_at >= ${day.from} AND s.created_at < ${day.until}
          AND s.merchant_id = ${merchant} AND s.status NOT IN ('rejected', 'withdrawn')) END AS taken
    FROM merchants WHERE id = ${merchant}`
}

/** The picture keys are null once the retention time is over. */
export type OwnSubmission = Row<'submissions', (typeof SHOWN)[number]> &
  Row<'merchants', 'logo_key' | 'logo_placeholder'> & {
    status: Status
    merchant: Row<'merchants', 'id' | 'name' | 'address' | 'slug'>
    appeal: RowOf<Appeal> | null
  }

const SHOWN = names(
  'id purchase_date amount_sen invoice_no picture_key thumb_key placeholder rejection_reason admin_notes stamps',
  'decided_at created_at',
)

/** `corrected_by` is the newest that is not rejected, else the newest. Times inside `reversals` are text. */
type OwnSubmissionDetails = OwnSubmission & {
  corrects: number | null
  corrected_by: number | null
  corrections: Correction[]
  reversals: Reversal[]
}

/** Pages count from 1. */
export type OwnPageQuery = {
  userId: number
  status: Status | undefined
  /** Part of a merchant's name, or the amount if the text is one. */
  search?: { merchant: string; amountSen: number | undefined } | undefined
  sort: 'asc' | 'desc'
  page: number
  size: number
}

const COLUMNS = sql`
  SELECT ${columns('s', SHOWN)}, s.status, m.id AS "merchant.id", m.name AS "merchant.name",
    m.address AS "merchant.address", m.slug AS "merchant.slug", m.logo_key, m.logo_placeholder,
    a.message AS "appeal.message", a.created_at AS "appeal.created_at", r.outcome AS "appeal.outcome",
    r.answer AS "appeal.answer", r.created_at AS "appeal.answered_at"`

const RESUBMISSION_COLUMNS = sql`
  (SELECT e.id FROM submissions e WHERE e.id = s.corrects AND e.status <> 'withdrawn') AS corrects,
  (SELECT c.id FROM submissions c WHERE c.corrects = s.id AND c.status <> 'withdrawn'
    ORDER BY c.status = 'rejected', c.id DESC LIMIT 1) AS corrected_by`

const withMerchantName = (column: string) => sql`CASE WHEN c.field = 'merchant_id'
    THEN (SELECT b.name FROM merchants b WHERE b.id = ${raw(column)}::bigint) ELSE ${raw(column)} END`

/** The fact corrections of the decision in force on submission `s`, with merchants by name. */
export const FACT_CORRECTIONS = sql`(
    SELECT coalesce(json_agg(json_build_object(
      'typed', ${withMerchantName('c.typed')}, 'corrected', ${withMerchantName('c.corrected')},
      'field', CASE c.field WHEN 'merchant_id' THEN 'merchant' WHEN 'invoice_number' THEN 'invoice_no' ELSE c.field END)
      ORDER BY c.id), '[]')
    FROM fact_corrections c
    WHERE c.submission_id = s.id
      AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = c.decision_id))`

const REVERSALS = sql`(
    SELECT coalesce(json_agg(json_build_object('was', d.status, 'decided_at', d.created_at, 'status', v.status,
      'created_at', v.created_at, 'reason', v.reason) ORDER BY v.id), '[]')
    FROM reversals v JOIN decisions d ON d.id = v.decision_id WHERE v.submission_id = s.id)`

/** Selects the submissions before joining anything to them. */
const ownSubmissions = (user: Parameter | number, rest: Sql, from = sql`submissions s`) => sql`
  FROM (SELECT s.* FROM ${from} WHERE s.user_id = ${user} AND s.status <> 'withdrawn'
    AND (s.picture_key IS NOT NULL OR EXISTS (
      SELECT FROM users u WHERE u.id = s.user_id AND u.deleted_at IS NULL)) ${rest}) s
  JOIN merchants m ON m.id = s.merchant_id
  LEFT JOIN appeals a ON a.submission_id = s.id
  LEFT JOIN appeal_answers r ON r.appeal_id = a.id`

export const findOwnSubmission = (db: Queryable, userId: number, id: number) =>
  maybe<OwnSubmissionDetails>(db, 'submissions.show')`
    ${COLUMNS}, ${RESUBMISSION_COLUMNS}, ${FACT_CORRECTIONS} AS corrections, ${REVERSALS} AS reversals
    ${ownSubmissions(userId, sql`AND s.id = ${id}`)}`

/** Withdrawn ones are not found. */
export const lockOwnSubmission = (tx: Queryable, userId: number, id: number) =>
  maybe<{ status: Status; hasPicture: boolean }>(tx, 'submissions.lock-own')`
    SELECT status, picture_key IS NOT NULL AS "hasPicture" FROM submissions
    WHERE user_id = ${userId} AND id = ${id} AND status <> 'withdrawn' FOR UPDATE`

/** The member no longer sees a withdrawn receipt and may send the receipt again. */
export const markWithdrawn = (tx: Queryable, id: number, withdrawn_at: Date) =>
  run(tx, 'submissions.withdraw')`${update('submissions', { status: 'withdrawn', withdrawn_at })} WHERE id = ${id}`

/** One row more if there is a next page. The first page, the most frequent one, has no OFFSET. */
export function listOwnSubmissions(db: Queryable, { userId, status, search, sort, page, size }: OwnPageQuery) {
  const user = parameter(userId)
  const order = (of: string) => raw(`ORDER BY ${of}.created_at ${sort}, ${of}.id ${sort}`)
  const filter = status ? sql` AND s.status = ${status}` : sql``
  const offset = page > 1 ? sql` OFFSET ${(page - 1) * size}` : sql``
  const rest = sql`${filter} ${order(search ? 'o' : 's')} LIMIT ${raw(size + 1)}${offset}`
  // As `inOrder`. The index has all that the search asks for.
  const found =
    search &&
    sql`(SELECT id, created_at FROM submissions o WHERE user_id = ${user} AND ${isFound(search)} ${order('o')} OFFSET 0) o
      CROSS JOIN LATERAL (SELECT * FROM submissions f WHERE f.id = o.id OFFSET 0) s`
  const searched = search && (search.amountSen === undefined ? '.named' : '.named-or-amount')
  const name = `submissions.own.${sort}.${size}${status ? '.status' : ''}${searched ?? ''}${page > 1 ? '.later' : ''}`
  return many<OwnSubmission>(db, name)`${COLUMNS} ${ownSubmissions(user, rest, found)} ${order('s')}`
}

function isFound({ merchant, amountSen }: NonNullable<OwnPageQuery['search']>): Sql {
  const pattern = searchPattern(nameKey(merchant))
  const named = sql`merchant_id = ANY(ARRAY(SELECT n.id FROM merchants n WHERE n.name_key LIKE ${pattern}))`
  return amountSen === undefined ? named : sql`(${named} OR amount_sen = ${amountSen})`
}

/** Months in which submissions were sent, the newest first. */
export const listMonths = (db: Queryable, userId: number, timeZone: string) =>
  many<{ month: string; stamps: number }>(db, 'submissions.months')`
    SELECT to_char(m.month, 'YYYY-MM') AS month, m.stamps FROM (
      SELECT date_trunc('month', s.created_at AT TIME ZONE ${timeZone}) AS month, sum(s.stamps)::int AS stamps
      FROM submissions s WHERE s.user_id = ${userId} AND s.status <> 'withdrawn' AND s.stamps > 0 GROUP BY 1) m
    ORDER BY m.month DESC`

type DecisionTimes = {
  decisions: number
  typical_ms: number | null
  slow_ms: number | null
  waiting_since: Date | null
}

const MOST = 100

/** The latest 100 since `since`, without those after an appeal or by a reversal: their waiting time is not typical. */
export const measureDecisionTimes = (db: Queryable, since: Date) => one<DecisionTimes>(db, 'decision-times.latest')`
  WITH latest AS (
    SELECT round(extract(epoch FROM d.created_at - ${WAITING_SINCE}) * 1000)::bigint AS took
    FROM decisions d JOIN submissions s ON s.id = d.submission_id
    WHERE d.created_at > ${since}
      AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
      AND NOT EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id AND a.created_at <= d.created_at)
      AND NOT EXISTS (SELECT FROM reversals v WHERE v.submission_id = s.id AND v.created_at = d.created_at)
    ORDER BY d.created_at DESC LIMIT ${raw(MOST)})
  SELECT count(*) AS decisions,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS typical_ms,
    percentile_disc(0.9) WITHIN GROUP (ORDER BY took) AS slow_ms,
    (SELECT min(${WAITING_SINCE}) FROM submissions s WHERE s.status = 'pending') AS waiting_since
  FROM latest`

/** False when the submission was appealed before. */
export function insertAppeal(tx: Queryable, given: { submissionId: number; message: string; at: Date }) {
  const appeal = { submission_id: given.submissionId, message: given.message, created_at: given.at }
  return some(tx, 'appeals.insert')`${insert('appeals', appeal)} ON CONFLICT (submission_id) DO NOTHING`
}

export const closeAppeal = (tx: Queryable, id: number) =>
  run(tx, 'appeals.close')`UPDATE appeals SET is_open = false WHERE id = ${id}`
