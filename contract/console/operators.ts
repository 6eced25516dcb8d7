import * as z from 'zod/mini'
import { newPassword, requiredPassword, resetLink } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, page, text, version } from '../fields.ts'
import { EMAIL_MAX, NAME_MAX, OPERATOR_CONFLICTS_MAX } from '../limits.ts'
import * as texts from '../texts.ts'
import { isEmailAddress } from '../values/emails.ts'

export const role = z.enum(['reviewer', 'manager'])
export type Role = z.infer<typeof role>

/** The caller: `second_factor` is `due` where it is demanded of them and not switched on. */
const operator = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  second_factor: z.enum(['on', 'off', 'due']),
})
export type Operator = z.infer<typeof operator>

const said = z.object({ message: z.string() })

/**
 * Operator sign-in: sets an HttpOnly, SameSite=Strict cookie. A wrong part is never named. The answer holds null where a
 * code of the second factor is asked for next.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/console/session',
  access: 'public',
  input: z.object({ email: text(EMAIL_MAX, texts.emailRequired), password: requiredPassword }),
  answer: z.object({ data: z.nullable(operator) }),
})

/** The second half of a sign-in: a code of the app, or one of the recovery codes. A 401 where the first half lapsed. */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/console/session/code',
  access: 'public',
  input: z.object({ code: text(40, texts.codeRequired) }),
  answer: dataOf(operator),
})

export const currentOperator = endpoint({
  method: 'GET',
  path: '/console/session',
  access: 'operator',
  input: z.object({}),
  answer: dataOf(operator),
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/console/session',
  access: 'operator',
  input: z.object({}),
  answer: said,
})

/** Sets the password with the one-time link of a mail. A broken, bad, used or old link is a 422 with its message alone. */
export const setOperatorPassword = endpoint({
  method: 'POST',
  path: '/console/password',
  access: 'public',
  input: z.extend(resetLink, { password: newPassword }),
  answer: said,
})

/** An operator as managers list them. `invited` has no password yet. */
const operatorRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  invited: z.boolean(),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(instant),
  sessions: z.number(),
})
export type OperatorRow = z.infer<typeof operatorRow>

/** One operator with whom they are too near to judge (D-50). */
const operatorCard = z.extend(operatorRow, {
  version: z.number(),
  addresses: z.array(z.string()),
  merchants: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type OperatorCard = z.infer<typeof operatorCard>

const name = text(NAME_MAX, texts.nameRequired)
const email = text(EMAIL_MAX, texts.emailRequired).check(z.refine(isEmailAddress, texts.invalidEmail))

export const operators = endpoint({
  method: 'GET',
  path: '/console/operators',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(operatorRow),
})

export const showOperator = endpoint({
  method: 'GET',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(operatorCard),
})

/** Adds an operator, who sets the password with the link that is mailed to them. */
export const addOperator = endpoint({
  method: 'POST',
  path: '/console/operators',
  access: 'manager',
  input: z.object({ name, email, role: z.enum(role.options, texts.invalidChoice) }),
  answer: dataOf(operatorCard),
  status: 201,
})

/** A 409 where the operator was changed since `version`. Nobody takes the manager's role from themselves. */
export const changeOperator = endpoint({
  method: 'PUT',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({
    id,
    version,
    name,
    role: z.enum(role.options, texts.invalidChoice),
    addresses: z
      .array(email)
      .check(z.maxLength(OPERATOR_CONFLICTS_MAX, texts.tooManyAddresses(OPERATOR_CONFLICTS_MAX))),
    merchant_ids: z
      .array(id)
      .check(z.maxLength(OPERATOR_CONFLICTS_MAX, texts.tooManyMerchants(OPERATOR_CONFLICTS_MAX))),
  }),
  answer: dataOf(operatorCard),
})

/** Mails the one-time link to a new password again. */
export const sendOperatorLink = endpoint({
  method: 'POST',
  path: '/console/operators/:id/link',
  access: 'manager',
  input: z.object({ id }),
  answer: said,
  status: 201,
})

export const endOperatorSessions = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id/sessions',
  access: 'manager',
  input: z.object({ id }),
  answer: said,
})

/** For an operator who has lost the second factor; never the caller's own. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id/second-factor',
  access: 'manager',
  input: z.object({ id }),
  answer: said,
})

/** Ends the operator's sign-in at once; what they decided stays. Never the caller. */
export const removeOperator = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: said,
})
