import { emailKey, isCollegeAddress } from '@stampus/contract/emails'
import * as texts from '@stampus/contract/texts'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { forbidden, invalid } from '../http/refusal.ts'
import { orGiveBack, takeAll } from '../limits/limits.ts'
import { mailCallLimits } from '../limits/mail-calls.ts'
import { hashPassword } from '../security/passwords.ts'
import { isWellKnown } from '../security/well-known.ts'
import { addUser, findUser, findUserByKey, type NewUser, type UserRow } from './accounts.store.ts'
import { newNonce } from './links.ts'
import { deleteSessions, forgetDevices } from './sessions.store.ts'
import { openSession } from './sessions.ts'
import type { Session } from './sign-in.ts'

export type Registration = { name: string; email: string; password: string }

/**
 * Registers a member, signs them in and mails the verification link. An account of that address that was never
 * verified is made anew: its sessions end and its links are void (D-20).
 * 422 on `email` (no college address, taken) or `password` (well known), 403 for a suspended account, 429.
 */
export async function register(deps: Deps, given: Registration, address: string): Promise<Session> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  requireCollegeAddress(deps, given.email)
  requireOwnPassword(given.password)
  const limits = mailCallLimits(key, address)
  await takeAll(pool, limits, now)
  refuseHolder(await findUserByKey(pool, key))
  const password_hash = await orGiveBack(pool, limits, hashPassword(given.password, address))
  const user = { name: given.name, email: given.email, email_key: key, password_hash, link_nonce: newNonce(), now }
  return inTransaction(pool, (tx) => openAccount(tx, deps, user))
}

/** Refuses an address outside the college (D-20). */
export function requireCollegeAddress({ config }: Pick<Deps, 'config'>, email: string): void {
  if (!isCollegeAddress(email, config.COLLEGE_DOMAINS)) throw invalid('email', texts.collegeEmailOnly)
}

/** Refuses a password that everybody tries first (D-21). */
export function requireOwnPassword(password: string): void {
  if (isWellKnown(password)) throw invalid('password', texts.passwordWellKnown)
}

async function openAccount(tx: pg.PoolClient, deps: Deps, account: NewUser): Promise<Session> {
  const id = await addUser(tx, account)
  const user = id === undefined ? undefined : await findUser(tx, id)
  if (!user) throw invalid('email', texts.emailTaken)
  refuseHolder(user)
  await deleteSessions(tx, user.id)
  await forgetDevices(tx, user.id)
  await deps.jobs.enqueueMail(tx, { kind: 'verification', id: user.id })
  const token = await openSession(tx, user, account.now)
  if (token === undefined) throw new Error('A new account got no session')
  return { user, token }
}

function refuseHolder(user: UserRow | undefined): void {
  if (user?.email_verified_at) throw invalid('email', texts.emailTaken)
  if (user?.suspended) throw forbidden(texts.suspended)
}
