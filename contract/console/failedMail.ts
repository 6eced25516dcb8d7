import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant, listOf, page } from '../fields.ts'

/** Every kind of mail that is sent by itself. */
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
  'operator-link',
  'second-factor-reset',
] as const
export type MailKind = (typeof mailKinds)[number]

/** A mail that was refused for good, or that was tried for hours in vain: to whom, of what kind, and why; never a word of it. */
const undelivered = z.object({
  id: z.number(),
  kind: z.enum(mailKinds),
  name: z.string(),
  email: z.string(),
  /** Whose mail it is: a member's or an operator's. */
  member_id: z.nullable(z.number()),
  operator_id: z.nullable(z.number()),
  refusal: z.string(),
  tries: z.number(),
  failed_at: instant,
})
export type FailedMail = z.infer<typeof undelivered>

/** The mails that did not arrive and still matter, the latest first. */
export const undeliveredMail = endpoint({
  method: 'GET',
  path: '/console/undelivered-mail',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(undelivered),
})

/** Has a mail made anew, with a new link where it holds one, and sent. It leaves the list, and comes back if it fails again. */
export const resendMail = endpoint({
  method: 'POST',
  path: '/console/undelivered-mail/:id/sending',
  access: 'manager',
  input: z.object({ id }),
  answer: z.object({ message: z.string() }),
  status: 201,
})
