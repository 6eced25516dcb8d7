import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, choice, dataOf, done, id, instant, listOf, optionalText, page, reason } from '../fields.ts'
import { SEARCH_MAX, STAMP_ADJUSTMENT_MAX } from '../limits.ts'
import { entryKind } from '../wallet.ts'

const row = z.object({
  id: z.number(),
  name: z.string(),
  /** Null after the account was deleted. */
  email: z.nullable(z.string()),
  created_at: instant,
  verified: z.boolean(),
  suspended: z.boolean(),
})
export type MemberRow = z.infer<typeof row>

const memberStates = ['verified', 'unverified', 'suspended'] as const
export type MemberState = (typeof memberStates)[number]

const filters = z.object({ search: optionalText(SEARCH_MAX), state: z.optional(choice(memberStates)), page })

/** Members, newest first, by id or part of a name or address. A deleted member is found only by id. */
export const searchMembers = endpoint('GET /console/members', 'manager', filters, listOf(row))

const member = z.extend(row, {
  verified_at: z.nullable(instant),
  /** A changed address that is not confirmed yet. */
  pending_email: z.nullable(z.string()),
  deleted_at: z.nullable(instant),
  /** Newest first, at most 50. */
  suspensions: z.array(
    z.object({
      id: z.number(),
      reason: z.string(),
      operator: z.string(),
      created_at: instant,
      ended_at: z.nullable(instant),
      ended_by: z.nullable(z.string()),
    }),
  ),
  reset_sent_at: z.nullable(instant),
})
export type MemberDetails = z.infer<typeof member>

/** One member. 404. */
export const showMember = endpoint('GET /console/members/:id', 'manager', byId, dataOf(member))

const suspension = z.object({ id, reason })

/** Only managers see the reason; afterwards the member logs in again. 409 if it is so already. */
export const suspend = endpoint('POST /console/members/:id/suspension', 'manager', suspension, dataOf(member), CREATED)
export const reinstate = endpoint('DELETE /console/members/:id/suspension', 'manager', byId, dataOf(member))

/** Mails a link under the limits of the member's own requests. 409 if already verified, 429. */
export const resendVerification = endpoint('POST /console/members/:id/verification', 'manager', byId, done, CREATED)
export const sendResetLink = endpoint('POST /console/members/:id/reset-link', 'manager', byId, done, CREATED)

const entry = z.object({
  id: z.number(),
  kind: entryKind,
  stamps: z.number(),
  created_at: instant,
  submission_id: z.nullable(z.number()),
  voucher: z.nullable(z.object({ id: z.number(), title: z.string() })),
  voucher_end: z.nullable(z.enum(['returned', 'expired', 'voided', 'recalled', 'below_zero'])),
  reversed_submission_id: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  operator: z.nullable(z.string()),
})
export type WalletEntry = z.infer<typeof entry>

const wallet = z.extend(listOf(entry), {
  balance: z.number(),
  /** Stamps that the caller may still adjust, reverse or give back for this member without a second manager. */
  unconfirmed_left: z.number(),
  has_confirmer: z.boolean(),
})

/** A member's balance and its ledger entries, newest first. */
export const memberWallet = endpoint('GET /console/members/:id/wallet', 'manager', z.object({ id, page }), wallet)

const stampAdjustment = z.object({
  id,
  stamps: z.int({ error: () => texts.invalidStamps, abort: true }).check(
    z.minimum(-STAMP_ADJUSTMENT_MAX, { error: () => texts.invalidStamps }),
    z.maximum(STAMP_ADJUSTMENT_MAX, { error: () => texts.invalidStamps }),
    z.refine((stamps) => stamps !== 0, { error: () => texts.invalidStamps }),
  ),
  reason,
  request_id: z.uuid({ error: () => texts.malformed }),
  /** The balance that is written off; absent for any other adjustment. */
  balance: z.optional(z.int({ error: () => texts.malformed })),
})

const adjusted = dataOf(z.object({ balance: z.number(), confirmation_id: z.nullable(z.number()) }))

/** Adds or removes stamps, by `request_id`. Above CONFIRM_STAMPS in 7 days a second manager confirms. 409. */
export const createStampAdjustment = endpoint(
  'POST /console/members/:id/stamp-adjustments',
  'manager',
  stampAdjustment,
  adjusted,
  CREATED,
)
