import { INVITATION_HOURS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../../platform/http/uncommon-password.ts'
import { forgetFailedAttempts, linkUseLimit, rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { consumeLimit, consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { createLinks, type SignedLink } from '../../../platform/security/signed-links.ts'
import { APPS, type App, urlOf } from '../apps.ts'
import { deleteLink, endSessions, findLinkHolder, replaceLink, staffSessions } from '../credentials.store.ts'
import { findStaff, lockStaff, recordStaffAudit, type StaffRow, setPassword } from '../staff.store.ts'

/** Mails an account a one-time link to a password, which voids an earlier one. Lock the account before. Throws 429. */
export async function mailPasswordLink(
  tx: Queryable,
  deps: Deps,
  app: App,
  { id, email, address }: { id: number; email: string; address: string },
): Promise<void> {
  await consumeLimits(tx, mailCallLimits(emailKey(email), address), deps.now())
  const link = await replaceLink(tx, app, id, deps.now())
  await deps.jobs.enqueueMail(tx, { kind: APPS[app].mails.link, id: link })
}

/** Works once, until password or address change: an invitation if there is no password yet, else for 60 minutes. */
export function makePasswordLink(
  config: Config,
  app: App,
  { linkId, holder }: { linkId: number; holder: StaffRow },
  now: Date,
): string {
  const places = { APP_KEY: config.APP_KEY, WEB_URL: urlOf(config, app) }
  return linksOf(app, holder.password_hash === null).make(places, linkId, holder, now)
}

function linksOf(app: App, isInvitation = false) {
  const kind = { ...APPS[app].link, ...(isInvitation && { lifeMs: INVITATION_HOURS * HOUR_MS }) }
  return createLinks<StaffRow>(kind, ({ email, password_hash }) => [email, password_hash ?? ''])
}

/** Sets a password with a link, once, ends all sessions and opens none. Throws 422 by field, 429, 503. */
export const setPasswordByLink = (deps: Deps, app: App, given: SignedLink & { password: string }, address: string) =>
  orEarlierResult(deps.db.pool, () => useLink(deps, app, given, address))

async function useLink(
  deps: Deps,
  app: App,
  given: SignedLink & { password: string },
  address: string,
): Promise<StaffRow> {
  const { pool } = deps.db
  const { scope, person, link } = APPS[app]
  const at = deps.now()
  const isValid = linksOf(app).isValid(deps.config, given, at)
  const known = isValid ? await findHolder(pool, app, given, findStaff) : undefined
  if (!known) return rejectBadLink(pool, { kind: link.purpose, link: given.signature, address }, badLink(), at)
  requireUncommonPassword(given.password)
  await consumeLimit(pool, linkUseLimit(link.purpose, given.id), at)
  const hash = await hashPassword(given.password, { holder: `${scope}|${known.id}` })
  return inTransaction(pool, async (tx) => {
    const holder = await findHolder(tx, app, given, lockStaff)
    if (!holder) throw badLink()
    const { id, email } = holder
    await setPassword(tx, app, id, hash)
    await deleteLink(tx, app, id)
    await endSessions(tx, app, id)
    await staffSessions[app].forgetDevices(tx, id)
    await forgetFailedAttempts(tx, scope, emailKey(email))
    await recordStaffAudit(tx, app, { id, action: `${person}.password_set`, at, fields: ['password'] })
    return holder
  })
}

export const badLink = (): HttpError => new HttpError(422, texts.operatorLinkInvalid)

async function findHolder(db: Queryable, app: App, link: SignedLink, find: typeof findStaff) {
  const id = await findLinkHolder(db, app, link.id)
  const holder = id === undefined ? undefined : await find(db, app, id)
  return holder && linksOf(app).matches(link, holder) ? holder : undefined
}
