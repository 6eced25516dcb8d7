import * as z from 'zod/mini'
import { texts } from '#texts'
import { caseSubject } from '../../contact/cases.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, id, optionalParagraphs, paragraphs, text, version } from '../../fields.ts'
import { CASE_MESSAGE_MAX, TITLE_MAX } from '../../limits.ts'

const cannedAnswer = z.object({
  id: z.number(),
  /** What managers call it. Members do not see it. */
  title: z.string(),
  /** Null: of use for every subject. */
  subject: z.nullable(caseSubject),
  text: z.string(),
  text_ms: z.nullable(z.string()),
  version: z.number(),
})
export type CannedAnswer = z.infer<typeof cannedAnswer>

const facts = {
  title: text(TITLE_MAX, () => texts.titleRequired),
  /** Empty or null: every subject. */
  subject: z.pipe(
    z.transform((given: unknown) => (given === '' ? null : given)),
    z.nullable(z.enum(caseSubject.options, { error: () => texts.invalidChoice })),
  ),
  text: paragraphs(CASE_MESSAGE_MAX, () => texts.answerRequired),
  text_ms: optionalParagraphs(CASE_MESSAGE_MAX),
}

/** All of them, by title. */
export const list = endpoint({
  method: 'GET',
  path: '/console/canned-answers',
  access: 'manager',
  input: z.object({}),
  answer: z.object({ data: z.array(cannedAnswer) }),
})

/** One of them. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/canned-answers/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(cannedAnswer),
})

/** Creates one. 409 if there are `CANNED_ANSWERS_MAX`, 422. */
export const create = endpoint({
  method: 'POST',
  path: '/console/canned-answers',
  access: 'manager',
  input: z.object(facts),
  answer: dataOf(cannedAnswer),
  status: 201,
})

/** Changes one. 404, 409 if `version` is outdated, 422. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/canned-answers/:id',
  access: 'manager',
  input: z.object({ id, version, ...facts }),
  answer: dataOf(cannedAnswer),
})

/** Deletes one. 404, 409 if `version` is outdated. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/canned-answers/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
