import type { AdminCase, CaseFilter } from '@stampus/contract/console/contact/cases'
import type { CaseState, CaseSubject } from '@stampus/contract/contact/cases'
import type { Language } from '@stampus/contract/values/languages'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, run, some } from '../../platform/db/query.ts'
import { update } from '../../platform/db/rows.ts'
import { all, type Sql, sql } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { CASE_COLUMNS, type CaseRow, casesWithObjects } from './cases.store.ts'

export type AdminCaseRow = CaseRow &
  RowOf<Pick<AdminCase, 'member' | 'assignee' | 'waiting_since' | 'version'>> & { language: Language | null }

const ADMIN_CASE = sql`
  SELECT ${CASE_COLUMNS}, u.id AS "member.id", u.name AS "member.name", u.language, o.id AS "assignee.id",
    o.name AS "assignee.name", c.waiting_since, c.version
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

const STATES: Record<CaseFilter, (filter: Filter) => Sql> = {
  waiting: () => sql`c.waiting_since IS NOT NULL`,
  overdue: ({ overdueBefore }) => sql`c.waiting_since < ${overdueBefore}`,
  answered: () => sql`c.state = 'answered'`,
  closed: () => sql`c.state = 'closed'`,
}

/** A console page of cases: waiting ones first, the longest first; then the others, the one written in last first. */
export function listCases(db: Queryable, filter: Filter, page: number) {
  const { state, subject, assignee, memberId } = filter
  const found = all(
    state && STATES[state](filter),
    subject && sql`c.subject = ${subject}`,
    assignee === 'none' ? sql`o.id IS NULL` : assignee && sql`o.id = ${assignee}`,
    memberId && sql`c.user_id = ${memberId}`,
  )
  return many<AdminCaseRow>(db)`
    ${ADMIN_CASE} WHERE ${found}
    ORDER BY c.waiting_since NULLS LAST, c.updated_at DESC, c.id DESC ${consolePageClause(page)}`
}

export const findCase = (db: Queryable, id: number) => maybe<AdminCaseRow>(db)`${ADMIN_CASE} WHERE c.id = ${id}`

export async function lockCase(tx: Queryable, id: number): Promise<AdminCaseRow | undefined> {
  await run(tx)`SELECT FROM cases WHERE id = ${id} FOR UPDATE`
  return findCase(tx, id)
}

export const findAnswer = (tx: Queryable, operatorId: number, key: string) =>
  maybe<{ case_id: number; message: string }>(tx)`
    SELECT case_id, message FROM case_messages WHERE operator_id = ${operatorId} AND idempotency_key = ${key}`

type Change = { id: number; state: CaseState; assigneeId: number | null; updatedAt: Date | undefined }

/** Writes the next version of a locked case. In an answered or closed one nobody waits any more. */
export function updateCase(tx: Queryable, { id, state, assigneeId, updatedAt }: Change): Promise<void> {
  const waiting_since = state === 'answered' || state === 'closed' ? null : undefined
  const changes = { state, waiting_since, operator_id: assigneeId, updated_at: updatedAt, version: sql`version + 1` }
  return run(tx)`${update('cases', changes)} WHERE id = ${id}`
}

export const listManagers = (db: Queryable) =>
  many<{ id: number; name: string }>(db)`
    SELECT id, name FROM operators WHERE role = 'manager' AND removed_at IS NULL ORDER BY lower(name), id`

/** Whether an operator is a manager, who keeps the role until the transaction ends. */
export const lockManager = (tx: Queryable, id: number) =>
  some(tx)`SELECT FROM staff WHERE id = ${id} AND role = 'manager' AND console_removed_at IS NULL FOR SHARE`

export type AnswerToMail = Recipient & { name: string; case_id: number; subject: CaseSubject; message: string }

/** An answer with its member, unless the account is deleted. */
export const findAnswerToMail = (db: Queryable, messageId: number) =>
  maybe<AnswerToMail>(db)`
    SELECT x.case_id, c.subject, x.message, u.name, u.email, u.language
    FROM case_messages x JOIN cases c ON c.id = x.case_id JOIN users u ON u.id = c.user_id
    WHERE x.id = ${messageId} AND x.operator_id IS NOT NULL AND u.deleted_at IS NULL`
