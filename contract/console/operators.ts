import * as z from 'zod/mini'
import { texts } from '#texts'
import { email, newPassword, requiredPassword, resetLink, typedEmail } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, page, text, version } from '../fields.ts'
import { NAME_MAX, OPERATOR_CONFLICTS_MAX } from '../limits.ts'

/** The roles of operators. A manager may also do what a reviewer does. */
export const role = z.enum(['reviewer', 'manager'])
export type Role = z.infer<typeof role>

/** The operator who did something. */
export const operatorReference = z.object({ id: z.number(), name: z.string() })

/** The signed-in operator. `second_factor` is `due` if it is required but not set up. */
const operator = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  second_factor: z.enum(['on', 'off', 'due']),
})
export type Operator = z.infer<typeof operator>

const messageAnswer = z.object({ message: z.string() })

/**
 * Signs an operator in with an HttpOnly, SameSite=Strict cookie. `data` is null if a code of the second factor is needed next.
 * 422 does not tell whether email or password is wrong. 429.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/console/session',
  access: 'public',
  input: z.object({ email: typedEmail, password: requiredPassword }),
  answer: z.object({ data: z.nullable(operator) }),
})

/** Second step of the sign-in: a code of the authenticator app or a recovery code. 401 if the first step has expired. */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/console/session/code',
  access: 'public',
  input: z.object({ code: text(40, () => texts.codeRequired) }),
  answer: dataOf(operator),
})

/** The signed-in operator. */
export const currentOperator = endpoint({
  method: 'GET',
  path: '/console/session',
  access: 'operator',
  input: z.object({}),
  answer: dataOf(operator),
})

/** Ends the caller's session. */
export const signOut = endpoint({
  method: 'DELETE',
  path: '/console/session',
  access: 'operator',
  input: z.object({}),
  answer: messageAnswer,
})

/** Sets the password with a mailed one-time link. 422 for an invalid, used or expired link. */
export const setOperatorPassword = endpoint({
  method: 'POST',
  path: '/console/password',
  access: 'public',
  input: z.extend(resetLink, { password: newPassword }),
  answer: messageAnswer,
})

/**
 * Unlocks the browser that opens a mailed link, once, after too many wrong passwords; it does not sign the operator in. 422 for
 * an invalid, used or expired link.
 */
export const unlockSignIn = endpoint({
  method: 'POST',
  path: '/console/unlock',
  access: 'public',
  input: resetLink,
  answer: messageAnswer,
})

/** An operator in the managers' list. `invited`: has no password yet. */
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

/** An operator with their conflicts of interest: own addresses and merchants whose receipts they may not decide. */
const operatorCard = z.extend(operatorRow, {
  version: z.number(),
  addresses: z.array(z.string()),
  merchants: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type OperatorCard = z.infer<typeof operatorCard>

const name = text(NAME_MAX, () => texts.nameRequired)

/** All operators. */
export const operators = endpoint({
  method: 'GET',
  path: '/console/operators',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(operatorRow),
})

/** One operator. 404. */
export const showOperator = endpoint({
  method: 'GET',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: dataOf(operatorCard),
})

/** Adds an operator and mails them a link to set their password. 422 on `email`, 429. */
export const addOperator = endpoint({
  method: 'POST',
  path: '/console/operators',
  access: 'manager',
  input: z.object({ name, email, role: z.enum(role.options, { error: () => texts.invalidChoice }) }),
  answer: dataOf(operatorCard),
  status: 201,
})

/** Changes an operator. Managers cannot remove their own role. 409 if `version` is outdated. */
export const changeOperator = endpoint({
  method: 'PUT',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({
    id,
    version,
    name,
    role: z.enum(role.options, { error: () => texts.invalidChoice }),
    addresses: z
      .array(email)
      .check(z.maxLength(OPERATOR_CONFLICTS_MAX, { error: () => texts.tooManyAddresses(OPERATOR_CONFLICTS_MAX) })),
    merchant_ids: z
      .array(id)
      .check(z.maxLength(OPERATOR_CONFLICTS_MAX, { error: () => texts.tooManyMerchants(OPERATOR_CONFLICTS_MAX) })),
  }),
  answer: dataOf(operatorCard),
})

/** Mails a new one-time link to set the password. 429. */
export const sendOperatorLink = endpoint({
  method: 'POST',
  path: '/console/operators/:id/link',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
  status: 201,
})

/** Ends all sessions of an operator. */
export const endOperatorSessions = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id/sessions',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Removes the second factor of an operator who has lost it. Not the caller's own. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id/second-factor',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})

/** Removes an operator and ends their sessions; their decisions stay. Not the caller. */
export const removeOperator = endpoint({
  method: 'DELETE',
  path: '/console/operators/:id',
  access: 'manager',
  input: z.object({ id }),
  answer: messageAnswer,
})
