import * as z from 'zod/mini'
import { texts } from '#texts'
import { email, resetLink } from '../accounts.ts'
import { CREATED, endpoint } from '../endpoint.ts'
import {
  byId,
  choice,
  dataOf,
  done,
  id,
  instant,
  listOf,
  nothing,
  paged,
  reference,
  typedName,
  version,
} from '../fields.ts'
import { OPERATOR_CONFLICTS_MAX } from '../limits.ts'
import { credentials, passwordByLink, secondStep } from './ownAccount.ts'

/** A manager may also do what a reviewer does. */
export const role = z.enum(['reviewer', 'manager'])
export type Role = z.infer<typeof role>

/** The signed-in operator. `second_factor` is `due` if it is required but not set up. */
const operator = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  second_factor: z.enum(['on', 'off', 'due']),
})
export type Operator = z.infer<typeof operator>

/** Signs in by a cookie; `data` is null if a code is next (401 once expired). 422 hides which value is wrong. 429. */
export const signIn = endpoint('POST /console/session', 'public', credentials, z.object({ data: z.nullable(operator) }))
export const confirmSignIn = endpoint('POST /console/session/code', 'public', secondStep, dataOf(operator))

export const currentOperator = endpoint('GET /console/session', 'operator', nothing, dataOf(operator))
export const signOut = endpoint('DELETE /console/session', 'operator', nothing, done)

/** Sets the password with a mailed one-time link. 422 for an invalid, used or expired link. */
export const setOperatorPassword = endpoint('POST /console/password', 'public', passwordByLink, done)

/** Unlocks the browser that opens a mailed link, once; it signs nobody in. 422 for an invalid, used or expired link. */
export const unlockSignIn = endpoint('POST /console/unlock', 'public', resetLink, done)

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
  merchants: z.array(reference),
})
export type OperatorCard = z.infer<typeof operatorCard>

const newOperator = z.object({ name: typedName, email, role: choice(role.options) })

const changedOperator = z.object({
  id,
  version,
  name: typedName,
  role: choice(role.options),
  addresses: z
    .array(email)
    .check(z.maxLength(OPERATOR_CONFLICTS_MAX, { error: () => texts.tooManyAddresses(OPERATOR_CONFLICTS_MAX) })),
  merchant_ids: z
    .array(id)
    .check(z.maxLength(OPERATOR_CONFLICTS_MAX, { error: () => texts.tooManyMerchants(OPERATOR_CONFLICTS_MAX) })),
})

/**
 * A new operator gets a link by mail; for an owner's address a second manager must add the same. Managers keep their own
 * role. 403, 404, 409 (`version`, `needs_second_manager`), 422 on `email`, 429.
 */
export const operators = endpoint('GET /console/operators', 'manager', paged, listOf(operatorRow))
export const showOperator = endpoint('GET /console/operators/:id', 'manager', byId, dataOf(operatorCard))
export const addOperator = endpoint('POST /console/operators', 'manager', newOperator, dataOf(operatorCard), CREATED)
export const changeOperator = endpoint('PUT /console/operators/:id', 'manager', changedOperator, dataOf(operatorCard))

/** Nobody resets their own second factor or removes themselves; decisions of a removed one stay. 404, 429. */
export const sendOperatorLink = endpoint('POST /console/operators/:id/link', 'manager', byId, done, CREATED)
export const endOperatorSessions = endpoint('DELETE /console/operators/:id/sessions', 'manager', byId, done)
export const resetSecondFactor = endpoint('DELETE /console/operators/:id/second-factor', 'manager', byId, done)
export const removeOperator = endpoint('DELETE /console/operators/:id', 'manager', byId, done)
