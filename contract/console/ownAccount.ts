import * as z from 'zod/mini'
import { texts } from '#texts'
import { newPassword, requiredPassword, resetLink, typedEmail } from '../accounts.ts'
import { CREATED, endpoint } from '../endpoint.ts'
import { dataOf, done, nothing, text } from '../fields.ts'

const current_password = z
  .string({ error: () => texts.currentPasswordRequired })
  .check(
    z.minLength(1, { error: () => texts.currentPasswordRequired }),
    z.maxLength(1000, { error: () => texts.currentPasswordWrong }),
  )
const code = text(40, () => texts.secondFactorCodeRequired)

export const credentials = z.object({ email: typedEmail, password: requiredPassword })
export const secondStep = z.object({ code })
export const passwordByLink = z.extend(resetLink, { password: newPassword })

const confirmedTwice = z.object({ current_password, code })
const changedPassword = z.object({ current_password, password: newPassword })
const account = z.object({
  other_sessions: z.number(),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
})
const secret = z.object({ secret: z.string(), uri: z.string() })

/** Each recovery code works once instead of a code of the app. They are shown only here. */
const recoveryCodes = z.extend(done, { data: z.object({ recovery_codes: z.array(z.string()) }) })

/** Calls for the own password, sessions and second factor. A secret counts once confirmed with a code. 422, 429. */
export function ownAccountCalls<const Path extends string, const Who extends 'operator' | 'owner'>(
  path: Path,
  who: Who,
) {
  const secondFactor = `/${path}/second-factor` as const
  return {
    ownAccount: endpoint(`GET /${path}`, who, nothing, dataOf(account)),
    changeOwnPassword: endpoint(`POST /${path}/password`, who, changedPassword, done),
    endOwnOtherSessions: endpoint(`DELETE /${path}/sessions`, who, nothing, done),
    startSecondFactor: endpoint(`POST ${secondFactor}`, who, z.object({ current_password }), dataOf(secret), CREATED),
    confirmSecondFactor: endpoint(`POST ${secondFactor}/code`, who, z.object({ code }), recoveryCodes),
    disableSecondFactor: endpoint(`DELETE ${secondFactor}`, who, confirmedTwice, done),
    renewRecoveryCodes: endpoint(`POST /${path}/recovery-codes`, who, confirmedTwice, recoveryCodes, CREATED),
  }
}

// These calls also work for an operator whose second factor is due.
export const {
  ownAccount,
  changeOwnPassword,
  endOwnOtherSessions,
  startSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} = ownAccountCalls('console/account', 'operator')
