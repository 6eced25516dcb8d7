import { randomInt } from 'node:crypto'
import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { forbidden, HttpError, invalid } from '../../../platform/http/http-error.ts'
import { attemptPassword, attemptPasswords } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { guestResendLimits, linkAttemptLimits, resendLimits } from '../account-limits.ts'
import { findAccounts, findUser, findVerified, type UserRow } from '../accounts.store.ts'
import { carryMark, rememberFormerAddress } from '../deleted-accounts.service.ts'
import { resendChangeMails } from '../email-changes/email-changes.service.ts'
import { putPendingEmailInForce } from '../email-changes/email-changes.store.ts'
import { linksExpiredBefore, verificationLinks } from '../links.ts'
import type { Session } from '../sessions/sessions.service.ts'
import { openSession } from '../sessions/sessions.service.ts'
import { memberSessions } from '../sessions/sessions.store.ts'
import { requireOwnPassword } from './registration.service.ts'
import {
  findLinkHolder,
  hasStamps,
  listRegistrations,
  lockAddress,
  type PasswordInForce,
  putInForce,
  type RegistrationRow,
  retire,
} from './registration.store.ts'

/** What the opener of a link gives beside it: never both passwords (D-23). */
export type Opening = SignedLink & { password?: string | undefined; new_password?: string | undefined }

/** Who opens a link: the member signed in there, if any, and the client address. */
export type Opener = { caller: AuthenticatedMember | undefined; address: string }

/** A sound link: its account, the address that it proves, and whether that is a changed one (D-22). */
type Proof = { holder: UserRow; email: string; key: string; isChange: boolean }

/**
 * Uses a verification link (D-23). The first use puts one registration of the address in force, ends the others and
 * answers a session: with a session of a registration everything stays as registered; a right `password` does the same
 * for the registration that it belongs to; `new_password` takes the address and ends every session from before; with
 * none of them the password and the sessions of the registration are void. A changed address is put in force (D-22) for
 * the session or the password of the account that asked for it, and for nobody else. Undefined for a later use and for a
 * suspended member. 422 for a bad link, on `password` and on `new_password`; 403 where another registration of the
 * address is suspended; 429.
 */
export async function verifyEmail(deps: Deps, given: Opening, opener: Opener): Promise<Session | undefined> {
  const now = deps.now()
  const proof = await proofOf(deps, deps.db.pool, given)
  if (proof.isChange) {
    await requireAsker(deps, given, { holder: proof.holder, opener })
    return inTransaction(deps.db.pool, (tx) => changeEmail(tx, deps, given, proof.key))
  }
  if (await findVerified(deps.db.pool, proof.key)) return undefined
  const chosen = await choose(deps, given, { key: proof.key, opener })
  return inTransaction(deps.db.pool, async (tx) => {
    await lockAddress(tx, proof.key)
    if (await findVerified(tx, proof.key)) return undefined
    const { holder } = await proofOf(deps, tx, given, 'held')
    return open(tx, { holder, key: proof.key, chosen, caller: opener.caller, now })
  })
}

/** What the app asks before it uses a link: whose it is, and whether a password is needed (D-23). 422 for a bad link. */
export async function checkLink(deps: Deps, link: SignedLink, caller: AuthenticatedMember | undefined) {
  const { holder, email, key, isChange } = await proofOf(deps, deps.db.pool, link)
  if (isChange) {
    const is_own = caller?.id === holder.id
    return { email, needs_password: !is_own, is_own, is_verified: false, current_email: holder.email }
  }
  const accounts = await findAccounts(deps.db.pool, key)
  const is_verified = accounts.some(({ email_verified_at }) => email_verified_at !== null)
  const is_own = accounts.some(({ id }) => id === caller?.id)
  return { email, needs_password: !is_verified && !is_own, is_own, is_verified }
}

/**
 * Mails the verification link of the caller's own registration, else of the newest, where the address waits for it
 * (D-20, D-24). A 400 for a caller who is that very user and verified already: it carries the token they sent. A 429
 * counts whether or not the address is known. A caller's pending address is mailed its link again (D-22).
 */
export async function resendLink(deps: Deps, email: string, { caller, address }: Opener): Promise<void> {
  const key = emailKey(email)
  const self = caller && emailKey(caller.email) === key ? caller : undefined
  if (self?.verified) throw new HttpError(400, texts.alreadyVerified, {}, { fields: { token: self.token } })
  if (caller && (await resendChangeMails(deps, caller, key))) return
  const limits = self ? resendLimits(`member|${self.id}`) : guestResendLimits(key, address)
  await consumeLimits(deps.db.pool, limits, deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    const waiting = (await findAccounts(tx, key)).filter(({ email_verified_at }) => email_verified_at === null)
    const about = waiting.find(({ id }) => id === self?.id) ?? waiting[0]
    // A job about nobody is done without a mail: with it, every address takes as long.
    await deps.jobs.enqueueMail(tx, { kind: 'verification', id: about?.id ?? nobody() })
  })
}

/** What a link proves. `held` holds the row of its account until the transaction ends. */
async function proofOf(deps: Deps, db: Queryable, link: SignedLink, held?: 'held'): Promise<Proof> {
  if (!verificationLinks.isValid(deps.config, link, deps.now())) throw badLink()
  const holder = await findLinkHolder(db, link.id, held)
  if (holder && verificationLinks.matches(link, { ...holder, address: holder.email }))
    return { holder, email: holder.email, key: emailKey(holder.email), isChange: false }
  const changed = holder?.pending_email
  if (holder && changed && verificationLinks.matches(link, { ...holder, address: changed }))
    return { holder, email: changed, key: emailKey(changed), isChange: true }
  throw badLink()
}

/** How the opener proves to have registered, or what they choose instead. */
type Chosen = { by: 'password'; hash: string } | { by: 'new_password'; hash: string } | { by: 'session' }

/** Checks or hashes the given password. Passwords are hashed before the transaction, as it holds the address. */
async function choose(deps: Deps, given: Opening, about: { key: string; opener: Opener }): Promise<Chosen> {
  const { password, new_password } = given
  const { key, opener } = about
  if (new_password !== undefined) {
    requireOwnPassword(new_password, 'new_password')
    return { by: 'new_password', hash: await hashPassword(new_password, opener.address) }
  }
  if (password === undefined) return { by: 'session' }
  const registrations = await listRegistrations(deps.db.pool, key)
  const stored = registrations.map(({ password_hash }) => password_hash)
  const limits = linkAttemptLimits(given.signature, opener.address)
  const hash = await attemptPasswords(
    deps.db.pool,
    { stored, given: password, limits, address: opener.address },
    deps.now(),
  )
  if (hash === undefined) throw wrongPassword()
  return { by: 'password', hash }
}

type Opened = { holder: UserRow; key: string; chosen: Chosen; caller: AuthenticatedMember | undefined; now: Date }

async function open(tx: pg.PoolClient, { holder, key, chosen, caller, now }: Opened): Promise<Session | undefined> {
  const registrations = await listRegistrations(tx, key)
  const { id, password, token } = inForce(registrations, { holder, chosen, caller })
  // Another registration would be a way around the suspension.
  if (registrations.some((one) => one.suspended && one.id !== id)) throw forbidden(texts.suspended)
  const others = registrations.filter((one) => one.id !== id).map((one) => one.id)
  await retire(tx, others, { now, linksSince: linksExpiredBefore(now) })
  if (password !== 'own') {
    await memberSessions.endAll(tx, id)
    await memberSessions.forgetDevices(tx, id)
  }
  await putInForce(tx, id, password, now)
  if (token === undefined) return sessionOf(tx, id, now)
  const user = await findUser(tx, id)
  return user && !user.suspended ? { user, token } : undefined
}

/** The registration that a link puts in force, with which password, and the session that goes on. */
function inForce(
  registrations: RegistrationRow[],
  { holder, chosen, caller }: Pick<Opened, 'holder' | 'chosen' | 'caller'>,
): { id: number; password: PasswordInForce; token?: string } {
  if (chosen.by === 'new_password') return { id: holder.id, password: { hash: chosen.hash } }
  if (chosen.by === 'password') {
    const fitting = registrations.filter(({ password_hash }) => password_hash === chosen.hash)
    const one = fitting.find(({ id }) => id === holder.id) ?? fitting.at(-1)
    if (!one) throw wrongPassword()
    return { id: one.id, password: 'own' }
  }
  const own = registrations.find(({ id }) => id === caller?.id)
  if (own && caller) return { id: own.id, password: 'own', token: caller.token }
  return { id: holder.id, password: 'none' }
}

/**
 * Refuses a changed address to an opener who is not signed in as the account that asked for it and does not know its
 * password: the mailbox may be somebody else's, who would be led into that account. Wrong guesses are counted by link.
 */
async function requireAsker(deps: Deps, given: Opening, about: { holder: UserRow; opener: Opener }): Promise<void> {
  const { holder, opener } = about
  if (opener.caller?.id === holder.id) return
  if (given.password === undefined) throw invalid('password', texts.passwordRequired)
  const limits = linkAttemptLimits(given.signature, opener.address)
  const attempt = { stored: holder.password_hash, given: given.password, limits, address: opener.address }
  if (!(await attemptPassword(deps.db.pool, attempt, deps.now()))) throw invalid('password', texts.currentPasswordWrong)
}

async function changeEmail(tx: pg.PoolClient, deps: Deps, link: SignedLink, key: string): Promise<Session | undefined> {
  const now = deps.now()
  await lockAddress(tx, key)
  const { holder, isChange } = await proofOf(deps, tx, link, 'held')
  if (!isChange) return undefined
  const registrations = await listRegistrations(tx, key)
  const isKept = registrations.some(({ suspended }) => suspended) || (await hasStamps(tx, key))
  const verified = await findVerified(tx, key)
  if (isKept || (verified && verified.id !== holder.id)) throw new HttpError(422, texts.emailTaken)
  await carryMark(tx, deps.config, holder.email, key)
  if (!(await putPendingEmailInForce(tx, holder.id, key, now))) throw new HttpError(422, texts.emailTaken)
  await rememberFormerAddress(tx, deps.config, { id: holder.id, email: holder.email, now })
  const ids = registrations.map(({ id }) => id)
  await retire(tx, ids, { now, linksSince: linksExpiredBefore(now) })
  await memberSessions.endAll(tx, holder.id)
  return sessionOf(tx, holder.id, now)
}

async function sessionOf(tx: pg.PoolClient, id: number, now: Date): Promise<Session | undefined> {
  const user = await findUser(tx, id)
  const token = user && (await openSession(tx, user, now))
  return user && token ? { user, token } : undefined
}

/** An id that no member has; one that waits already would be cheaper to ask for again. */
function nobody(): number {
  return -randomInt(1, 2 ** 31)
}

function wrongPassword(): HttpError {
  return invalid('password', texts.verificationPasswordWrong)
}

function badLink(): HttpError {
  return new HttpError(422, texts.linkInvalid)
}
