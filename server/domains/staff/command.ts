import { type Role, role as roles } from '@stampus/contract/console/operators'
import { EMAIL_MAX, NAME_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { emailKey, isEmailAddress } from '@stampus/contract/values/emails'
import { passwordError } from '@stampus/contract/values/passwords'
import type pg from 'pg'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isCommonPassword } from '../../platform/security/common-passwords.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { deleteSecondFactor, endAllSessions } from './credentials.store.ts'
import { findStaffByKey, insertOperator, lockStaff, recordStaffAudit } from './staff.store.ts'

type NewAccount = { name: string; email: string; role: Role; password: string }

/** Wrong input of the command. The message is one sentence for the terminal. */
export class OperatorCommandError extends Error {}

export function parseRole(given: string | undefined): Role {
  const role = roles.options.find((known) => known === given)
  if (!role) throw new OperatorCommandError(`The role is one of: ${roles.options.join(', ')}.`)
  return role
}

/** The address may be of any domain. Returns the id. Throws OperatorCommandError. */
export async function addOperator(pool: pg.Pool, account: NewAccount, now: Date): Promise<number> {
  const problem = findProblem(account)
  if (problem) throw new OperatorCommandError(problem)
  const { name, email, role } = account
  const password_hash = await hashPassword(account.password)
  const row = { name: name.trim(), email, email_key: emailKey(email), role, password_hash, now, grantedBy: null }
  return inTransaction(pool, async (tx) => {
    const id = await insertOperator(tx, row)
    if (id === undefined) throw new OperatorCommandError(`There is an operator with the address ${email} already.`)
    const fields = ['name', 'email', 'role', 'password']
    await recordStaffAudit(tx, 'console', { managerId: null, action: 'operator.added', id, at: now, fields })
    return id
  })
}

/** Removes an operator's second factor and ends their sessions. Returns their name. Throws OperatorCommandError. */
export const resetSecondFactorByCommand = async (pool: pg.Pool, email: string, now: Date): Promise<string> =>
  inTransaction(pool, async (tx) => {
    const found = await findStaffByKey(tx, 'console', emailKey(email))
    const operator = found && (await lockStaff(tx, 'console', found.id))
    if (!operator) throw new OperatorCommandError(`There is no operator with the address ${email}.`)
    const { id, name } = operator
    if (!(await deleteSecondFactor(tx, id))) throw new OperatorCommandError(`${name} has no second factor.`)
    await endAllSessions(tx, id)
    const action = 'operator.second_factor_reset'
    await recordStaffAudit(tx, 'console', { managerId: null, action, id, at: now })
    return name
  })

function findProblem({ name, email, password }: NewAccount): string | undefined {
  if (!isEmailAddress(email)) return `"${email}" is no email address of at most ${EMAIL_MAX} characters.`
  if (name.trim() === '' || name.length > NAME_MAX) return `A name of 1 to ${NAME_MAX} characters is needed.`
  return passwordError(password) ?? (isCommonPassword(password) ? texts.passwordWellKnown : undefined)
}
