import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, optionalText, page, paragraphs } from '../fields.ts'
import { REASON_MAX, SEARCH_MAX, STAMP_ADJUSTMENT_MAX } from '../limits.ts'
import * as texts from '../texts.ts'
import { entryKind } from '../wallet.ts'

const row = z.object({
  id: z.number(),
  name: z.string(),
  /** Null once the account was deleted. */
  email: z.nullable(z.string()),
  created_at: instant,
  verified: z.boolean(),
  suspended: z.boolean(),
})
export type MemberRow = z.infer<typeof row>

export const memberStates = ['verified', 'unverified', 'suspended'] as const
export type MemberState = (typeof memberStates)[number]

/** The members, the newest first, found by their id or a part of their name or address (D-53). A deleted one is found by id. */
export const searchMembers = endpoint({
  method: 'GET',
  path: '/console/members',
  access: 'manager',
  input: z.object({
    search: optionalText(SEARCH_MAX),
    state: z.optional(z.enum(memberStates, texts.invalidChoice)),
    page,
  }),
  answer: listOf(row),
})

const member = z.extend(row, {
  verified_at: z.nullable(instant),
  /** The address that waits for its link (D-22). */
  pending_email: z.nullable(z.string()),
  deleted_at: z.nullable(instant),
  /** The newest first, at most 50. */
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
  /** When a link to a new password was sent that was not used yet. */
  reset_sent_at: z.nullable(instant),
})
export type MemberDetails = z.infer<typeof member>

export const showMember = endpoint({
  method: 'GET',
  path: '/console/members/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(member),
})

/** Shuts a member out, with a reason that stays in the house. 409 where they are suspended already. */
export const suspend = endpoint({
  method: 'POST',
  path: '/console/members/:id/suspension',
  access: 'manager',
  input: z.object({ id, reason: paragraphs(REASON_MAX, texts.reasonRequired) }),
  answer: dataOf(member),
  status: 201,
})

/** Lets a suspended member in again; they sign in anew. 409 where they are not suspended. */
export const reinstate = endpoint({
  method: 'DELETE',
  path: '/console/members/:id/suspension',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(member),
})

/** Mails a member the link that proves their address once more, at the pace of the member's own asking (D-24). */
export const resendVerification = endpoint({
  method: 'POST',
  path: '/console/members/:id/verification',
  access: 'manager',
  input: z.object({ id }),
  answer: z.object({ message: z.string() }),
  status: 201,
})

/** Mails a member the one-time link to a new password, at their own request by email (D-25). */
export const sendResetLink = endpoint({
  method: 'POST',
  path: '/console/members/:id/reset-link',
  access: 'manager',
  input: z.object({ id }),
  answer: z.object({ message: z.string() }),
  status: 201,
})

const entry = z.object({
  id: z.number(),
  kind: entryKind,
  stamps: z.number(),
  created_at: instant,
  /** The submission of an approval or of its taking back. */
  submission_id: z.nullable(z.number()),
  /** Why a manager corrected the stamps, and who. */
  reason: z.nullable(z.string()),
  operator: z.nullable(z.string()),
})
export type WalletEntry = z.infer<typeof entry>

/** A member's balance, and a page of the entries that it is the sum of, the newest first. */
export const memberWallet = endpoint({
  method: 'GET',
  path: '/console/members/:id/wallet',
  access: 'manager',
  input: z.object({ id, page }),
  answer: z.extend(listOf(entry), {
    balance: z.number(),
    /** How many stamps the caller may still adjust or reverse for this member before a second manager must confirm. */
    unconfirmed_left: z.number(),
    /** Whether there is another manager to confirm. */
    has_confirmer: z.boolean(),
  }),
})

/**
 * Gives or takes stamps with a reason that the member reads (D-53). A repeat under the same `request_id` enters nothing
 * more; under another member, number or reason it is a 409. Beyond CONFIRM_STAMPS within 7 days it waits for a second
 * manager: `confirmation_id` names the request.
 */
export const correctStamps = endpoint({
  method: 'POST',
  path: '/console/members/:id/stamp-corrections',
  access: 'manager',
  input: z.object({
    id,
    stamps: z.int({ error: texts.invalidStamps, abort: true }).check(
      z.minimum(-STAMP_ADJUSTMENT_MAX, texts.invalidStamps),
      z.maximum(STAMP_ADJUSTMENT_MAX, texts.invalidStamps),
      z.refine((stamps) => stamps !== 0, texts.invalidStamps),
    ),
    reason: paragraphs(REASON_MAX, texts.reasonRequired),
    request_id: z.uuid(texts.malformed),
  }),
  answer: dataOf(z.object({ balance: z.number(), confirmation_id: z.nullable(z.number()) })),
  status: 201,
})
