import * as z from 'zod/mini'
import { texts } from '#texts'
import { newPassword } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, text } from '../fields.ts'

// These calls also work for an operator whose second factor is due.
const current_password = z
  .string({ error: () => texts.currentPasswordRequired })
  .check(
    z.minLength(1, { error: () => texts.currentPasswordRequired }),
    z.maxLength(1000, { error: () => texts.currentPasswordWrong }),
  )
const code = text(40, () => texts.codeRequired)

/** Each recovery code works once instead of a code of the app. They are shown only here. */
const recoveryCodes = z.object({ message: z.string(), data: z.object({ recovery_codes: z.array(z.string()) }) })

/** The caller's sessions and second factor. */
export const ownAccount = endpoint({
  method: 'GET',
  path: '/console/account',
  access: 'operator',
  input: z.object({}),
  answer: dataOf(
    z.object({ other_sessions: z.number(), has_second_factor: z.boolean(), recovery_codes_left: z.number() }),
  ),
})

/** Changes the caller's password and ends their other sessions. 422 on `current_password` or `password`, 429. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/console/account/password',
  access: 'operator',
  input: z.object({ current_password, password: newPassword }),
  answer: z.object({ message: z.string() }),
})

/** Ends the caller's other sessions. */
export const endOwnOtherSessions = endpoint({
  method: 'DELETE',
  path: '/console/account/sessions',
  access: 'operator',
  input: z.object({}),
  answer: z.object({ message: z.string() }),
})

/** Creates a secret for an authenticator app, to be confirmed with a code. Replaces an unconfirmed earlier one. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/console/account/second-factor',
  access: 'operator',
  input: z.object({ current_password }),
  answer: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  status: 201,
})

/** Confirms the second factor with a code and returns the recovery codes. 422 on `code`. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/console/account/second-factor/code',
  access: 'operator',
  input: z.object({ code }),
  answer: recoveryCodes,
})

/** Switches the second factor off. 422. */
export const disableSecondFactor = endpoint({
  method: 'DELETE',
  path: '/console/account/second-factor',
  access: 'operator',
  input: z.object({ current_password, code }),
  answer: z.object({ message: z.string() }),
})

/** Creates new recovery codes; the earlier ones become invalid. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/console/account/recovery-codes',
  access: 'operator',
  input: z.object({ current_password, code }),
  answer: recoveryCodes,
  status: 201,
})
