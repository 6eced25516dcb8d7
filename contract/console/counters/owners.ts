import * as z from 'zod/mini'
import { texts } from '#texts'
import { email } from '../../accounts.ts'
import { CREATED, endpoint } from '../../endpoint.ts'
import { byId, choice, dataOf, done, id, instant, listOf, page, reference, typedName, version } from '../../fields.ts'
import { OWNER_MERCHANTS_MAX } from '../../limits.ts'
import { languages } from '../../values/languages.ts'

/** An owner of merchants in the managers' list. `invited`: has no password yet. */
const ownerRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  merchants: z.array(reference),
  invited: z.boolean(),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(instant),
})
export type OwnerRow = z.infer<typeof ownerRow>

const ownerPhone = z.object({
  id: z.number(),
  name: z.string(),
  merchant: reference,
  owner: reference,
  created_at: instant,
  last_used_at: instant,
})
export type OwnerPhone = z.infer<typeof ownerPhone>

const ownerCashier = z.object({ id: z.number(), name: z.string(), merchant: reference })
export type OwnerCashier = z.infer<typeof ownerCashier>

const ownerCard = z.extend(ownerRow, {
  version: z.number(),
  language: z.enum(languages),
  sessions: z.number(),
  phones: z.array(ownerPhone),
  cashiers: z.array(ownerCashier),
})
export type OwnerCard = z.infer<typeof ownerCard>

const language = choice(languages)
const merchant_ids = z
  .array(id, { error: () => texts.merchantUnknown })
  .check(
    z.minLength(1, { error: () => texts.merchantUnknown }),
    z.maxLength(OWNER_MERCHANTS_MAX, { error: () => texts.tooManyMerchants(OWNER_MERCHANTS_MAX) }),
  )

const filters = z.object({ page, merchant_id: z.optional(id) })
const newOwner = z.object({ name: typedName, email, language, merchant_ids })
const changedOwner = z.object({ id, version, name: typedName, language, merchant_ids })

/** By name, optionally of one merchant. A change may end phones. 404, 409 if `version` is outdated, 422, 429. */
export const list = endpoint('GET /console/owners', 'manager', filters, listOf(ownerRow))
export const show = endpoint('GET /console/owners/:id', 'manager', byId, dataOf(ownerCard))
export const invite = endpoint('POST /console/owners', 'manager', newOwner, dataOf(ownerCard), CREATED)
export const change = endpoint('PUT /console/owners/:id', 'manager', changedOwner, dataOf(ownerCard))

/** Mails a link to a new password, or the invitation again. A removal ends sessions and enrolled phones. 404, 429. */
export const sendLink = endpoint('POST /console/owners/:id/link', 'manager', byId, done, CREATED)
export const endSessions = endpoint('DELETE /console/owners/:id/sessions', 'manager', byId, done)
export const resetSecondFactor = endpoint('DELETE /console/owners/:id/second-factor', 'manager', byId, done)
export const remove = endpoint('DELETE /console/owners/:id', 'manager', byId, done)
export const removePhone = endpoint('DELETE /console/phones/:id', 'manager', byId, done)
export const removeCashier = endpoint('DELETE /console/cashiers/:id', 'manager', byId, done)
