import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, choice, dataOf, id, instant, listOf, malayText, message, nothing, paged } from '../fields.ts'
import { CASE_MESSAGE_MAX } from '../limits.ts'

export const caseSubject = z.enum(['receipt', 'reward', 'shop', 'account', 'data'])
export type CaseSubject = z.infer<typeof caseSubject>

/** `open` and `reopened` wait for an answer; after an `answered` one the member may write again; `closed` is the end. */
export const caseState = z.enum(['open', 'answered', 'reopened', 'closed'])
export type CaseState = z.infer<typeof caseState>

const objectKind = choice(['submission', 'voucher', 'reward', 'merchant'])
export type ObjectKind = z.infer<typeof objectKind>

export const objectKinds: Record<CaseSubject, readonly ObjectKind[]> = {
  receipt: ['submission'],
  reward: ['voucher', 'reward'],
  shop: ['merchant'],
  account: [],
  data: [],
}

/** What a case is about: a receipt or a voucher of the member, a reward, or a merchant. */
export const caseObject = z.object({
  kind: objectKind,
  id: z.number(),
  /** The merchant of a receipt, the title of a voucher or a reward, or the name of a merchant. */
  name: z.string(),
  name_ms: malayText,
  /** Of a receipt: `YYYY-MM-DD`, and decimal text with two places. */
  purchase_date: z.nullable(z.string()),
  purchase_amount: z.nullable(z.string()),
  number: z.nullable(z.string()),
})
export type CaseObject = z.infer<typeof caseObject>

const listed = {
  id: z.number(),
  subject: caseSubject,
  /** Null if it is about nothing in particular. */
  object: z.nullable(caseObject),
  state: caseState,
  created_at: instant,
  updated_at: instant,
}
const listedCase = z.object(listed)
export type ListedCase = z.infer<typeof listedCase>

const memberCase = z.object({
  ...listed,
  /** Oldest first. `answer`: from an operator, whose name members do not see. */
  messages: z.array(
    z.object({ id: z.number(), from: z.enum(['member', 'answer']), text: z.string(), created_at: instant }),
  ),
})
export type MemberCase = z.infer<typeof memberCase>

const typed = message(CASE_MESSAGE_MAX, () => texts.caseMessageRequired)

/** The caller's cases, the one written in last first. 404. */
export const list = endpoint('GET /contact/cases', 'member', paged, listOf(listedCase))
export const show = endpoint('GET /contact/cases/:id', 'member', byId, dataOf(memberCase))

const newCase = z
  .object({
    subject: z.enum(caseSubject.options, { error: () => texts.caseSubjectRequired }),
    object_kind: z.optional(objectKind),
    object_id: z.optional(id),
    message: typed,
  })
  .check(
    z.refine(
      ({ subject, object_kind, object_id }) =>
        (object_kind === undefined) === (object_id === undefined) &&
        (object_kind === undefined || objectKinds[subject].includes(object_kind)),
      { error: () => texts.invalidChoice, path: ['object_id'] },
    ),
  )

/** Opens a case, by `Idempotency-Key`. 409 with `case_id` if one is open, without if too many wait; 422, 429. */
export const open = endpoint('POST /contact/cases', 'member', newCase, dataOf(memberCase), CREATED)

const newMessage = z.object({ id, message: typed })

/** Writes in a case, which reopens it, by `Idempotency-Key`. 404, 409 if closed or too many wait, 422, 429. */
export const write = endpoint('POST /contact/cases/:id/messages', 'member', newMessage, dataOf(memberCase), CREATED)

const chosenSubject = z.object({ subject: z.enum(caseSubject.options, { error: () => texts.caseSubjectRequired }) })

/** What the caller can write about: the newest of their own things, and what everyone sees. */
export const choices = endpoint('GET /contact/choices', 'member', chosenSubject, dataOf(z.array(caseObject)))

const median = dataOf(z.object({ median_seconds: z.nullable(z.number()) }))

/** How long answers took lately: the median of `ANSWER_TIME_DAYS`, in seconds; null if there were none. */
export const answerTime = endpoint('GET /contact/answer-time', 'member', nothing, median)
