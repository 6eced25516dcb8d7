import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { forbidden, HttpError, tooMany } from '../../../platform/http/http-error.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { daysBefore, unlocksMailedSince } from '../../../platform/security/ages.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { unlockLimits } from '../account-limits.ts'
import { lockUser, type UserRow } from '../accounts.store.ts'
import { unlockLinks } from '../links.ts'
import {
  addUnlock,
  findOpened,
  findRequestBefore,
  findUnlock,
  noteUnlockMailed,
  openUnlock,
  renewBrowser,
  type UnlockRow,
} from './unlocks.store.ts'

const HOUR_MS = 60 * 60 * 1000
const MAILS_A_DAY = 3
/** Each further request moves the earlier ones to a new cookie, so many of them would make each one slow. */
const REQUESTS_AN_HOUR = 10

/** The name of the cookie of a browser that asked to be unlocked. */
export const UNLOCK_COOKIE = 'stampus_unlock'

/** How long that cookie is of use: a mail may be an hour late, and what its link unlocks stays so for another. */
export const UNLOCK_COOKIE_SECONDS = 3 * 60 * 60

/** How long a browser's request is kept: the mails of a day are counted by it. */
export const UNLOCK_DAYS = 2

/** A browser by its cookie, where it has one, and the address of its client. */
export type Asker = { cookie: string | undefined; address: string }

/**
 * Mails a link that unlocks this browser, if the address has a verified account; the work is the same if not. Answers the
 * browser's new cookie, by which what it asked for before goes too. 429.
 */
export async function askUnlock(deps: Deps, email: string, { cookie, address }: Asker): Promise<string> {
  const now = deps.now()
  const key = emailKey(email)
  if (cookie) await requireFewRequests(deps, hashToken(cookie))
  await consumeLimits(deps.db.pool, unlockLimits(key, address), now)
  const { token, hash } = newToken()
  await inTransaction(deps.db.pool, async (tx) => {
    if (cookie) await renewBrowser(tx, { before: hashToken(cookie), after: hash, askedAfter: liveSince(now) })
    const id = await addUnlock(tx, { emailKey: key, browserHash: hash, now })
    await deps.jobs.enqueueMail(tx, { kind: 'unlock', id })
  })
  return token
}

/** A browser's requests go from cookie to cookie, and are counted with it. */
async function requireFewRequests(deps: Deps, browserHash: Buffer): Promise<void> {
  const now = deps.now().getTime()
  const hour = { browserHash, askedAfter: new Date(now - HOUR_MS), latest: REQUESTS_AN_HOUR - 1 }
  const asked = await findRequestBefore(deps.db.pool, hour)
  if (asked) throw tooMany(Math.max(1, Math.ceil((asked.getTime() + HOUR_MS - now) / 1000)))
}

/**
 * Unlocks the browser that asked for a link, for an hour, once; answers its new cookie: somebody may have planted the one it
 * asked with. 422 for a bad, used or old link, 403 in another browser.
 */
export async function unlockBrowser(deps: Deps, link: SignedLink, cookie: string | undefined): Promise<string> {
  const now = deps.now()
  if (!unlockLinks.isValid(deps.config, link, now)) throw badLink()
  const { token, hash } = newToken()
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await holderOf(tx, link.id)
    const unlock = user && (await findUnlock(tx, link.id))
    if (!unlock || unlock.opened_at || !unlockLinks.matches(link, user)) throw badLink()
    if (cookie) await renewBrowser(tx, { before: hashToken(cookie), after: hash, askedAfter: liveSince(now) })
    const isOpened = await openUnlock(tx, { id: unlock.id, browserHash: hash, now })
    if (!isOpened) throw forbidden(texts.unlockOtherBrowser)
  })
  return token
}

/** By which link a browser was unlocked in the last hour for one of these accounts. */
export async function findBrowserUnlock(deps: Deps, userIds: number[], cookie: string): Promise<UnlockRow | undefined> {
  const openedAfter = new Date(deps.now().getTime() - HOUR_MS)
  return findOpened(deps.db.pool, { userIds, browserHash: hashToken(cookie), openedAfter })
}

/** Whom to mail the link of a request: at most three times a day, and nobody who is suspended. */
export async function holdUnlockMail(deps: Deps, unlockId: number): Promise<UserRow | undefined> {
  return inTransaction(deps.db.pool, async (tx) => {
    const user = await holderOf(tx, unlockId)
    if (!user || user.suspended) return undefined
    const now = deps.now()
    const mailing = {
      id: unlockId,
      askedAfter: unlocksMailedSince(now),
      mailedAfter: daysBefore(now, 1),
      most: MAILS_A_DAY,
      now,
    }
    return (await noteUnlockMailed(tx, mailing)) ? user : undefined
  })
}

/** The member whom a request is for, held. */
async function holderOf(tx: Queryable, unlockId: number): Promise<UserRow | undefined> {
  const unlock = await findUnlock(tx, unlockId)
  return unlock && lockUser(tx, unlock.user_id)
}

/** Requests that were made earlier have lost their cookie. */
function liveSince(now: Date): Date {
  return new Date(now.getTime() - UNLOCK_COOKIE_SECONDS * 1000)
}

/** The refusal of a link that does not work in any browser. */
export function badLink(): HttpError {
  return new HttpError(422, texts.unlockLinkInvalid)
}
