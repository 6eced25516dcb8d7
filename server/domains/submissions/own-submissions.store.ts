import type { Appeal, Correction, Reversal, Status } from '@stampus/contract/submissions'
import { nameKey } from '@stampus/contract/values/names'
import { searchPattern } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { WAITING_SINCE } from './reviewed-submissions.store.ts'

/** A submission as its owner sees it. The picture keys are null once the retention time is over. */
export type OwnSubmission = {
  id: number
  status: Status
  purchase_date: string
  amount_sen: number
  invoice_no: string
  picture_key: string | null
  thumb_key: string | null
  placeholder: string | null
  rejection_reason: string | null
  admin_notes: string | null
  stamps: number
  decided_at: Date | null
  created_at: Date
  merchant_id: number
  merchant_name: string
  merchant_address: string
  merchant_slug: string
  logo_key: string | null
  logo_placeholder: string | null
  appeal_message: string | null
  appealed_at: Date | null
  appeal_outcome: Appeal['outcome']
  appeal_answer: string | null
  appeal_answered_at: Date | null
}

/**
 * `corrects` is the submission that this one replaces. `corrected_by` is the one that replaces it: the newest that is
 * not rejected, else the newest. Times inside `reversals` are text.
 */
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

const COLUMNS = `
  SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.picture_key, s.thumb_key, s.placeholder,
    s.rejection_reason, s.admin_notes, s.stamps, s.decided_at, s.created_at,
    m.id AS merchant_id, m.name AS merchant_name, m.address AS merchant_address, m.slug AS merchant_slug,
    m.logo_key, m.logo_placeholder, a.message AS appeal_message, a.created_at AS appealed_at,
    r.outcome AS appeal_outcome, r.answer AS appeal_answer, r.created_at AS appeal_answered_at`

const RESUBMISSION_COLUMNS = `(SELECT e.id FROM submissions e WHERE e.id = s.corrects AND e.status <> 'withdrawn') AS corrects,
  (SELECT c.id FROM submissions c WHERE c.corrects = s.id AND c.status <> 'withdrawn'
    ORDER BY c.status = 'rejected', c.id DESC LIMIT 1) AS corrected_by`

const withMerchantName = (value: string) => `CASE WHEN c.field = 'merchant_id'
    THEN (SELECT b.name FROM merchants b WHERE b.id = c.${value}::bigint) ELSE c.${value} END`

/** SQL: the fact corrections of the decision in force on submission `s`, with merchants by name. */
export const FACT_CORRECTIONS = `(
    SELECT coalesce(json_agg(json_build_object('typed', ${withMerchantName('typed')}, 'corrected', ${withMerchantName('corrected')},
      'field', CASE c.field WHEN 'merchant_id' THEN 'merchant' WHEN 'invoice_number' THEN 'invoice_no' ELSE c.field END)
      ORDER BY c.id), '[]')
    FROM fact_corrections c
    WHERE c.submission_id = s.id
      AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = c.decision_id))`

const REVERSALS = `(
    SELECT coalesce(json_agg(json_build_object('was', d.status, 'decided_at', d.created_at, 'status', v.status,
      'created_at', v.created_at, 'reason', v.reason) ORDER BY v.id), '[]')
    FROM reversals v JOIN decisions d ON d.id = v.decision_id WHERE v.submission_id = s.id)`

const owned = (from = 'submissions s') => `FROM ${from} WHERE s.user_id = $1 AND s.status <> 'withdrawn'
    AND (s.picture_key IS NOT NULL OR EXISTS (SELECT FROM users u WHERE u.id = s.user_id AND u.deleted_at IS NULL))`

const selectOwn = (page: string, from?: string) => `
  FROM (SELECT s.* ${owned(from)} ${page}) s
  JOIN merchants m ON m.id = s.merchant_id
  LEFT JOIN appeals a ON a.submission_id = s.id
  LEFT JOIN appeal_answers r ON r.appeal_id = a.id`

export async function findOwnSubmission(
  db: Queryable,
  userId: number,
  id: number,
): Promise<OwnSubmissionDetails | undefined> {
  const { rows } = await db.query<OwnSubmissionDetails>({
    name: 'submissions.show',
    text: `${COLUMNS}, ${RESUBMISSION_COLUMNS}, ${FACT_CORRECTIONS} AS corrections, ${REVERSALS} AS reversals
      ${selectOwn('AND s.id = $2')}`,
    values: [userId, id],
  })
  return rows[0]
}

/** Locks a member's own submission against decisions until the transaction ends. Withdrawn ones are not found. */
export async function lockOwnSubmission(
  tx: Queryable,
  userId: number,
  submissionId: number,
): Promise<{ status: Status; hasPicture: boolean } | undefined> {
  const { rows } = await tx.query<{ status: Status; hasPicture: boolean }>({
    name: 'submissions.lock-own',
    text: `SELECT status, picture_key IS NOT NULL AS "hasPicture" FROM submissions
           WHERE user_id = $1 AND id = $2 AND status <> 'withdrawn' FOR UPDATE`,
    values: [userId, submissionId],
  })
  return rows[0]
}

/** Marks a submission as withdrawn. Its member no longer sees it and may send the receipt again. */
export async function markWithdrawn(tx: Queryable, submissionId: number, at: Date): Promise<void> {
  await tx.query({
    name: 'submissions.withdraw',
    text: "UPDATE submissions SET status = 'withdrawn', withdrawn_at = $2 WHERE id = $1",
    values: [submissionId, at],
  })
}

/** Returns the rows of a page plus the first row of the next page, if there is one. */
export async function listOwnSubmissions(db: Queryable, query: OwnPageQuery): Promise<OwnSubmission[]> {
  const { rows } = await db.query<OwnSubmission>(buildListQuery(query))
  return rows
}

/** Cached by name: a text built per request is a kilobyte that stays in the heap longer than the request. */
const listTexts = new Map<string, string>()

/** The first page is the most frequent one and has no OFFSET. Each text has its own name for prepared statements. */
function buildListQuery({ userId, status, search, sort, page, size }: OwnPageQuery) {
  const values: unknown[] = [userId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const statusFilter = status ? ` AND s.status = ${parameter(status)}` : ''
  const condition = search && searchCondition(search, parameter)
  const offset = page > 1 ? ` OFFSET ${parameter((page - 1) * size)}` : ''
  const name = `submissions.own.${sort}.${size}${status ? '.status' : ''}${searchName(search)}${page > 1 ? '.later' : ''}`
  const text = listTexts.get(name) ?? buildListText({ filter: statusFilter, search: condition, sort, size, offset })
  listTexts.set(name, text)
  return { name, text, values }
}

type ListParts = { filter: string; search: string | undefined; sort: 'asc' | 'desc'; size: number; offset: string }

/** SQL: the member's submissions `s` that fit a search, in order, as `inOrder`. The index has all that it asks for. */
const found = (search: string, sort: 'asc' | 'desc') =>
  `(SELECT id, created_at FROM submissions WHERE user_id = $1 AND ${search} ORDER BY created_at ${sort}, id ${sort} OFFSET 0) o
  CROSS JOIN LATERAL (SELECT * FROM submissions f WHERE f.id = o.id OFFSET 0) s`

/** Selects the page before joining anything to it. */
function buildListText({ filter, search, sort, size, offset }: ListParts): string {
  const order = (of: string) => `ORDER BY ${of}.created_at ${sort}, ${of}.id ${sort}`
  const page = `${filter} ${order(search ? 'o' : 's')} LIMIT ${size + 1}${offset}`
  return `${COLUMNS} ${selectOwn(page, search && found(search, sort))} ${order('s')}`
}

type Search = NonNullable<OwnPageQuery['search']>

function searchCondition({ merchant, amountSen }: Search, parameter: (value: unknown) => string): string {
  const named = `merchant_id = ANY(ARRAY(SELECT n.id FROM merchants n WHERE n.name_key LIKE ${parameter(searchPattern(nameKey(merchant)))}))`
  return amountSen === undefined ? named : `(${named} OR amount_sen = ${parameter(amountSen)})`
}

function searchName(search: Search | undefined): string {
  if (!search) return ''
  return search.amountSen === undefined ? '.named' : '.named-or-amount'
}

/** Sums the stamps of a member's receipts, of an account that is not deleted, by the month in which they were sent, newest first. */
export async function listMonths(
  db: Queryable,
  userId: number,
  timeZone: string,
): Promise<{ month: string; stamps: number }[]> {
  const { rows } = await db.query<{ month: string; stamps: number }>({
    name: 'submissions.months',
    text: `SELECT to_char(m.month, 'YYYY-MM') AS month, m.stamps FROM (
             SELECT date_trunc('month', s.created_at AT TIME ZONE $2) AS month, sum(s.stamps)::int AS stamps
             FROM submissions s WHERE s.user_id = $1 AND s.status <> 'withdrawn' AND s.stamps > 0 GROUP BY 1) m
           ORDER BY m.month DESC`,
    values: [userId, timeZone],
  })
  return rows
}

/**
 * Statistics of recent decisions: their number, the median and 90th percentile of their duration, and since when the
 * oldest receipt has been waiting.
 */
type DecisionTimes = {
  decisions: number
  typical_ms: number | null
  slow_ms: number | null
  waiting_since: Date | null
}

const MOST = 100

/**
 * Measures the latest 100 decisions since `since` that are in force. Decisions after an appeal and decisions set by a
 * reversal do not count: their waiting time is not typical.
 */
export async function measureDecisionTimes(db: Queryable, since: Date): Promise<DecisionTimes | undefined> {
  const { rows } = await db.query<DecisionTimes>({
    name: 'decision-times.latest',
    text: `WITH latest AS (
             SELECT round(extract(epoch FROM d.created_at - ${WAITING_SINCE}) * 1000)::bigint AS took
             FROM decisions d JOIN submissions s ON s.id = d.submission_id
             WHERE d.created_at > $1
               AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
               AND NOT EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id AND a.created_at <= d.created_at)
               AND NOT EXISTS (SELECT FROM reversals v WHERE v.submission_id = s.id AND v.created_at = d.created_at)
             ORDER BY d.created_at DESC LIMIT ${MOST})
           SELECT count(*) AS decisions,
             percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS typical_ms,
             percentile_disc(0.9) WITHIN GROUP (ORDER BY took) AS slow_ms,
             (SELECT min(${WAITING_SINCE}) FROM submissions s WHERE s.status = 'pending') AS waiting_since
           FROM latest`,
    values: [since],
  })
  return rows[0]
}

/** Inserts an appeal. Returns false when the submission was appealed before. */
export async function insertAppeal(
  tx: Queryable,
  given: { submissionId: number; message: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'appeals.insert',
    text: `INSERT INTO appeals (submission_id, message, created_at) VALUES ($1, $2, $3)
           ON CONFLICT (submission_id) DO NOTHING`,
    values: [given.submissionId, given.message, given.at],
  })
  return rowCount === 1
}

/** Closes an appeal that was answered. */
export async function closeAppeal(tx: Queryable, appealId: number): Promise<void> {
  await tx.query({
    name: 'appeals.close',
    text: 'UPDATE appeals SET is_open = false WHERE id = $1',
    values: [appealId],
  })
}
