import * as z from 'zod/mini'
import { texts } from '#texts'
import { caseObject, caseState, caseSubject } from '../../contact/cases.ts'
import { CREATED, endpoint } from '../../endpoint.ts'
import {
  anyId,
  anyOf,
  byId,
  byVersion,
  dataOf,
  id,
  instant,
  listOf,
  nothing,
  orNull,
  page,
  paragraphs,
  reference,
  version,
} from '../../fields.ts'
import { CASE_MESSAGE_MAX } from '../../limits.ts'
import { languages } from '../../values/languages.ts'

const listed = {
  id: z.number(),
  /** Null if the account was deleted. */
  member: z.nullable(reference),
  subject: caseSubject,
  object: z.nullable(caseObject),
  state: caseState,
  assignee: z.nullable(reference),
  created_at: instant,
  updated_at: instant,
  /** Since when the member waits, and when `CASE_TARGET_MS` are over; null if nobody waits. */
  waiting_since: z.nullable(instant),
  due_at: z.nullable(instant),
}
const adminCaseRow = z.object(listed)
export type AdminCaseRow = z.infer<typeof adminCaseRow>

const adminCase = z.object({
  ...listed,
  language: z.enum(languages),
  messages: z.array(
    z.object({
      id: z.number(),
      /** Null: the member. */
      operator: z.nullable(reference),
      text: z.string(),
      created_at: instant,
    }),
  ),
  version: z.number(),
})
export type AdminCase = z.infer<typeof adminCase>

/** The filters of the list. `waiting` is open or reopened, `overdue` is waiting for longer than the target. */
const caseFilters = ['waiting', 'overdue', 'answered', 'closed'] as const
export type CaseFilter = (typeof caseFilters)[number]

const filters = z.object({
  page,
  state: anyOf(caseFilters),
  subject: anyOf(caseSubject.options),
  /** `mine`: those of the caller. `none`: those of nobody. */
  assignee: anyOf(['mine', 'none']),
  member_id: anyId,
})

/** All cases: those that wait first, the longest first; then the others, the newest first. */
export const list = endpoint('GET /console/cases', 'manager', filters, listOf(adminCaseRow))

/** One case with its messages. 404. */
export const show = endpoint('GET /console/cases/:id', 'manager', byId, dataOf(adminCase))

const newAnswer = z.object({ id, version, text: paragraphs(CASE_MESSAGE_MAX, () => texts.answerRequired) })

/** Answers a case by mail, and takes it if nobody has; by `Idempotency-Key`. 404, 409 (outdated, closed), 422. */
export const answer = endpoint('POST /console/cases/:id/answers', 'manager', newAnswer, dataOf(adminCase), CREATED)

const assignment = z.object({ id, version, operator_id: orNull(id) })

/** The assignee may be nobody; a closed case takes no messages. 404, 409 if outdated or closed, 422. */
export const assign = endpoint('PUT /console/cases/:id/assignee', 'manager', assignment, dataOf(adminCase))
export const close = endpoint('PUT /console/cases/:id/closing', 'manager', byVersion, dataOf(adminCase))

/** The managers to whom a case can be given, by name. */
export const assignees = endpoint('GET /console/case-assignees', 'manager', nothing, dataOf(z.array(reference)))
