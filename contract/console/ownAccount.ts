import * as z from 'zod/mini'
import { texts } from '#texts'
import { newPassword } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, text } from '../fields.ts'

const current_password = z
  .string({ error: () => texts.currentPasswordRequired })
  .check(
    z.minLength(1, { error: () => texts.currentPasswordRequired }),
    z.maxLength(1000, { error: () => texts.currentPasswordWrong }),
  )
const code = text(40, () => texts.codeRequired)

const message = z.object({ message: z.string() })

/** Each recovery code works once instead of a code of the app. They are shown only here. */
const recoveryCodes = z.object({ message: z.string(), data: z.object({ recovery_codes: z.array(z.string()) }) })

/** The calls for the own password, sessions and second factor of an account, below a path without a leading slash. */
export function ownAccountCalls<const Path extends string, const Access extends 'operator' | 'owner'>(
  path: Path,
  access: Access,
) {
  return {
    /** The caller's sessions and second factor. */
    ownAccount: endpoint({
      method: 'GET',
      path: `/${path}`,
      access,
      input: z.object({}),
      answer: dataOf(
        z.object({ other_sessions: z.number(), has_second_factor: z.boolean(), recovery_codes_left: z.number() }),
      ),
    }),

    /** Changes the caller's password and ends their other sessions. 422 on `current_password` or `password`, 429. */
    changeOwnPassword: endpoint({
      method: 'POST',
      path: `/${path}/password`,
      access,
      input: z.object({ current_password, password: newPassword }),
      answer: message,
    }),

    /** Ends the caller's other sessions. */
    endOwnOtherSessions: endpoint({
      method: 'DELETE',
      path: `/${path}/sessions`,
      access,
      input: z.object({}),
      answer: message,
    }),

    /** Creates a secret for an authenticator app, to be confirmed with a code. Replaces an unconfirmed earlier one. */
    startSecondFactor: endpoint({
      method: 'POST',
      path: `/${path}/second-factor`,
      access,
      input: z.object({ current_password }),
      answer: dataOf(z.object({ secret: z.string(), uri: z.string() })),
      status: 201,
    }),

    /** Confirms the second factor with a code and returns the recovery codes. 422 on `code`. */
    confirmSecondFactor: endpoint({
      method: 'POST',
      path: `/${path}/second-factor/code`,
      access,
      input: z.object({ code }),
      answer: recoveryCodes,
    }),

    /** Switches the second factor off. 422. */
    disableSecondFactor: endpoint({
      method: 'DELETE',
      path: `/${path}/second-factor`,
      access,
      input: z.object({ current_password, code }),
      answer: message,
    }),

    /** Creates new recovery codes; the earlier ones become invalid. */
    renewRecoveryCodes: endpoint({
      method: 'POST',
      path: `/${path}/recovery-codes`,
      access,
      input: z.object({ current_password, code }),
      answer: recoveryCodes,
      status: 201,
    }),
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
