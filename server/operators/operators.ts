import { emailKey, isEmailAddress } from '@stampus/contract/emails'
import { EMAIL_MAX, NAME_MAX } from '@stampus/contract/limits'
import { type Role, role as roles } from '@stampus/contract/operators'
import { passwordFault } from '@stampus/contract/passwords'
import * as texts from '@stampus/contract/texts'
import type pg from 'pg'
import { recordAudit } from '../audit/audit.store.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { OperatorCaller } from '../http/callers.ts'
import { invalid } from '../http/refusal.ts'
import { guess, guessLimits, knownDeviceLimits } from '../limits/guesses.ts'
import { hashPassword } from '../security/passwords.ts'
import { hashToken, newToken, type Token } from '../security/tokens.ts'
import { isWellKnown } from '../security/well-known.ts'
import { isKnownDevice, rememberDevice } from './devices.store.ts'
import {
  addOperatorRow,
  addOperatorSession,
  deleteOperatorSession,
  findOperatorByKey,
  type OperatorRow,
} from './operators.store.ts'

const MARK = /^[\w-]{43}$/

export type Credentials = { email: string; password: string }

/** Where a sign-in comes from: the client's address, and the mark its browser got at an earlier one. */
export type Origin = { address: string; mark: string | undefined }

/** An open console session; `mark` is for the browser to keep. */
export type Session = { operator: OperatorRow; token: string; mark: string }

/** Opens a console session. A 422 on `email` names neither part of what was wrong; too many wrong guesses are a 429. */
export async function signIn(deps: Deps, given: Credentials, { address, mark }: Origin): Promise<Session> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const operator = await findOperatorByKey(pool, key)
  const device = deviceOf(mark)
  // Asked for an unknown address too, so that it takes as long.
  const known = await isKnownDevice(pool, operator?.id ?? 0, device.hash)
  const limits = known ? knownDeviceLimits(key, device.hash) : guessLimits('console', key, address)
  const attempt = { stored: operator?.password_hash, given: given.password, limits, address }
  const right = await guess(pool, attempt, now)
  if (!operator || !right) throw invalid('email', texts.operatorCredentials)
  const token = await inTransaction(pool, (tx) => openSession(tx, operator.id, device, now))
  return { operator, token, mark: device.token }
}

/** The mark that a browser brings, or a new one. */
function deviceOf(mark: string | undefined): Token {
  return mark !== undefined && MARK.test(mark) ? { token: mark, hash: hashToken(mark) } : newToken()
}

async function openSession(tx: Queryable, operatorId: number, device: Token, now: Date): Promise<string> {
  const { token, hash } = newToken()
  await addOperatorSession(tx, { token_hash: hash, operator_id: operatorId, now })
  await rememberDevice(tx, operatorId, device.hash, now)
  await recordAudit(tx, { ...aboutOperator(operatorId), operatorId, action: 'operator.signed_in', at: now })
  return token
}

/** Ends the caller's console session. */
export async function signOut(deps: Deps, { id, tokenHash }: OperatorCaller): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await deleteOperatorSession(tx, tokenHash))) return
    await recordAudit(tx, { ...aboutOperator(id), operatorId: id, action: 'operator.signed_out', at })
  })
}

function aboutOperator(id: number) {
  return { subjectKind: 'operator', subjectId: id, changedFields: [] }
}

export type NewAccount = { name: string; email: string; role: Role; password: string }

/** What is wrong with an operator to be added; says it in one sentence. */
export class BadOperator extends Error {}

/** The role of that name. Throws BadOperator. */
export function readRole(given: string | undefined): Role {
  const role = roles.options.find((known) => known === given)
  if (!role) throw new BadOperator(`The role is one of: ${roles.options.join(', ')}.`)
  return role
}

/**
 * Adds an operator from the command line and answers the id (D-64). Any address will do, the password follows the one
 * rule. Throws BadOperator.
 */
export async function addOperator(pool: pg.Pool, account: NewAccount, now: Date): Promise<number> {
  const fault = faultOf(account)
  if (fault) throw new BadOperator(fault)
  const { name, email, role } = account
  const password_hash = await hashPassword(account.password)
  const row = { name: name.trim(), email, email_key: emailKey(email), role, password_hash, now }
  return inTransaction(pool, async (tx) => {
    const id = await addOperatorRow(tx, row)
    if (id === undefined) throw new BadOperator(`There is an operator with the address ${email} already.`)
    const changedFields = ['name', 'email', 'role', 'password']
    const entry = { ...aboutOperator(id), changedFields, operatorId: null, action: 'operator.added', at: now } as const
    await recordAudit(tx, entry)
    return id
  })
}

function faultOf({ name, email, password }: NewAccount): string | undefined {
  if (!isEmailAddress(email)) return `"${email}" is no email address of at most ${EMAIL_MAX} characters.`
  if (name.trim() === '' || name.length > NAME_MAX) return `A name of 1 to ${NAME_MAX} characters is needed.`
  return passwordFault(password) ?? (isWellKnown(password) ? texts.passwordWellKnown : undefined)
}
