import * as z from 'zod/mini'
import { texts } from '#texts'
import { caseSubject } from '../../contact/cases.ts'
import { CREATED, endpoint } from '../../endpoint.ts'
import {
  byId,
  byVersion,
  changed,
  choice,
  dataOf,
  done,
  nothing,
  optionalParagraphs,
  orNull,
  paragraphs,
  text,
} from '../../fields.ts'
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
  subject: orNull(choice(caseSubject.options)),
  text: paragraphs(CASE_MESSAGE_MAX, () => texts.answerRequired),
  text_ms: optionalParagraphs(CASE_MESSAGE_MAX),
}
const newAnswer = z.object(facts)
/** By title. 404, 409 if `version` is outdated or there are `CANNED_ANSWERS_MAX`, 422. */
export const list = endpoint('GET /console/canned-answers', 'manager', nothing, dataOf(z.array(cannedAnswer)))
export const show = endpoint('GET /console/canned-answers/:id', 'manager', byId, dataOf(cannedAnswer))
export const create = endpoint('POST /console/canned-answers', 'manager', newAnswer, dataOf(cannedAnswer), CREATED)
export const change = endpoint('PUT /console/canned-answers/:id', 'manager', changed(facts), dataOf(cannedAnswer))
export const remove = endpoint('DELETE /console/canned-answers/:id', 'manager', byVersion, done)
