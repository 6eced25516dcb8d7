import * as z from 'zod/mini'
import { newPassword } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, text } from '../fields.ts'
import * as texts from '../texts.ts'

/** What an operator keeps of their own sign-in. These calls stay open to one whose second factor is still due. */
const current_password = z
  .string(texts.currentPasswordRequired)
  .check(z.minLength(1, texts.currentPasswordRequired), z.maxLength(1000, texts.currentPasswordWrong))
const code = text(40, texts.codeRequired)

/** Each works once, where the app with the codes is lost. They are shown this one time. */
const recoveryCodes = z.object({ message: z.string(), data: z.object({ recovery_codes: z.array(z.string()) }) })

export const ownAccount = endpoint({
  method: 'GET',
  path: '/console/account',
  access: 'operator',
  input: z.object({}),
  answer: dataOf(
    z.object({ other_sessions: z.number(), has_second_factor: z.boolean(), recovery_codes_left: z.number() }),
  ),
})

/** Ends every other session. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/console/account/password',
  access: 'operator',
  input: z.object({ current_password, password: newPassword }),
  answer: z.object({ message: z.string() }),
})

export const endOwnOtherSessions = endpoint({
  method: 'DELETE',
  path: '/console/account/sessions',
  access: 'operator',
  input: z.object({}),
  answer: z.object({ message: z.string() }),
})

/** Makes a secret for an app of codes; it counts once a code of it is given. An earlier unconfirmed one is void. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/console/account/second-factor',
  access: 'operator',
  input: z.object({ current_password }),
  answer: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  status: 201,
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/console/account/second-factor/code',
  access: 'operator',
  input: z.object({ code }),
  answer: recoveryCodes,
})

export const dropSecondFactor = endpoint({
  method: 'DELETE',
  path: '/console/account/second-factor',
  access: 'operator',
  input: z.object({ current_password, code }),
  answer: z.object({ message: z.string() }),
})

/** Voids the recovery codes made before. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/console/account/recovery-codes',
  access: 'operator',
  input: z.object({ current_password, code }),
  answer: recoveryCodes,
  status: 201,
})
