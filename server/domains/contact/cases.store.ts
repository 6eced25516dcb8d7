import type { CaseObject, CaseState, CaseSubject, ObjectKind } from '@stampus/contract/contact/cases'
import { CASE_CHOICES_MAX, PAGE_SIZE } from '@stampus/contract/limits'
import { inOrder, ownById, unseen } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { raw } from '../../platform/db/sql.ts'

/** What a case is about, with the amount in sen. */
export type ObjectRow = Omit<CaseObject, 'name_ms' | 'purchase_amount'> & {
  name_ms: string | null
  amount_sen: number | null
}

/** A case as its member sees it in a list. */
export type CaseRow = {
  id: number
  user_id: number
  subject: CaseSubject
  object: ObjectRow | null
  state: CaseState
  created_at: Date
  updated_at: Date
}

/** SQL: the kind and the id of what a case `c` is about; null if it is about nothing in particular. */
const OBJECT_KIND = `CASE WHEN c.submission_id IS NOT NULL THEN 'submission' WHEN c.voucher_id IS NOT NULL THEN 'voucher'
  WHEN c.reward_id IS NOT NULL THEN 'reward' WHEN c.merchant_id IS NOT NULL THEN 'merchant' END`
const OBJECT_ID = 'coalesce(c.submission_id, c.voucher_id, c.reward_id, c.merchant_id)'

/** SQL: the columns of `CaseRow` for `casesWithObjects`. */
export const CASE_COLUMNS = `c.id, c.user_id, c.subject, c.state, c.created_at, c.updated_at,
  CASE WHEN ${OBJECT_ID} IS NOT NULL THEN json_build_object('kind', ${OBJECT_KIND}, 'id', ${OBJECT_ID},
    'name', coalesce(sm.name, v.title, r.title, m.name), 'name_ms', coalesce(v.title_ms, r.title_ms),
    'purchase_date', s.purchase_date, 'amount_sen', s.amount_sen, 'number', v.number) END AS object`

/** SQL: cases `c` with what they are about. */
export const casesWithObjects = (cases = 'cases') => `${cases} c
  LEFT JOIN submissions s ON s.id = c.submission_id LEFT JOIN merchants sm ON sm.id = s.merchant_id
  LEFT JOIN vouchers v ON v.id = c.voucher_id
  LEFT JOIN rewards r ON r.id = c.reward_id
  LEFT JOIN merchants m ON m.id = c.merchant_id`

/** One page of a member's cases, the one written in last first, and the first of the next page. */
export async function listOwnCases(db: Queryable, userId: number, page: number): Promise<CaseRow[]> {
  const { rows } = await db.query<CaseRow>({
    name: 'cases.list',
    text: `SELECT ${CASE_COLUMNS} FROM ${casesWithObjects(`(SELECT * FROM cases WHERE user_id = $1
      ORDER BY updated_at DESC, id DESC LIMIT ${PAGE_SIZE + 1} OFFSET ${unseen(raw('$2'))})`)} ORDER BY c.updated_at DESC, c.id DESC`,
    values: [userId, (page - 1) * PAGE_SIZE],
  })
  return rows
}

type Own = { userId: number; id: number }

export async function findOwnCase(db: Queryable, { userId, id }: Own): Promise<CaseRow | undefined> {
  const { rows } = await db.query<CaseRow>({
    name: 'cases.own',
    text: `SELECT ${CASE_COLUMNS} FROM ${casesWithObjects()} WHERE c.user_id = $1 AND c.id = $2`,
    values: [userId, id],
  })
  return rows[0]
}

/** Locks a member's own case until the transaction ends. Lock the member first. */
export async function lockOwnCase(tx: Queryable, { userId, id }: Own): Promise<{ state: CaseState } | undefined> {
  const { rows } = await tx.query<{ state: CaseState }>({
    name: 'cases.lock-own',
    text: 'SELECT state FROM cases WHERE user_id = $1 AND id = $2 FOR UPDATE',
    values: [userId, id],
  })
  return rows[0]
}

/** `operator_id` is null for the member's own messages. */
export type MessageRow = {
  id: number
  operator_id: number | null
  operator_name: string | null
  message: string
  created_at: Date
}

/** The messages of a case, oldest first. */
export async function listMessages(db: Queryable, caseId: number): Promise<MessageRow[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'cases.messages',
    text: `SELECT x.id, x.operator_id, o.name AS operator_name, x.message, x.created_at
      FROM case_messages x LEFT JOIN operators o ON o.id = x.operator_id WHERE x.case_id = $1 ORDER BY x.id`,
    values: [caseId],
  })
  return rows
}

/** Counts the messages of a case after its last answer. */
export async function countUnanswered(tx: Queryable, caseId: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'cases.unanswered',
    text: `SELECT count(*)::int AS count FROM case_messages WHERE case_id = $1
      AND id > coalesce((SELECT max(id) FROM case_messages WHERE case_id = $1 AND operator_id IS NOT NULL), 0)`,
    values: [caseId],
  })
  return rows[0]?.count ?? 0
}

/** What a case is about, in the columns of its kind. */
export type CaseAbout = { subject: CaseSubject; object: { kind: ObjectKind; id: number } | undefined }

/** A message of a member that was sent under a key, and the case in which it is. */
export type SentMessage = {
  case_id: number
  message: string
  subject: CaseSubject
  object_id: number | null
  object_kind: ObjectKind | null
  /** Whether it opened the case. */
  is_first: boolean
}

export async function findSent(tx: Queryable, userId: number, key: string): Promise<SentMessage | undefined> {
  const { rows } = await tx.query<SentMessage>({
    name: 'cases.sent',
    text: `SELECT x.case_id, x.message, c.subject, ${OBJECT_ID} AS object_id, ${OBJECT_KIND} AS object_kind,
        NOT EXISTS (SELECT FROM case_messages e WHERE e.case_id = x.case_id AND e.id < x.id) AS is_first
      FROM case_messages x JOIN cases c ON c.id = x.case_id WHERE x.user_id = $1 AND x.idempotency_key = $2`,
    values: [userId, key],
  })
  return rows[0]
}

const OBJECTS: Record<ObjectKind, { column: string; condition: string }> = {
  submission: {
    column: 'submission_id',
    condition: String(ownById(raw('$1'), raw('$2'))),
  },
  voucher: { column: 'voucher_id', condition: 'vouchers WHERE id = $2 AND user_id = $1' },
  reward: { column: 'reward_id', condition: "rewards WHERE id = $2 AND state <> 'draft' AND start_date <= $3" },
  merchant: { column: 'merchant_id', condition: 'merchants WHERE id = $2' },
}

type Asker = { userId: number; day: string }

/** Whether a member may write about a thing on `day`: it is their own, or everyone sees it or saw it before. */
export async function mayAskAbout(
  tx: Queryable,
  { userId, day }: Asker,
  { kind, id }: { kind: ObjectKind; id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `cases.about.${kind}`,
    // Names the parameters that the condition leaves out.
    text: `SELECT FROM ${OBJECTS[kind].condition} AND num_nonnulls($1::bigint, $3::date) = 2`,
    values: [userId, id, day],
  })
  return rowCount === 1
}

/** The times of a member's last cases, at most `count`, the newest first. */
export async function listCaseTimes(tx: Queryable, userId: number, count: number): Promise<Date[]> {
  const { rows } = await tx.query<{ created_at: Date }>({
    name: 'cases.times',
    text: 'SELECT created_at FROM cases WHERE user_id = $1 ORDER BY created_at DESC LIMIT $2',
    values: [userId, count],
  })
  return rows.map(({ created_at }) => created_at)
}

/** Counts the cases of a member that wait for an answer. */
export async function countWaiting(tx: Queryable, userId: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'cases.waiting',
    text: 'SELECT count(*)::int AS count FROM cases WHERE user_id = $1 AND waiting_since IS NOT NULL',
    values: [userId],
  })
  return rows[0]?.count ?? 0
}

/** Inserts a case and returns its id; undefined if one about the same thing is not closed. */
export async function insertCase(
  tx: Queryable,
  { userId, subject, object, at }: CaseAbout & { userId: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    name: `cases.insert.${object?.kind ?? 'none'}`,
    text: `INSERT INTO cases (user_id, subject, state, created_at, updated_at, waiting_since ${object ? `, ${OBJECTS[object.kind].column}` : ''})
      VALUES ($1, $2, 'open', $3, $3, $3 ${object ? ', $4' : ''}) ON CONFLICT DO NOTHING RETURNING id`,
    values: [userId, subject, at, ...(object ? [object.id] : [])],
  })
  return rows[0]?.id
}

/** The member's case about a thing that is not closed. */
export async function findOpenCase(
  tx: Queryable,
  { userId, subject, object }: CaseAbout & { userId: number },
): Promise<number | undefined> {
  // As in the unique index `cases_one_open`.
  const ofKind = Object.entries(OBJECTS).map(
    ([kind, { column }]) => `coalesce(${column}, 0) = ${kind === object?.kind ? '$3' : '0'}`,
  )
  const { rows } = await tx.query<{ id: number }>({
    name: `cases.open.${object?.kind ?? 'none'}`,
    text: `SELECT id FROM cases WHERE user_id = $1 AND subject = $2 AND state <> 'closed' AND ${ofKind.join(' AND ')}`,
    values: [userId, subject, ...(object ? [object.id] : [])],
  })
  return rows[0]?.id
}

type NewMessage = {
  caseId: number
  /** Who wrote it. */
  userId?: number
  operatorId?: number
  message: string
  key: string
  waitedSince?: Date | null
  at: Date
}

/** Inserts a message and returns its id. */
export async function insertMessage(tx: Queryable, given: NewMessage): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'cases.message',
    text: `INSERT INTO case_messages (case_id, user_id, operator_id, message, idempotency_key, waited_since, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    values: [
      given.caseId,
      given.userId ?? null,
      given.operatorId ?? null,
      given.message,
      given.key,
      given.waitedSince ?? null,
      given.at,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a message returned no row')
  return row.id
}

/** Notes that the member wrote in a case: an answered one is reopened. */
export async function noteMessage(tx: Queryable, caseId: number, at: Date): Promise<void> {
  await tx.query({
    name: 'cases.written',
    text: `UPDATE cases SET state = CASE state WHEN 'answered' THEN 'reopened' ELSE state END,
        waiting_since = coalesce(waiting_since, $2), updated_at = $2, version = version + 1 WHERE id = $1`,
    values: [caseId, at],
  })
}

const CHOICES: Record<CaseSubject, string | undefined> = {
  receipt: `SELECT 'submission' AS kind, s.id, m.name, NULL AS name_ms, s.purchase_date, s.amount_sen, NULL AS number
    FROM ${inOrder(raw('$1'))} o JOIN submissions s USING (id) JOIN merchants m ON m.id = s.merchant_id
    WHERE s.status <> 'withdrawn' ORDER BY o.created_at DESC, o.id DESC LIMIT ${CASE_CHOICES_MAX}`,
  reward: `(SELECT 'voucher' AS kind, v.id, v.title AS name, v.title_ms AS name_ms, NULL::date AS purchase_date,
      NULL::bigint AS amount_sen, v.number
    FROM vouchers v WHERE v.user_id = $1 ORDER BY v.id DESC LIMIT ${CASE_CHOICES_MAX})
    UNION ALL
    (SELECT 'reward', r.id, r.title, r.title_ms, NULL, NULL, NULL FROM rewards r
    WHERE r.state = 'published' AND r.start_date <= $2 ORDER BY r.title, r.id LIMIT ${CASE_CHOICES_MAX})`,
  shop: `SELECT 'merchant' AS kind, m.id, m.name, NULL AS name_ms, NULL::date AS purchase_date, NULL::bigint AS amount_sen,
      NULL AS number
    FROM merchants m WHERE m.is_active AND $1::bigint IS NOT NULL ORDER BY lower(m.name), m.id`,
  account: undefined,
  data: undefined,
}

/** What a member can write about on a subject and day: own things, the newest first, then what everyone sees. */
export async function listChoices(db: Queryable, { userId, day }: Asker, subject: CaseSubject): Promise<ObjectRow[]> {
  const text = CHOICES[subject]
  if (!text) return []
  const values = subject === 'reward' ? [userId, day] : [userId]
  const { rows } = await db.query<ObjectRow>({ name: `cases.choices.${subject}`, text, values })
  return rows
}

/** The median time from a member's message to its answer, in seconds, of the answers since a time; null if there are none. */
export async function findMedianSeconds(db: Queryable, since: Date): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number | null }>({
    name: 'cases.answer-time',
    text: `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM created_at - waited_since))::float8 AS seconds
      FROM case_messages WHERE waited_since IS NOT NULL AND created_at > $1`,
    values: [since],
  })
  return rows[0]?.seconds ?? null
}
