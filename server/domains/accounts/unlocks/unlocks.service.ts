import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { daysBefore, HOUR_MS, HOUR_SECONDS } from '../../../platform/durations.ts'
import { forbidden, HttpError, tooMany } from '../../../platform/http/http-error.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { unlockLimits } from '../account-rules.ts'
import { lockUser, type UserRow } from '../accounts.store.ts'
import { unlockLinks } from '../links.ts'
import {
  addUnlock,
  findRequestBefore,
  memberUnlocks,
  openUnlock,
  renewBrowser,
  saveUnlockMailed,
} from './unlocks.store.ts'

const MAILS_A_DAY = 3
/** Each request moves the earlier ones to a new cookie, so many requests would make each one slow. */
const REQUESTS_AN_HOUR = 10

export const UNLOCK_COOKIE = 'stampus_unlock'

/** How long that cookie is useful: the mail may take an hour, and its link unlocks the browser for another. */
export const UNLOCK_COOKIE_SECONDS = 3 * HOUR_SECONDS

/** How long requests stay stored, because the mails of a day are counted by them. */
export const UNLOCK_DAYS = 2

type Requester = { cookie: string | undefined; address: string }

/** Does as much without an account. Returns a new cookie, to which the browser's earlier requests move. Throws 429. */
export async function requestUnlock(deps: Deps, email: string, { cookie, address }: Requester): Promise<string> {
  const now = deps.now()
  const key = emailKey(email)
  if (cookie) await limitRequests(deps, hashToken(cookie))
  await consumeLimits(deps.db.pool, unlockLimits(key, address), now)
  const { token, hash } = newToken()
  await inTransaction(deps.db.pool, async (tx) => {
    if (cookie) await renewBrowser(tx, { before: hashToken(cookie), after: hash, askedAfter: cookiesValidSince(now) })
    const id = await addUnlock(tx, { emailKey: key, browserHash: hash, now })
    await deps.jobs.enqueueMail(tx, { kind: 'unlock', id })
  })
  return token
}

async function limitRequests(deps: Deps, browserHash: Buffer): Promise<void> {
  const now = deps.now().getTime()
  const hour = { browserHash, askedAfter: new Date(now - HOUR_MS), latest: REQUESTS_AN_HOUR - 1 }
  const asked = await findRequestBefore(deps.db.pool, hour)
  if (asked) throw tooMany(Math.max(1, Math.ceil((asked.getTime() + HOUR_MS - now) / 1000)))
}

/** Unlocks once, for an hour. Returns a new cookie, because an attacker may have set the old one. Throws 422, 403. */
export async function unlockBrowser(deps: Deps, link: SignedLink, cookie: string | undefined): Promise<string> {
  const now = deps.now()
  if (!unlockLinks.isValid(deps.config, link, now)) throw badLink()
  return inTransaction(deps.db.pool, async (tx) => {
    const user = await lockHolder(tx, link.id)
    const unlock = user && (await memberUnlocks.find(tx, link.id))
    if (!unlock || unlock.opened_at || !unlockLinks.matches(link, user)) throw badLink()
    const { token, hash } = newToken()
    if (cookie) await renewBrowser(tx, { before: hashToken(cookie), after: hash, askedAfter: cookiesValidSince(now) })
    const isOpened = await openUnlock(tx, { id: unlock.id, browserHash: hash, now })
    if (!isOpened) throw forbidden(texts.unlockOtherBrowser)
    return token
  })
}

/** Unlock links requested before this time are not mailed any more. */
export const unlocksMailedSince = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/** The member to mail the link of a request to. Undefined for a suspended member, and after three mails a day. */
export const claimUnlockMail = async (deps: Deps, unlockId: number): Promise<UserRow | undefined> =>
  inTransaction(deps.db.pool, async (tx) => {
    const user = await lockHolder(tx, unlockId)
    if (!user || user.suspended) return undefined
    const now = deps.now()
    const mailing = {
      id: unlockId,
      askedAfter: unlocksMailedSince(now),
      mailedAfter: daysBefore(now, 1),
      most: MAILS_A_DAY,
      now,
    }
    return (await saveUnlockMailed(tx, mailing)) ? user : undefined
  })

async function lockHolder(tx: Queryable, unlockId: number): Promise<UserRow | undefined> {
  const unlock = await memberUnlocks.find(tx, unlockId)
  return unlock && lockUser(tx, unlock.account_id)
}

const cookiesValidSince = (now: Date): Date => new Date(now.getTime() - UNLOCK_COOKIE_SECONDS * 1000)

export const badLink = (): HttpError => new HttpError(422, texts.unlockLinkInvalid)
