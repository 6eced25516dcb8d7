import * as z from 'zod/mini'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, done, instant, listOf, paged } from '../fields.ts'

export const mailKinds = [
  'verification',
  'email-change',
  'email-change-notice',
  'password-reset',
  'unlock',
  'decision',
  'appeal-answer',
  'reversal',
  'stamp-correction',
  'voucher-ended',
  'voucher-reminder',
  'case-answer',
  'operator-link',
  'operator-unlock',
  'second-factor-reset',
  'owner-link',
  'owner-unlock',
  'owner-second-factor-reset',
  'owner-added',
  'statement-issued',
  'dispute-answered',
] as const
export type MailKind = (typeof mailKinds)[number]

const failedMail = z.object({
  id: z.number(),
  kind: z.enum(mailKinds),
  name: z.string(),
  email: z.string(),
  member_id: z.nullable(z.number()),
  operator_id: z.nullable(z.number()),
  owner_id: z.nullable(z.number()),
  refusal: z.string(),
  tries: z.number(),
  failed_at: instant,
})
export type FailedMail = z.infer<typeof failedMail>

/** Failed mails that still matter, latest first. Sending one makes it again, with a new link. 404. */
export const failedMails = endpoint('GET /console/undelivered-mail', 'manager', paged, listOf(failedMail))
export const resendMail = endpoint('POST /console/undelivered-mail/:id/sending', 'manager', byId, done, CREATED)
