import { createHash } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Config } from '../../config.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { HttpError } from '../http/http-error.ts'
import { forgetFailedAttempts, linkUseLimit, rejectBadLink } from '../rate-limits/failed-attempts.ts'
import { mailCallLimits } from '../rate-limits/mail-limits.ts'
import { consumeLimit, consumeLimits } from '../rate-limits/rate-limits.ts'
import { constantTimeEqual } from '../security/crypto.ts'
import { hashPassword } from '../security/passwords.ts'
import { isValidLink, type SignedLink, signedLink } from '../security/signed-links.ts'
import { type AccountKind, endSessions, type PasswordAccount } from './account-kind.ts'
import { requireUncommonPassword } from './own-account.service.ts'

type Kind<Account extends PasswordAccount> = AccountKind<Account>
type Settings = Pick<Config, 'APP_KEY' | 'WEB_URL' | 'CONSOLE_URL' | 'COUNTER_URL'>

/** Mails an account a one-time link to a password, which voids an earlier one. The account is locked before. Throws 429. */
export async function mailPasswordLink<Account extends PasswordAccount>(
  tx: Queryable,
  deps: PlatformDeps,
  kind: Kind<Account>,
  { id, email, address }: { id: number; email: string; address: string },
): Promise<void> {
  await consumeLimits(tx, mailCallLimits(emailKey(email), address), deps.now())
  const link = await kind.links.replace(tx, id, deps.now())
  await kind.enqueueLinkMail(tx, deps.jobs, link)
}

/**
 * The link to a password. It works once, until the password or the address changes: as an invitation if there is no password yet,
 * else for 60 minutes.
 */
export function makePasswordLink<Account extends PasswordAccount>(
  config: Settings,
  { link, invitationMs, urlOf }: Kind<Account>,
  { linkId, holder }: { linkId: number; holder: Account },
  now: Date,
): string {
  const places = { APP_KEY: config.APP_KEY, WEB_URL: urlOf(config) }
  const kind = holder.password_hash === null ? { ...link, lifeMs: invitationMs } : link
  return signedLink(places, kind, { id: linkId, hash: hashHolder(linkId, holder) }, now)
}

/**
 * Sets a password with a link, once. Ends all sessions, opens none, and forgets failed attempts. Returns the account. Throws 422 for
 * an invalid, used or old link; 422 on `password` for a well-known password; 429; 503 while too many passwords wait to be hashed.
 */
export async function setPassword<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  given: SignedLink & { password: string },
  address: string,
): Promise<Account> {
  const { pool } = deps.db
  const at = deps.now()
  const isValid = isValidLink(deps.config, kind.link, given, at)
  const known = isValid ? await findHolder(pool, kind, given, kind.find) : undefined
  if (!known) return rejectBadLink(pool, { kind: kind.link.purpose, link: given.signature, address }, badLink(), at)
  requireUncommonPassword(given.password)
  await consumeLimit(pool, linkUseLimit(kind.link.purpose, given.id), at)
  const hash = await hashPassword(given.password, { holder: `${kind.scope}|${known.id}` })
  return inTransaction(pool, async (tx) => {
    const holder = await findHolder(tx, kind, given, kind.lock)
    if (!holder) throw badLink()
    const { id, email } = holder
    await kind.setPassword(tx, id, hash)
    await kind.links.deleteOf(tx, id)
    await endSessions(tx, kind, id)
    await kind.sessions.forgetDevices(tx, id)
    await forgetFailedAttempts(tx, kind.scope, emailKey(email))
    await kind.recordAudit(tx, { id, action: 'password_set', at, fields: ['password'] })
    return holder
  })
}

/** The 422 for a link to a password that cannot be used. */
export function badLink(): HttpError {
  return new HttpError(422, texts.operatorLinkInvalid)
}

async function findHolder<Account extends PasswordAccount>(
  db: Queryable,
  { links }: Kind<Account>,
  link: SignedLink,
  find: Kind<Account>['find'],
): Promise<Account | undefined> {
  const id = await links.findHolder(db, link.id)
  const holder = id === undefined ? undefined : await find(db, id)
  return holder && constantTimeEqual(link.hash, hashHolder(link.id, holder)) ? holder : undefined
}

function hashHolder(linkId: number, { email, password_hash }: PasswordAccount): string {
  return createHash('sha256')
    .update(`${linkId}|${email}|${password_hash ?? ''}`)
    .digest('hex')
    .slice(0, 40)
}
