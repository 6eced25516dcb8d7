import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import {
  dataOf,
  id,
  listOf,
  optionalLine,
  optionalParagraphs,
  page,
  paragraphs,
  text,
  version,
  wholeNumber,
} from '../fields.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '../limits.ts'
import { isRealDay } from '../values/days.ts'
import { pictureKey } from './pictures.ts'

/** The state of a deal today, in the campus time zone. */
export const dealState = z.enum(['planned', 'running', 'over'])
export type DealState = z.infer<typeof dealState>

const adminDeal = z.object({
  id: z.number(),
  title: z.string(),
  title_ms: z.nullable(z.string()),
  description: z.string(),
  description_ms: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** `YYYY-MM-DD`, whole campus days. */
  start_date: z.string(),
  end_date: z.string(),
  state: dealState,
  merchant: z.object({ id: z.number(), name: z.string() }),
  version: z.number(),
})
export type AdminDeal = z.infer<typeof adminDeal>

const day = z.string({ error: () => texts.invalidDate }).check(z.refine(isRealDay, { error: () => texts.invalidDate }))
const facts = {
  merchant_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, () => texts.merchantUnknown),
  title: text(TITLE_MAX, () => texts.titleRequired),
  title_ms: optionalLine(TITLE_MAX),
  description: paragraphs(DESCRIPTION_MAX, () => texts.descriptionRequired),
  description_ms: optionalParagraphs(DESCRIPTION_MAX),
  image_key: pictureKey,
  start_date: day,
  end_date: day,
}
const inOrder = z.refine<{ start_date: string; end_date: string }>(
  ({ start_date, end_date }) => start_date <= end_date,
  { error: () => texts.endsBeforeStart, path: ['end_date'] },
)

/** All deals, newest first, optionally of one merchant or state. */
export const list = endpoint({
  method: 'GET',
  path: '/console/deals',
  access: 'manager',
  input: z.object({
    page,
    merchant_id: z.optional(z.union([z.literal(''), id], { error: () => texts.invalidId })),
    state: z.optional(z.enum([...dealState.options, ''], { error: () => texts.invalidChoice })),
  }),
  answer: listOf(adminDeal),
})

/** One deal. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/deals/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(adminDeal),
})

/** Creates a deal. 422. */
export const create = endpoint({
  method: 'POST',
  path: '/console/deals',
  access: 'manager',
  input: z.object(facts).check(inOrder),
  answer: dataOf(adminDeal),
  status: 201,
})

/** Changes a deal. 404, 409 if `version` is outdated, 422. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/deals/:id',
  access: 'manager',
  input: z.object({ id, version, ...facts }).check(inOrder),
  answer: dataOf(adminDeal),
})

/** Deletes a deal. 404, 409 if `version` is outdated. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/deals/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
