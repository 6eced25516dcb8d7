import * as z from 'zod/mini'
import { chosenLanguage, resetLink } from '../accounts.ts'
import { credentials, passwordByLink, secondStep } from '../console/ownAccount.ts'
import { endpoint } from '../endpoint.ts'
import { byId, dataOf, done, instant, nothing, reference } from '../fields.ts'
import { languages } from '../values/languages.ts'

const owner = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  merchants: z.array(reference),
})
export type Owner = z.infer<typeof owner>

const signedIn = z.object({ data: z.nullable(owner) })

/** Signs in by a cookie; `data` is null if a code is next (401 once expired). 422 hides which value is wrong. 429. */
export const signIn = endpoint('POST /counter/owner/session', 'public', credentials, signedIn)
export const confirmSignIn = endpoint('POST /counter/owner/session/code', 'public', secondStep, dataOf(owner))

export const currentOwner = endpoint('GET /counter/owner/session', 'owner', nothing, dataOf(owner))
export const signOut = endpoint('DELETE /counter/owner/session', 'owner', nothing, done)

/** Sets the password by a mailed link and signs in; `data` is null with a second factor. 422 for a bad link. */
export const setPassword = endpoint('POST /counter/owner/password', 'public', passwordByLink, signedIn)

/** Unlocks the browser that opens a mailed link, once; it signs nobody in. 422 for an invalid, used or expired link. */
export const unlockSignIn = endpoint('POST /counter/owner/unlock', 'public', resetLink, done)

export const setLanguage = endpoint('PUT /counter/owner/language', 'owner', chosenLanguage, done)

const phone = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant,
  /** Who has entered the PIN last; null after they left. */
  cashier: z.nullable(reference),
})
export type Phone = z.infer<typeof phone>

export type Cashier = z.infer<typeof reference>

const ownMerchant = dataOf(z.extend(reference, { phones: z.array(phone), cashiers: z.array(reference) }))

/** One of the caller's merchants with its phones, the newest first, and its cashiers by name. 404. */
export const showMerchant = endpoint('GET /counter/owner/merchants/:id', 'owner', byId, ownMerchant)
