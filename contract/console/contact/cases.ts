import * as z from 'zod/mini'
import { texts } from '#texts'
import { caseObject, caseState, caseSubject } from '../../contact/cases.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, id, instant, listOf, page, paragraphs, version, wholeNumber } from '../../fields.ts'
import { CASE_MESSAGE_MAX } from '../../limits.ts'
import { languages } from '../../values/languages.ts'

const person = z.object({ id: z.number(), name: z.string() })
export type Assignee = z.infer<typeof person>

const listed = {
  id: z.number(),
  /** Null if the account was deleted. */
  member: z.nullable(person),
  subject: caseSubject,
  object: z.nullable(caseObject),
  state: caseState,
  /** The manager who takes care of it. */
  assignee: z.nullable(person),
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
  /** The language of the member's mails. */
  language: z.enum(languages),
  messages: z.array(
    z.object({
      id: z.number(),
      /** Null: the member. */
      operator: z.nullable(person),
      text: z.string(),
      created_at: instant,
    }),
  ),
  version: z.number(),
})
export type AdminCase = z.infer<typeof adminCase>

/** The filters of the list. `waiting` is open or reopened, `overdue` is waiting for longer than the target. */
export const caseFilters = ['waiting', 'overdue', 'answered', 'closed'] as const
export type CaseFilter = (typeof caseFilters)[number]

/** All cases: those that wait first, the longest first; then the others, the newest first. */
export const list = endpoint({
  method: 'GET',
  path: '/console/cases',
  access: 'manager',
  input: z.object({
    page,
    state: z.optional(z.enum([...caseFilters, ''], { error: () => texts.invalidChoice })),
    subject: z.optional(z.enum([...caseSubject.options, ''], { error: () => texts.invalidChoice })),
    /** `mine`: those of the caller. `none`: those of nobody. */
    assignee: z.optional(z.enum(['mine', 'none', ''], { error: () => texts.invalidChoice })),
    member_id: z.optional(z.union([z.literal(''), id], { error: () => texts.invalidId })),
  }),
  answer: listOf(adminCaseRow),
})

/** One case with its messages. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/cases/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(adminCase),
})

/**
 * Answers a case, and mails the answer. A case of nobody becomes the caller's. A repeat with the same `Idempotency-Key` header
 * changes nothing. 404, 409 if `version` is outdated or it is closed, 422.
 */
export const answer = endpoint({
  method: 'POST',
  path: '/console/cases/:id/answers',
  access: 'manager',
  input: z.object({ id, version, text: paragraphs(CASE_MESSAGE_MAX, () => texts.answerRequired) }),
  answer: dataOf(adminCase),
  status: 201,
})

/** Gives a case to a manager, or to nobody. 404, 409 if `version` is outdated or it is closed, 422. */
export const assign = endpoint({
  method: 'PUT',
  path: '/console/cases/:id/assignee',
  access: 'manager',
  input: z.object({
    id,
    version,
    /** Empty or null: nobody. */
    operator_id: z.pipe(
      z.transform((given: unknown) => (given === '' ? null : given)),
      z.nullable(wholeNumber(1, Number.MAX_SAFE_INTEGER, () => texts.invalidId)),
    ),
  }),
  answer: dataOf(adminCase),
})

/** Closes a case: the member can no longer write in it. 404, 409 if `version` is outdated or it is closed. */
export const close = endpoint({
  method: 'PUT',
  path: '/console/cases/:id/closing',
  access: 'manager',
  input: z.object({ id, version }),
  answer: dataOf(adminCase),
})

/** The managers to whom a case can be given, by name. */
export const assignees = endpoint({
  method: 'GET',
  path: '/console/case-assignees',
  access: 'manager',
  input: z.object({}),
  answer: dataOf(z.array(person)),
})
