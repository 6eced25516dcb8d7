import * as z from 'zod/mini'
import { texts } from '#texts'
import { email } from '../../accounts.ts'
import { endpoint } from '../../endpoint.ts'
import { dataOf, id, instant, listOf, page, text, version } from '../../fields.ts'
import { NAME_MAX, OWNER_MERCHANTS_MAX } from '../../limits.ts'
import { languages } from '../../values/languages.ts'

const messageAnswer = z.object({ message: z.string() })
const reference = z.object({ id: z.number(), name: z.string() })

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

/** A phone of one of their merchants. */
const ownerPhone = z.object({
  id: z.number(),
  name: z.string(),
  merchant: reference,
  /** Who enrolled it. */
  owner: reference,
  created_at: instant,
  last_used_at: instant,
})
export type OwnerPhone = z.infer<typeof ownerPhone>

const ownerCashier = z.object({ id: z.number(), name: z.string(), merchant: reference })
export type OwnerCashier = z.infer<typeof ownerCashier>

/** An owner with the phones and cashiers of their merchants. */
const ownerCard = z.extend(ownerRow, {
  version: z.number(),
  language: z.enum(languages),
  sessions: z.number(),
  phones: z.array(ownerPhone),
  cashiers: z.array(ownerCashier),
})
export type OwnerCard = z.infer<typeof ownerCard>

const name = text(NAME_MAX, () => texts.nameRequired)
const language = z.enum(languages, { error: () => texts.invalidChoice })
const merchant_ids = z
  .array(id, { error: () => texts.merchantUnknown })
  .check(
    z.minLength(1, { error: () => texts.merchantUnknown }),
    z.maxLength(OWNER_MERCHANTS_MAX, { error: () => texts.tooManyMerchants(OWNER_MERCHANTS_MAX) }),
  )

/** All owners by name, optionally of one merchant. */
export const list = endpoint({
  method: 'GET',
  path: '/console/owners',
  access: 'manager',
  input: z.object({ page, merchant_id: z.optional(id) }),
  answer: listOf(ownerRow),
})

/** One owner. 404. */
export const show = endpoint({
  method: 'GET',
  path: '/console/owners/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(ownerCard),
})

/** Invites an owner: mails a link to a password, which works once within `INVITATION_HOURS`. 422 on `email`, 429. */
export const invite = endpoint({
  method: 'POST',
  path: '/console/owners',
  access: 'manager',
  input: z.object({ name, email, language, merchant_ids }),
  answer: dataOf(ownerCard),
  status: 201,
})

/** Changes an owner. Phones that they enrolled for a merchant which they no longer hold end. 404, 409 if `version` is outdated. */
export const change = endpoint({
  method: 'PUT',
  path: '/console/owners/:id',
  access: 'manager',
  input: z.object({ id, version, name, language, merchant_ids }),
  answer: dataOf(ownerCard),
})

/** Mails a one-time link to a new password, which works for 60 minutes; to an invited owner the invitation again. 404, 429. */
export const sendLink = endpoint({
  method: 'POST',
  path: '/console/owners/:id/link',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
  status: 201,
})

/** Ends all sessions of an owner. 404. */
export const endSessions = endpoint({
  method: 'DELETE',
  path: '/console/owners/:id/sessions',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Removes the second factor of an owner who has lost it. 404. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/console/owners/:id/second-factor',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Removes an owner, ends their sessions and the phones they enrolled. 404. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/owners/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Ends a phone, such as a stolen one. 404. */
export const removePhone = endpoint({
  method: 'DELETE',
  path: '/console/phones/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Ends a cashier. 404. */
export const removeCashier = endpoint({
  method: 'DELETE',
  path: '/console/cashiers/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})
