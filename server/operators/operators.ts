import { emailKey, isEmailAddress } from '@stampus/contract/emails'
import { EMAIL_MAX, NAME_MAX } from '@stampus/contract/limits'
import { type Role, role as roles } from '@stampus/contract/operators'
import { passwordFault } from '@stampus/contract/passwords'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../deps.ts'
import type { OperatorCaller } from '../http/callers.ts'
import { invalid } from '../http/refusal.ts'
import { guess, guessLimits } from '../limits/guesses.ts'
import { hashPassword } from '../security/passwords.ts'
import { newToken } from '../security/tokens.ts'
import { isWellKnown } from '../security/well-known.ts'
import {
  addOperatorRow,
  addOperatorSession,
  deleteOperatorSession,
  findOperatorByKey,
  type OperatorRow,
} from './operators.store.ts'

export type Credentials = { email: string; password: string }

/** Opens a console session. A 422 on `email` names neither part of what was wrong; too many wrong guesses are a 429. */
export async function signIn(
  deps: Deps,
  given: Credentials,
  address: string,
): Promise<{ operator: OperatorRow; token: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const operator = await findOperatorByKey(pool, key)
  const attempt = {
    stored: operator?.password_hash,
    given: given.password,
    limits: guessLimits('console', key, address),
  }
  const right = await guess(pool, attempt, now)
  if (!operator || !right) throw invalid('email', texts.operatorCredentials)
  const { token, hash } = newToken()
  await addOperatorSession(pool, { token_hash: hash, operator_id: operator.id, now })
  return { operator, token }
}

export async function signOut(deps: Deps, caller: OperatorCaller): Promise<void> {
  await deleteOperatorSession(deps.db.pool, caller.tokenHash)
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

/** Adds an operator and answers the id (D-64). Any address will do, the password follows the one rule. Throws BadOperator. */
export async function addOperator(pool: pg.Pool, account: NewAccount, now: Date): Promise<number> {
  const fault = faultOf(account)
  if (fault) throw new BadOperator(fault)
  const { name, email, role } = account
  const password_hash = await hashPassword(account.password)
  const row = { name: name.trim(), email, email_key: emailKey(email), role, password_hash, now }
  const id = await addOperatorRow(pool, row)
  if (id === undefined) throw new BadOperator(`There is an operator with the address ${email} already.`)
  return id
}

function faultOf({ name, email, password }: NewAccount): string | undefined {
  if (!isEmailAddress(email)) return `"${email}" is no email address of at most ${EMAIL_MAX} characters.`
  if (name.trim() === '' || name.length > NAME_MAX) return `A name of 1 to ${NAME_MAX} characters is needed.`
  return passwordFault(password) ?? (isWellKnown(password) ? texts.passwordWellKnown : undefined)
}
