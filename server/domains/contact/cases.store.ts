import type { AdminCase } from '@stampus/contract/console/contact/cases'
import type { CaseObject, CaseSubject, ObjectKind } from '@stampus/contract/contact/cases'
import { CASE_CHOICES_MAX, PAGE_SIZE } from '@stampus/contract/limits'
import { inOrder, ownById, unseen } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, maybeValue, run, some, value, values } from '../../platform/db/query.ts'
import { insert, type Row } from '../../platform/db/rows.ts'
import { list, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'

/** What a case is about, with the amount in sen. */
export type ObjectRow = Omit<CaseObject, 'name_ms' | 'purchase_amount'> & {
  name_ms: string | null
  amount_sen: number | null
}

export type CaseRow = Row<'cases', 'id' | 'user_id' | 'subject' | 'state' | 'created_at' | 'updated_at'> & {
  object: ObjectRow | null
}

/** The kind and the id of what a case `c` is about; null if it is about nothing in particular. */
const OBJECT_KIND = sql`CASE WHEN c.submission_id IS NOT NULL THEN 'submission'
  WHEN c.voucher_id IS NOT NULL THEN 'voucher' WHEN c.reward_id IS NOT NULL THEN 'reward'
  WHEN c.merchant_id IS NOT NULL THEN 'merchant' END`
const OBJECT_ID = sql`coalesce(c.submission_id, c.voucher_id, c.reward_id, c.merchant_id)`

export const CASE_COLUMNS = sql`c.id, c.user_id, c.subject, c.state, c.created_at, c.updated_at,
  CASE WHEN ${OBJECT_ID} IS NOT NULL THEN json_build_object('kind', ${OBJECT_KIND}, 'id', ${OBJECT_ID},
    'name', coalesce(sm.name, v.title, r.title, m.name), 'name_ms', coalesce(v.title_ms, r.title_ms),
    'purchase_date', s.purchase_date, 'amount_sen', s.amount_sen, 'number', v.number) END AS object`

export const casesWithObjects = (cases = raw('cases')) => sql`${cases} c
  LEFT JOIN submissions s ON s.id = c.submission_id LEFT JOIN merchants sm ON sm.id = s.merchant_id
  LEFT JOIN vouchers v ON v.id = c.voucher_id
  LEFT JOIN rewards r ON r.id = c.reward_id
  LEFT JOIN merchants m ON m.id = c.merchant_id`

/** One page of a member's cases, the one written in last first, and the first of the next page. */
export function listOwnCases(db: Queryable, userId: number, page: number) {
  const own = sql`(SELECT * FROM cases WHERE user_id = ${userId}
    ORDER BY updated_at DESC, id DESC LIMIT ${raw(PAGE_SIZE + 1)} OFFSET ${unseen((page - 1) * PAGE_SIZE)})`
  return many<CaseRow>(db, 'cases.list')`
    SELECT ${CASE_COLUMNS} FROM ${casesWithObjects(own)} ORDER BY c.updated_at DESC, c.id DESC`
}

type Own = { userId: number; id: number }

export const findOwnCase = (db: Queryable, { userId, id }: Own) =>
  maybe<CaseRow>(db, 'cases.own')`
    SELECT ${CASE_COLUMNS} FROM ${casesWithObjects()} WHERE c.user_id = ${userId} AND c.id = ${id}`

/** Locks a member's own case until the transaction ends. Lock the member first. */
export const lockOwnCase = (tx: Queryable, { userId, id }: Own) =>
  maybe<Pick<CaseRow, 'state'>>(tx, 'cases.lock-own')`
    SELECT state FROM cases WHERE user_id = ${userId} AND id = ${id} FOR UPDATE`

/** The messages of a case, oldest first. `operator` is null for those of the member. */
export const listMessages = (db: Queryable, caseId: number) =>
  many<RowOf<AdminCase['messages'][number]>>(db, 'cases.messages')`
    SELECT x.id, o.id AS "operator.id", o.name AS "operator.name", x.message AS text, x.created_at
    FROM case_messages x LEFT JOIN operators o ON o.id = x.operator_id WHERE x.case_id = ${caseId} ORDER BY x.id`

export function countUnanswered(tx: Queryable, caseId: number): Promise<number> {
  const id = parameter(caseId)
  return value(tx, 'cases.unanswered')`
    SELECT count(*)::int FROM case_messages WHERE case_id = ${id}
      AND id > coalesce((SELECT max(id) FROM case_messages WHERE case_id = ${id} AND operator_id IS NOT NULL), 0)`
}

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

export const findSent = (tx: Queryable, userId: number, key: string) =>
  maybe<SentMessage>(tx, 'cases.sent')`
    SELECT x.case_id, x.message, c.subject, ${OBJECT_ID} AS object_id, ${OBJECT_KIND} AS object_kind,
      NOT EXISTS (SELECT FROM case_messages e WHERE e.case_id = x.case_id AND e.id < x.id) AS is_first
    FROM case_messages x JOIN cases c ON c.id = x.case_id WHERE x.user_id = ${userId} AND x.idempotency_key = ${key}`

type Asker = { userId: number; day: string }

const OBJECTS: Record<ObjectKind, (id: number, asker: Asker) => Sql> = {
  submission: (id, { userId }) => ownById(userId, id),
  voucher: (id, { userId }) => sql`vouchers WHERE id = ${id} AND user_id = ${userId}`,
  reward: (id, { day }) => sql`rewards WHERE id = ${id} AND state <> 'draft' AND start_date <= ${day}`,
  merchant: (id) => sql`merchants WHERE id = ${id}`,
}

/** Whether a member may write about a thing on `day`: it is their own, or everyone sees it or saw it before. */
export const mayAskAbout = (tx: Queryable, asker: Asker, { kind, id }: { kind: ObjectKind; id: number }) =>
  some(tx, `cases.about.${kind}`)`SELECT FROM ${OBJECTS[kind](id, asker)}`

export const listCaseTimes = (tx: Queryable, userId: number, count: number) =>
  values<Date>(tx, 'cases.times')`
    SELECT created_at FROM cases WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT ${count}`

export const countWaiting = (tx: Queryable, userId: number) =>
  value(tx, 'cases.waiting')`SELECT count(*)::int FROM cases WHERE user_id = ${userId} AND waiting_since IS NOT NULL`

const idsOf = (object: CaseAbout['object']) => ({
  submission_id: object?.kind === 'submission' ? object.id : null,
  voucher_id: object?.kind === 'voucher' ? object.id : null,
  reward_id: object?.kind === 'reward' ? object.id : null,
  merchant_id: object?.kind === 'merchant' ? object.id : null,
})

type NewCase = CaseAbout & { userId: number; at: Date }

/** Inserts a case and returns its id; undefined if one about the same thing is not closed. */
export function insertCase(tx: Queryable, { userId, subject, object, at }: NewCase): Promise<number | undefined> {
  const times = { created_at: at, updated_at: at, waiting_since: at }
  const given = { user_id: userId, subject, state: 'open' as const, ...times, ...idsOf(object) }
  return maybeValue(tx, 'cases.insert')`${insert('cases', given)} ON CONFLICT DO NOTHING RETURNING id`
}

export function findOpenCase(tx: Queryable, { userId, subject, object }: Omit<NewCase, 'at'>) {
  // As in the unique index `cases_one_open`.
  const about = Object.entries(idsOf(object)).map(([column, id]) => sql`coalesce(${raw(column)}, 0) = ${id ?? 0}`)
  return maybeValue(tx, 'cases.open')`
    SELECT id FROM cases
    WHERE user_id = ${userId} AND subject = ${subject} AND state <> 'closed' AND ${list(about, ' AND ')}`
}

type NewMessage = {
  caseId: number
  userId?: number
  operatorId?: number
  message: string
  key: string
  waitedSince?: Date | null
  at: Date
}

export function insertMessage(tx: Queryable, given: NewMessage): Promise<number> {
  const row = {
    case_id: given.caseId,
    user_id: given.userId,
    operator_id: given.operatorId,
    message: given.message,
    idempotency_key: given.key,
    waited_since: given.waitedSince,
    created_at: given.at,
  }
  return value(tx, 'cases.message')`${insert('case_messages', row)} RETURNING id`
}

/** Notes that the member wrote in a case: an answered one is reopened. */
export function noteMessage(tx: Queryable, caseId: number, at: Date): Promise<void> {
  const now = parameter(at)
  return run(tx, 'cases.written')`
    UPDATE cases SET state = CASE state WHEN 'answered' THEN 'reopened' ELSE state END,
      waiting_since = coalesce(waiting_since, ${now}), updated_at = ${now}, version = version + 1
    WHERE id = ${caseId}`
}

const MOST = raw(CASE_CHOICES_MAX)

const CHOICES: Partial<Record<CaseSubject, (asker: Asker) => Sql>> = {
  receipt: ({ userId }) => sql`
    SELECT 'submission' AS kind, s.id, m.name, NULL AS name_ms, s.purchase_date, s.amount_sen, NULL AS number
    FROM ${inOrder(userId)} o JOIN submissions s USING (id) JOIN merchants m ON m.id = s.merchant_id
    WHERE s.status <> 'withdrawn' ORDER BY o.created_at DESC, o.id DESC LIMIT ${MOST}`,
  reward: ({ userId, day }) => sql`
    (SELECT 'voucher' AS kind, v.id, v.title AS name, v.title_ms AS name_ms, NULL::date AS purchase_date,
      NULL::bigint AS amount_sen, v.number
    FROM vouchers v WHERE v.user_id = ${userId} ORDER BY v.id DESC LIMIT ${MOST})
    UNION ALL
    (SELECT 'reward', r.id, r.title, r.title_ms, NULL, NULL, NULL FROM rewards r
    WHERE r.state = 'published' AND r.start_date <= ${day} ORDER BY r.title, r.id LIMIT ${MOST})`,
  shop: () => sql`
    SELECT 'merchant' AS kind, m.id, m.name, NULL AS name_ms, NULL::date AS purchase_date, NULL::bigint AS amount_sen,
      NULL AS number
    FROM merchants m WHERE m.is_active ORDER BY lower(m.name), m.id`,
}

/** What a member can write about on a subject and day: own things, the newest first, then what everyone sees. */
export async function listChoices(db: Queryable, asker: Asker, subject: CaseSubject): Promise<ObjectRow[]> {
  const choices = CHOICES[subject]?.(asker)
  return choices ? many<ObjectRow>(db, `cases.choices.${subject}`)`${choices}` : []
}

/** The median time from a member's message to its answer since a time, in seconds; null without answers. */
export const findMedianSeconds = (db: Queryable, since: Date) =>
  value<number | null>(db, 'cases.answer-time')`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM created_at - waited_since))::float8
    FROM case_messages WHERE waited_since IS NOT NULL AND created_at > ${since}`

/** Blanks all texts of a deleted member's cases, operators' too, and closes them. Returns their ids. */
export async function eraseCases(tx: Queryable, userId: number): Promise<number[]> {
  const closed = await values(tx)`
    UPDATE cases SET state = 'closed', waiting_since = NULL, version = version + 1 WHERE user_id = ${userId}
    RETURNING id`
  // The new key has a space, as no key of a request has, so that the two are never the same.
  await run(tx)`
    UPDATE case_messages x SET message = '', idempotency_key = 'message ' || x.id
    FROM cases c WHERE c.id = x.case_id AND c.user_id = ${userId}`
  return closed
}
