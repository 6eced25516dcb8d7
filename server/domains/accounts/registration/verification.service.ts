import { randomInt } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { forbidden, HttpError, invalid } from '../../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../../platform/http/uncommon-password.ts'
import { attemptPassword, attemptPasswords } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { linkOperatorsOf } from '../../conflicts-of-interest/own-member-accounts.store.ts'
import { guestResendLimits, linkAttemptLimits, newPasswordLimits, resendLimits } from '../account-rules.ts'
import { findAccounts, findUser, findVerifiedAccount, memberSessions, type UserRow } from '../accounts.store.ts'
import { copyMark, saveFormerAddressHash } from '../deleted-accounts.service.ts'
import { resendChangeMails } from '../email-changes/email-changes.service.ts'
import { confirmPendingEmail } from '../email-changes/email-changes.store.ts'
import { linksExpiredBefore, verificationLinks } from '../links.ts'
import type { Session } from '../sessions/sessions.service.ts'
import { openSession } from '../sessions/sessions.service.ts'
import {
  findLinkHolder,
  hasStamps,
  listRegistrations,
  lockAddress,
  type RegistrationRow,
  retireRegistrations,
  type VerifiedPassword,
  verifyRegistration,
} from './registration.store.ts'

type LinkForm = SignedLink & { password?: string | undefined; new_password?: string | undefined }

type LinkOpener = { member: AuthenticatedMember | undefined; address: string }

type Proof = { holder: UserRow; email: string; key: string; isChange: boolean }

/**
 * Uses a verification link. The first use verifies one registration of the address, ends the others and returns a session:
 * - with the session of a registration, that registration is verified with its password and sessions;
 * - with the right `password` of a registration, that registration is verified likewise;
 * - with `new_password`, the registration gets it and its earlier sessions end;
 * - with none of these, the password and the sessions of the registration become void.
 * A changed address is confirmed only with the session or the password of the account that requested it. Undefined for a
 * later use and for a suspended member. Throws 422 for an invalid link, on `password` and on `new_password`; 403 if another
 * registration of the address is suspended; 429; 503 while too many passwords wait to be hashed.
 */
export async function verifyEmail(deps: Deps, given: LinkForm, opener: LinkOpener): Promise<Session | undefined> {
  const now = deps.now()
  const proof = await findProof(deps, deps.db.pool, given)
  if (proof.isChange) {
    await requireRequester(deps, given, { holder: proof.holder, opener })
    return inTransaction(deps.db.pool, (tx) => completeEmailChange(tx, deps, given, proof.key))
  }
  // A transaction, so that a repeat of the request that verified it gets the same session.
  if (await findVerifiedAccount(deps.db.pool, proof.key)) return inTransaction(deps.db.pool, async () => undefined)
  const claim = await checkClaim(deps, given, { proof, opener })
  return inTransaction(deps.db.pool, async (tx) => {
    await lockAddress(tx, proof.key)
    if (await findVerifiedAccount(tx, proof.key)) return undefined
    const { holder } = await findProof(deps, tx, given, 'locked')
    return completeVerification(tx, { holder, key: proof.key, claim, member: opener.member, now })
  })
}

/** Tells the app before it uses a link whose it is and whether a password is needed. Throws 422 for an invalid link. */
export async function checkLink(deps: Deps, link: SignedLink, member: AuthenticatedMember | undefined) {
  const { holder, email, key, isChange } = await findProof(deps, deps.db.pool, link)
  if (isChange) {
    const is_own = member?.id === holder.id
    return { email, needs_password: !is_own, is_own, is_verified: false, current_email: holder.email }
  }
  const accounts = await findAccounts(deps.db.pool, key)
  const is_verified = accounts.some(({ email_verified_at }) => email_verified_at !== null)
  const is_own = accounts.some(({ id }) => id === member?.id)
  return { email, needs_password: !is_verified && !is_own, is_own, is_verified }
}

/** Throws 400 with the token if the member's own address is verified; 429, whether or not the address is known. */
export const resendLink = (deps: Deps, email: string, opener: LinkOpener): Promise<void> =>
  orEarlierResult(deps.db.pool, () => resendOnce(deps, email, opener))

async function resendOnce(deps: Deps, email: string, { member, address }: LinkOpener): Promise<void> {
  const key = emailKey(email)
  const self = member && emailKey(member.email) === key ? member : undefined
  if (self?.verified) throw new HttpError(400, texts.alreadyVerified, {}, { fields: { token: self.token } })
  if (member && (await resendChangeMails(deps, member, key))) return
  const limits = self ? resendLimits(`member|${self.id}`) : guestResendLimits(key, address)
  await consumeLimits(deps.db.pool, limits, deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    const waiting = (await findAccounts(tx, key)).filter(({ email_verified_at }) => email_verified_at === null)
    const about = waiting.find(({ id }) => id === self?.id) ?? waiting[0]
    // The job of an unused id sends no mail. It is enqueued so that an unknown address takes as long.
    await deps.jobs.enqueueMail(tx, { kind: 'verification', id: about?.id ?? unusedId() })
  })
}

/** Returns what a link proves. `locked` locks the row of its account until the transaction ends. Throws 422. */
async function findProof(deps: Deps, db: Queryable, link: SignedLink, lock?: 'locked'): Promise<Proof> {
  if (!verificationLinks.isValid(deps.config, link, deps.now())) throw badLink()
  const holder = await findLinkHolder(db, link.id, lock)
  if (holder && verificationLinks.matches(link, { ...holder, address: holder.email }))
    return { holder, email: holder.email, key: emailKey(holder.email), isChange: false }
  const changed = holder?.pending_email
  if (holder && changed && verificationLinks.matches(link, { ...holder, address: changed }))
    return { holder, email: changed, key: emailKey(changed), isChange: true }
  throw badLink()
}

/** How the opener proves that the registration is theirs, or the password they set instead. */
type Claim = { by: 'password'; hash: string } | { by: 'new_password'; hash: string } | { by: 'session' }

/** Checks or hashes the given password, before the transaction that locks the address. */
async function checkClaim(deps: Deps, given: LinkForm, about: { proof: Proof; opener: LinkOpener }): Promise<Claim> {
  const { password, new_password } = given
  const { pool } = deps.db
  const { holder, key } = about.proof
  const { address } = about.opener
  if (new_password !== undefined) {
    const limits = newPasswordLimits(given.signature)
    requireUncommonPassword(new_password, 'new_password')
    requireNotSuspended(await listRegistrations(pool, key), holder.id)
    await consumeLimits(pool, limits, deps.now())
    const hashing = hashPassword(new_password, { holder: `member|${holder.id}` })
    return { by: 'new_password', hash: await refundOnFailure(pool, limits, hashing) }
  }
  if (password === undefined) return { by: 'session' }
  const registrations = await listRegistrations(pool, key)
  const limits = linkAttemptLimits(given.signature, address)
  const stored = registrations.map(({ password_hash }) => password_hash)
  const match = await attemptPasswords(pool, { stored, given: password, limits, address }, deps.now())
  if (match === undefined) throw wrongPassword()
  return { by: 'password', hash: match.stored }
}

type Verification = { holder: UserRow; key: string; claim: Claim; member: AuthenticatedMember | undefined; now: Date }

async function completeVerification(tx: pg.PoolClient, { holder, key, claim, member, now }: Verification) {
  const registrations = await listRegistrations(tx, key)
  const { id, password, token } = chooseRegistration(registrations, { holder, claim, member })
  requireNotSuspended(registrations, id)
  const others = registrations.filter((one) => one.id !== id).map((one) => one.id)
  await retireRegistrations(tx, others, { now, linksSince: linksExpiredBefore(now) })
  if (password !== 'own') {
    await memberSessions.endAll(tx, id)
    await memberSessions.forgetDevices(tx, id)
  }
  await verifyRegistration(tx, id, password, now)
  if (token === undefined) return openSessionFor(tx, id, now)
  const user = await findUser(tx, id)
  return user && !user.suspended ? { user, token } : undefined
}

/** Throws 403 if another registration is suspended: a second one must not bypass that. */
function requireNotSuspended(registrations: RegistrationRow[], id: number): void {
  if (registrations.some((one) => one.suspended && one.id !== id)) throw forbidden(texts.suspended)
}

/** The registration to verify, its password, and the token of the session that continues. */
function chooseRegistration(
  registrations: RegistrationRow[],
  { holder, claim, member }: Pick<Verification, 'holder' | 'claim' | 'member'>,
): { id: number; password: VerifiedPassword; token?: string } {
  if (claim.by === 'new_password') return { id: holder.id, password: { hash: claim.hash } }
  if (claim.by === 'password') {
    const matching = registrations.filter(({ password_hash }) => password_hash === claim.hash)
    const one = matching.find(({ id }) => id === holder.id) ?? matching.at(-1)
    if (!one) throw wrongPassword()
    return { id: one.id, password: 'own' }
  }
  const own = registrations.find(({ id }) => id === member?.id)
  if (own && member) return { id: own.id, password: 'own', token: member.token }
  return { id: holder.id, password: 'none' }
}

/** The mailbox may belong to another person, who must not get into the account that asked for the change. 422. */
async function requireRequester(deps: Deps, given: LinkForm, about: { holder: UserRow; opener: LinkOpener }) {
  const { holder, opener } = about
  if (opener.member?.id === holder.id) return
  if (given.password === undefined) throw invalid('password', texts.passwordRequired)
  const limits = linkAttemptLimits(given.signature, opener.address)
  const attempt = { stored: holder.password_hash, given: given.password, limits, address: opener.address }
  if (!(await attemptPassword(deps.db.pool, attempt, deps.now()))) throw invalid('password', texts.currentPasswordWrong)
}

async function completeEmailChange(tx: pg.PoolClient, deps: Deps, link: SignedLink, key: string) {
  const now = deps.now()
  await lockAddress(tx, key)
  const { holder, isChange } = await findProof(deps, tx, link, 'locked')
  if (!isChange) return undefined
  const registrations = await listRegistrations(tx, key)
  const isReserved = registrations.some(({ suspended }) => suspended) || (await hasStamps(tx, key))
  const verified = await findVerifiedAccount(tx, key)
  if (isReserved || (verified && verified.id !== holder.id)) throw new HttpError(422, texts.emailTaken)
  await copyMark(tx, deps.config, holder.email, key)
  await linkOperatorsOf(tx, holder.id, now)
  if (!(await confirmPendingEmail(tx, holder.id, key, now))) throw new HttpError(422, texts.emailTaken)
  await saveFormerAddressHash(tx, deps.config, { id: holder.id, email: holder.email, now })
  const ids = registrations.map(({ id }) => id)
  await retireRegistrations(tx, ids, { now, linksSince: linksExpiredBefore(now) })
  await memberSessions.endAll(tx, holder.id)
  return openSessionFor(tx, holder.id, now)
}

async function openSessionFor(tx: pg.PoolClient, id: number, now: Date): Promise<Session | undefined> {
  const user = await findUser(tx, id)
  const token = user && (await openSession(tx, user, now))
  return user && token ? { user, token } : undefined
}

/** A random id that no member has. A fixed one would find its job in the queue already, which is faster. */
const unusedId = (): number => -randomInt(1, 2 ** 31)

const wrongPassword = (): HttpError => invalid('password', texts.verificationPasswordWrong)

const badLink = (): HttpError => new HttpError(422, texts.linkInvalid)
