import { texts } from '@stampus/contract/texts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { HOUR_MS, HOUR_SECONDS } from '../durations.ts'
import { TooManyRequests } from '../errors.ts'
import { HttpError } from '../http/http-error.ts'
import { findLockEnd, rejectBadLink } from '../rate-limits/failed-attempts.ts'
import { tryConsumeLimits } from '../rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../security/crypto.ts'
import { createLinks, type SignedLink } from '../security/signed-links.ts'
import type { AccountKind, PasswordAccount } from './account-kind.ts'
import { badLink } from './password-links.service.ts'
import type { UnlockRow, UnlockStore } from './unlocks.store.ts'

type Kind<Account extends PasswordAccount> = AccountKind<Account>

/** An account that somebody tries to sign in to: its address, and its id if there is one. */
type Tried = { key: string; id: number | undefined }

/**
 * Awaits an attempt to sign in. If the attempts at the account are used up, mails it a link that unlocks a browser, once for each
 * lock. The work is the same for an unknown address.
 */
export async function withUnlockMail<Account extends PasswordAccount, Result>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  tried: Tried,
  attempt: Promise<Result>,
): Promise<Result> {
  try {
    return await attempt
  } catch (error) {
    if (!(error instanceof TooManyRequests) || !(await mailUnlockLink(deps, kind, tried))) throw error
    const { retryAfterSeconds } = error
    throw new HttpError(429, texts.signInLocked, { email: [texts.signInLocked] }, { retryAfterSeconds })
  }
}

/** False if the account is not locked. */
async function mailUnlockLink<Account extends PasswordAccount>(
  { db: { pool }, jobs, now: clock }: PlatformDeps,
  { scope, unlocks, enqueueUnlockMail }: Kind<Account>,
  { key, id }: Tried,
): Promise<boolean> {
  const now = clock()
  const lockEnd = await findLockEnd(pool, scope, key, now)
  if (!lockEnd) return false
  const once = { key: `${scope}|unlock-mail|${key}|${lockEnd.getTime()}`, max: 1, windowSeconds: HOUR_SECONDS }
  await inTransaction(pool, async (tx) => {
    if ((await tryConsumeLimits(tx, [once], now)) !== undefined) return
    await enqueueUnlockMail(tx, jobs, await unlocks.add(tx, { accountId: id, now }))
  })
  return true
}

/** The account to mail the link of a lock to, with the link. Undefined once the lock has ended or if there is no such account. */
export async function findUnlockMail<Account extends PasswordAccount>(
  { db: { pool }, config, now }: PlatformDeps,
  kind: Kind<Account>,
  unlockId: number,
): Promise<{ account: Account; link: string } | undefined> {
  const at = now()
  const unlock = await kind.unlocks.find(pool, unlockId)
  if (!unlock || unlock.opened_at || isOld(unlock, at)) return undefined
  const account = await kind.find(pool, unlock.account_id)
  if (!account?.password_hash) return undefined
  const places = { APP_KEY: config.APP_KEY, WEB_URL: kind.urlOf(config) }
  return { account, link: linksOf(kind).make(places, unlockId, account, at) }
}

/**
 * Unlocks the browser that opens the link, once, for an hour. Returns the browser's cookie. Throws 422 for an invalid, used or old
 * link, 429.
 */
export async function unlockSignIn<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  link: SignedLink,
  address: string,
): Promise<string> {
  const { pool } = deps.db
  const now = deps.now()
  const links = linksOf(kind)
  const { token, hash } = newToken()
  const open = () =>
    inTransaction(pool, async (tx) => {
      const unlock = await kind.unlocks.find(tx, link.id)
      const account = unlock && !isOld(unlock, now) ? await kind.lock(tx, unlock.account_id) : undefined
      if (!account || !links.matches(link, account)) return false
      return kind.unlocks.open(tx, { id: link.id, browserHash: hash, now })
    })
  const isOpened = links.isValid(deps.config, link, now) && (await open())
  return isOpened
    ? token
    : rejectBadLink(pool, { kind: kind.unlockLink.purpose, link: link.signature, address }, badLink(), now)
}

/** The link that unlocked this browser for one of these accounts in the last hour. */
export async function findBrowserUnlock(
  { db, now }: Pick<PlatformDeps, 'db' | 'now'>,
  unlocks: UnlockStore,
  accountIds: number[],
  cookie: string | undefined,
): Promise<UnlockRow | undefined> {
  const openedAfter = new Date(now().getTime() - HOUR_MS)
  return cookie ? unlocks.findOpened(db.pool, { accountIds, browserHash: hashToken(cookie), openedAfter }) : undefined
}

function linksOf<Account extends PasswordAccount>({ unlockLink }: Kind<Account>) {
  return createLinks<PasswordAccount>(unlockLink, ({ email, password_hash }) => [email, password_hash ?? ''])
}

/** A lock lasts an hour at most. */
function isOld({ asked_at }: UnlockRow, now: Date): boolean {
  return asked_at.getTime() <= now.getTime() - HOUR_MS
}
