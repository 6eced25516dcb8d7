import * as z from 'zod/mini'
import { texts } from '#texts'
import { newPassword, requiredPassword, resetLink, typedEmail } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, text } from '../fields.ts'
import { languages } from '../values/languages.ts'

const merchantReference = z.object({ id: z.number(), name: z.string() })

/** The signed-in owner with the merchants they hold, in the order of their names. */
const owner = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  merchants: z.array(merchantReference),
})
export type Owner = z.infer<typeof owner>

const messageAnswer = z.object({ message: z.string() })

/**
 * Signs an owner in with an HttpOnly, SameSite=Strict cookie. `data` is null if a code of the second factor is needed next.
 * 422 does not tell whether email or password is wrong. 429.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/counter/owner/session',
  access: 'public',
  input: z.object({ email: typedEmail, password: requiredPassword }),
  answer: z.object({ data: z.nullable(owner) }),
})

/** Second step of the sign-in: a code of the authenticator app or a recovery code. 401 if the first step has expired. */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/counter/owner/session/code',
  access: 'public',
  input: z.object({ code: text(40, () => texts.codeRequired) }),
  answer: dataOf(owner),
})

/** The signed-in owner. */
export const currentOwner = endpoint({
  method: 'GET',
  path: '/counter/owner/session',
  access: 'owner',
  input: z.object({}),
  answer: dataOf(owner),
})

/** Ends the caller's session. */
export const signOut = endpoint({
  method: 'DELETE',
  path: '/counter/owner/session',
  access: 'owner',
  input: z.object({}),
  answer: messageAnswer,
})

/**
 * Sets the password with a mailed one-time link and signs the owner in, unless a second factor is on: then `data` is null.
 * 422 for an invalid, used or expired link.
 */
export const setPassword = endpoint({
  method: 'POST',
  path: '/counter/owner/password',
  access: 'public',
  input: z.extend(resetLink, { password: newPassword }),
  answer: z.object({ data: z.nullable(owner) }),
})

/**
 * Unlocks the browser that opens a mailed link, once, after too many wrong passwords; it does not sign the owner in. 422 for an
 * invalid, used or expired link.
 */
export const unlockSignIn = endpoint({
  method: 'POST',
  path: '/counter/owner/unlock',
  access: 'public',
  input: resetLink,
  answer: messageAnswer,
})

/** Sets the language of mails to the caller. */
export const setLanguage = endpoint({
  method: 'PUT',
  path: '/counter/owner/language',
  access: 'owner',
  input: z.object({ language: z.enum(languages, { error: () => texts.invalidChoice }) }),
  answer: messageAnswer,
})

/** A phone of a merchant. */
const phone = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** Who has entered the PIN last; null after they left. */
  cashier: z.nullable(z.object({ id: z.number(), name: z.string() })),
})
export type Phone = z.infer<typeof phone>

const cashier = z.object({ id: z.number(), name: z.string() })
export type Cashier = z.infer<typeof cashier>

/** One of the caller's merchants with its phones, the newest first, and its cashiers by name. 404. */
export const showMerchant = endpoint({
  method: 'GET',
  path: '/counter/owner/merchants/:id',
  access: 'owner',
  input: z.object({ id }),
  answer: dataOf(z.extend(merchantReference, { phones: z.array(phone), cashiers: z.array(cashier) })),
})
