import { setTimeout as pause } from 'node:timers/promises'
import type { Supplements } from '@stampus/contract/accounts'
import { REGISTRATIONS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Language } from '@stampus/contract/values/languages'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { ExpectedError, Unavailable } from '../../../platform/errors.ts'
import { forbidden, invalid } from '../../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../../platform/http/uncommon-password.ts'
import { addressKey, consumeLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { hashRegistrationPassword } from '../../../platform/security/passwords.ts'
import { registrationLimits, requireCollegeAddress } from '../account-rules.ts'
import { findUser, findVerifiedAccount, insertConsents } from '../accounts.store.ts'
import { linksExpiredBefore, newNonce } from '../links.ts'
import type { Session } from '../sessions/sessions.service.ts'
import { openSession } from '../sessions/sessions.service.ts'
import {
  addRegistration,
  hasStamps,
  listRegistrations,
  lockAddress,
  type NewRegistration,
  type RegistrationRow,
  retireRegistrations,
} from './registration.store.ts'

/** Tries for 20 seconds in all, so that a crowd that registers at once waits instead of seeing errors. */
const HASH_TRIES = 40
const HASH_RETRY_MS = 500

type Registration = { name: string; email: string; password: string; supplements?: Supplements | undefined }

type RegistrationSender = { address: string; language: Language | null }

/** Up to 5 registrations of an address stay until one is verified. Throws 422 by field, 403 if suspended, 429, 503. */
export const register = (deps: Deps, given: Registration, sender: RegistrationSender): Promise<Session> =>
  orEarlierResult(deps.db.pool, () => registerOnce(deps, given, sender))

async function registerOnce(deps: Deps, given: Registration, sender: RegistrationSender): Promise<Session> {
  const { pool } = deps.db
  const { address, language } = sender
  const { APP_KEY } = deps.config
  const { name, email } = given
  const now = deps.now()
  const email_key = emailKey(email)
  requireCollegeAddress(deps, email)
  requireUncommonPassword(given.password)
  const limits = registrationLimits(email_key, address)
  await consumeLimits(pool, limits, now)
  await requireFreeAddress(pool, email_key)
  const hasher = { holder: limits.at(-1)?.key ?? '', address }
  const hash = retryWhileBusy(() => hashRegistrationPassword(given.password, { email_key, APP_KEY }, hasher))
  const password_hash = await refundOnFailure(pool, limits, hash)
  const registered_from = addressKey(address)
  const account = { name, email, email_key, password_hash, link_nonce: newNonce(), registered_from, language, now }
  const opened = inTransaction(pool, (tx) => openAccount(tx, deps, account, given.supplements))
  // A rejected attempt stays counted, so that the limits hold for probing which addresses are taken.
  return refundOnFailure(pool, limits, opened, (error) => !(error instanceof ExpectedError))
}

async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === HASH_TRIES) throw error
      await pause(HASH_RETRY_MS)
    }
  }
}

/** Returns the registrations of an address. Throws 422 if it is taken, 403 for a suspended account. */
async function requireFreeAddress(db: Queryable, key: string): Promise<RegistrationRow[]> {
  if ((await findVerifiedAccount(db, key)) || (await hasStamps(db, key))) throw invalid('email', texts.emailTaken)
  const registrations = await listRegistrations(db, key)
  if (registrations.some(({ suspended }) => suspended)) throw forbidden(texts.suspended)
  return registrations
}

async function openAccount(
  tx: pg.PoolClient,
  deps: Deps,
  account: NewRegistration,
  supplements: Supplements | undefined,
): Promise<Session> {
  const { email_key, now } = account
  await lockAddress(tx, email_key)
  const registrations = await requireFreeAddress(tx, email_key)
  if (registrations.length >= REGISTRATIONS_MAX) {
    const replaced = chooseRegistrationToReplace(registrations, account.registered_from)
    await retireRegistrations(tx, [replaced.id], { now, linksSince: linksExpiredBefore(now) })
  }
  const user = await findUser(tx, await addRegistration(tx, account))
  const token = user && (await openSession(tx, user, now))
  if (user && supplements) await insertConsents(tx, { userId: user.id, supplements, at: now })
  if (!token) throw new Error('A new account got no session')
  await deps.jobs.enqueueMail(tx, { kind: 'verification', id: user.id })
  return { user, token }
}

/** The oldest registration of the address with the most; on a tie of `from`, so that many cannot push out the first. */
function chooseRegistrationToReplace(oldestFirst: RegistrationRow[], from: string | null): RegistrationRow {
  const held = [...Map.groupBy(oldestFirst, ({ registered_from }) => registered_from)]
  const most = Math.max(...held.map(([, rows]) => rows.length))
  const largest = held.filter(([, rows]) => rows.length === most)
  const [, rows = oldestFirst] = largest.find(([holder]) => holder === from) ?? largest.at(-1) ?? []
  const [oldest] = rows
  if (!oldest) throw new Error('There is no registration to replace')
  return oldest
}
