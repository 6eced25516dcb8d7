import type { CaseFilter } from '@stampus/contract/console/contact/cases'
import type { CaseState, CaseSubject } from '@stampus/contract/contact/cases'
import type { Language } from '@stampus/contract/values/languages'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { CASE_COLUMNS, type CaseRow, casesWithObjects } from './cases.store.ts'

/** A case as managers see it. */
export type AdminCaseRow = CaseRow & {
  /** Null if the account was deleted. */
  member_name: string | null
  language: Language | null
  assignee_id: number | null
  assignee_name: string | null
  waiting_since: Date | null
  version: number
}

const ADMIN_CASE = `
  SELECT ${CASE_COLUMNS}, u.name AS member_name, u.language, o.id AS assignee_id, o.name AS assignee_name, c.waiting_since,
    c.version
  FROM ${casesWithObjects()}
  LEFT JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
  LEFT JOIN operators o ON o.id = c.operator_id AND o.role = 'manager' AND o.removed_at IS NULL`

type Filter = {
  state: CaseFilter | undefined
  subject: CaseSubject | undefined
  /** `none`: cases of nobody. */
  assignee: number | 'none' | undefined
  memberId: number | undefined
  /** Members who wait since before this time wait for too long. */
  overdueBefore: Date
}

const STATES: Record<CaseFilter, (value: (given: unknown) => string, filter: Filter) => string> = {
  waiting: () => 'c.waiting_since IS NOT NULL',
  overdue: (value, { overdueBefore }) => `c.waiting_since < ${value(overdueBefore)}`,
  answered: () => "c.state = 'answered'",
  closed: () => "c.state = 'closed'",
}

/** One console page of cases: those that wait first, the longest first; then the others, the one written in last first. */
export async function listCases(db: Queryable, filter: Filter, page: number): Promise<AdminCaseRow[]> {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const { state, subject, assignee, memberId } = filter
  const conditions = [
    ...(state ? [STATES[state](value, filter)] : []),
    ...(subject ? [`c.subject = ${value(subject)}`] : []),
    ...(assignee === 'none' ? ['o.id IS NULL'] : assignee ? [`o.id = ${value(assignee)}`] : []),
    ...(memberId ? [`c.user_id = ${value(memberId)}`] : []),
  ]
  const { rows } = await db.query<AdminCaseRow>({
    text: `${ADMIN_CASE} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY c.waiting_since NULLS LAST, c.updated_at DESC, c.id DESC ${consolePageClause(page)}`,
    values,
  })
  return rows
}

export async function findCase(db: Queryable, id: number): Promise<AdminCaseRow | undefined> {
  const { rows } = await db.query<AdminCaseRow>({ text: `${ADMIN_CASE} WHERE c.id = $1`, values: [id] })
  return rows[0]
}

/** Finds a case and locks it until the transaction ends. */
export async function lockCase(tx: Queryable, id: number): Promise<AdminCaseRow | undefined> {
  await tx.query({ text: 'SELECT FROM cases WHERE id = $1 FOR UPDATE', values: [id] })
  return findCase(tx, id)
}

/** The answer that an operator gave under a key. */
export async function findAnswer(tx: Queryable, operatorId: number, key: string) {
  const { rows } = await tx.query<{ case_id: number; message: string }>({
    text: 'SELECT case_id, message FROM case_messages WHERE operator_id = $1 AND idempotency_key = $2',
    values: [operatorId, key],
  })
  return rows[0]
}

type Change = { id: number; state: CaseState; assigneeId: number | null; updatedAt: Date | undefined }

/** Writes the next version of a locked case. In an answered or closed one nobody waits any more. */
export async function updateCase(tx: Queryable, { id, state, assigneeId, updatedAt }: Change): Promise<void> {
  await tx.query({
    text: `UPDATE cases SET state = $2, waiting_since = CASE WHEN $2 IN ('open', 'reopened') THEN waiting_since END,
        operator_id = $3, updated_at = coalesce($4, updated_at), version = version + 1 WHERE id = $1`,
    values: [id, state, assigneeId, updatedAt ?? null],
  })
}

/** The managers, by name. */
export async function listManagers(db: Queryable): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>(
    "SELECT id, name FROM operators WHERE role = 'manager' AND removed_at IS NULL ORDER BY lower(name), id",
  )
  return rows
}

/** Whether an operator is a manager, who keeps the role until the transaction ends. */
export async function lockManager(tx: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: "SELECT FROM operators WHERE id = $1 AND role = 'manager' AND removed_at IS NULL FOR SHARE",
    values: [id],
  })
  return rowCount === 1
}

/** What the mail about an answer says. */
export type AnswerToMail = Recipient & { name: string; case_id: number; subject: CaseSubject; message: string }

/** An answer with its member, unless the account is deleted. */
export async function findAnswerToMail(db: Queryable, messageId: number): Promise<AnswerToMail | undefined> {
  const { rows } = await db.query<AnswerToMail>({
    text: `SELECT x.case_id, c.subject, x.message, u.name, u.email, u.language
      FROM case_messages x JOIN cases c ON c.id = x.case_id JOIN users u ON u.id = c.user_id
      WHERE x.id = $1 AND x.operator_id IS NOT NULL AND u.deleted_at IS NULL`,
    values: [messageId],
  })
  return rows[0]
}
