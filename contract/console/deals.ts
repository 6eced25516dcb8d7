import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import {
  adminTitles,
  anyId,
  anyOf,
  byId,
  byVersion,
  changed,
  dataOf,
  day,
  daysInOrder,
  done,
  listOf,
  optionalParagraphs,
  page,
  paragraphs,
  recordId,
  reference,
  typedTitles,
} from '../fields.ts'
import { DESCRIPTION_MAX } from '../limits.ts'
import { pictureKey } from './pictures.ts'

const dealState = z.enum(['planned', 'running', 'over'])
export type DealState = z.infer<typeof dealState>

const adminDeal = z.object({
  id: z.number(),
  ...adminTitles,
  description: z.string(),
  description_ms: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** `YYYY-MM-DD`, whole campus days. */
  start_date: z.string(),
  end_date: z.string(),
  state: dealState,
  merchant: reference,
  version: z.number(),
})
export type AdminDeal = z.infer<typeof adminDeal>

const facts = {
  merchant_id: recordId(() => texts.merchantUnknown),
  ...typedTitles,
  description: paragraphs(DESCRIPTION_MAX, () => texts.descriptionRequired),
  description_ms: optionalParagraphs(DESCRIPTION_MAX),
  image_key: pictureKey,
  start_date: day,
  end_date: day,
}

const filters = z.object({ page, merchant_id: anyId, state: anyOf(dealState.options) })
const newDeal = z.object(facts).check(daysInOrder)
const changedDeal = changed(facts).check(daysInOrder)

/** Newest first, optionally of one merchant or state. 404, 409 if `version` is outdated, 422. */
export const list = endpoint('GET /console/deals', 'manager', filters, listOf(adminDeal))
export const show = endpoint('GET /console/deals/:id', 'manager', byId, dataOf(adminDeal))
export const create = endpoint('POST /console/deals', 'manager', newDeal, dataOf(adminDeal), CREATED)
export const change = endpoint('PUT /console/deals/:id', 'manager', changedDeal, dataOf(adminDeal))
export const remove = endpoint('DELETE /console/deals/:id', 'manager', byVersion, done)
