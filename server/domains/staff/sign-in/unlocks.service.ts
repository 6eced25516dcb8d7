import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction, withStepRecords } from '../../../platform/db/transaction.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../../platform/durations.ts'
import { TooManyRequests } from '../../../platform/errors.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { findLockEnd, rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { tryConsumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { newToken } from '../../../platform/security/crypto.ts'
import { createLinks, type SignedLink } from '../../../platform/security/signed-links.ts'
import type { UnlockRow } from '../../../platform/sessions/unlocks.store.ts'
import { APPS, type App, urlOf } from '../apps.ts'
import { addUnlock, openUnlock, staffUnlocks } from '../credentials.store.ts'
import { findStaff, lockStaff, type StaffRow } from '../staff.store.ts'
import { badLink } from './password-links.service.ts'

type Tried = { key: string; id: number | undefined }

/** Mails a locked account a link to unlock a browser, once for each lock. An unknown address takes as long. */
export async function withUnlockMail<Result>(deps: Deps, app: App, tried: Tried, attempt: Promise<Result>) {
  try {
    return await attempt
  } catch (error) {
    // Not recorded: the mail is no answer to a repeated request.
    const mail = () =>
      withStepRecords(
        () => undefined,
        () => mailUnlockLink(deps, app, tried),
      )
    if (!(error instanceof TooManyRequests) || !(await mail())) throw error
    const { retryAfterSeconds } = error
    throw new HttpError(429, texts.signInLocked, { email: [texts.signInLocked] }, { retryAfterSeconds })
  }
}

/** False if the account is not locked. */
async function mailUnlockLink({ db: { pool }, jobs, now: clock }: Deps, app: App, { key, id }: Tried) {
  const now = clock()
  const { scope, mails } = APPS[app]
  const lockEnd = await findLockEnd(pool, scope, key, now)
  if (!lockEnd) return false
  const once = { key: `${scope}|unlock-mail|${key}|${lockEnd.getTime()}`, max: 1, windowSeconds: HOUR_SECONDS }
  await inTransaction(pool, async (tx) => {
    if ((await tryConsumeLimits(tx, [once], now)) !== undefined) return
    await jobs.enqueueMail(tx, { kind: mails.unlock, id: await addUnlock(tx, app, { id, now }) })
  })
  return true
}

/** The account to mail the link of a lock to, with the link. Undefined without one, or once the lock has ended. */
export async function findUnlockMail({ db: { pool }, config, now }: Deps, app: App, unlockId: number) {
  const at = now()
  const unlock = await staffUnlocks[app].find(pool, unlockId)
  if (!unlock || unlock.opened_at || isOld(unlock, at)) return undefined
  const account = await findStaff(pool, app, unlock.account_id)
  if (!account?.password_hash) return undefined
  const places = { APP_KEY: config.APP_KEY, WEB_URL: urlOf(config, app) }
  return { account, link: linksOf(app).make(places, unlockId, account, at) }
}

/** Unlocks a browser once, for an hour. Returns its cookie. Throws 422 for an invalid, used or old link, 429. */
export async function unlockSignIn(deps: Deps, app: App, link: SignedLink, address: string): Promise<string> {
  const { pool } = deps.db
  const now = deps.now()
  const links = linksOf(app)
  const open = () =>
    inTransaction(pool, async (tx) => {
      const unlock = await staffUnlocks[app].find(tx, link.id)
      const account = unlock && !isOld(unlock, now) ? await lockStaff(tx, app, unlock.account_id) : undefined
      if (!account || !links.matches(link, account)) return undefined
      const { token, hash } = newToken()
      return (await openUnlock(tx, app, { id: link.id, browserHash: hash, now })) ? token : undefined
    })
  const opened = links.isValid(deps.config, link, now) ? await open() : undefined
  return (
    opened ?? rejectBadLink(pool, { kind: APPS[app].unlockLink.purpose, link: link.signature, address }, badLink(), now)
  )
}

const linksOf = (app: App) =>
  createLinks<StaffRow>(APPS[app].unlockLink, ({ email, password_hash }) => [email, password_hash ?? ''])

/** A lock lasts an hour at most. */
const isOld = ({ asked_at }: UnlockRow, now: Date): boolean => asked_at.getTime() <= now.getTime() - HOUR_MS
