import { randomBytes } from 'node:crypto'
import { ENROLMENT_MS, PHONES_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { type Actor, recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import { conflict, invalid, notFound } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { findOwnMerchant } from '../../staff/merchants.store.ts'
import type { EndPhones } from '../../staff/staff.admin.service.ts'
import { lockStaff } from '../../staff/staff.store.ts'
import {
  deleteEnrolmentsOf,
  deleteOldEnrolments,
  findEnrolment,
  findPhoneSession,
  insertPhone,
  lockAndCountPhones,
  markPhoneRemoved,
  removePhonesOf,
  removeUnusedPhones,
  replaceEnrolment,
  takeEnrolment,
  touchPhone,
} from './phones.store.ts'

/** The cookie of an enrolled phone. */
export const PHONE_COOKIE = 'stampus_counter'

const KEY_BYTES = 32
const enrolmentsSince = (now: Date) => new Date(now.getTime() - ENROLMENT_MS)

/** Deletes codes for phones that no longer work, and the session and key of unused phones. */
export function phonesCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'phone enrolments': () => deleteOldEnrolments(db.pool, enrolmentsSince(now())),
    'unused phones': () => removeUnusedPhones(db.pool, now()),
  }
}

/** Makes a code with which one phone can be enrolled within ten minutes. Throws 404, 409 for too many phones, 429. */
export async function createEnrolment(
  deps: Deps,
  { ownerId, merchantId }: { ownerId: number; merchantId: number },
): Promise<{ token: string; expiresAt: Date }> {
  const now = deps.now()
  const { token, hash } = newToken()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await findOwnMerchant(tx, { ownerId, merchantId }))) throw notFound()
    await requireRoomForPhone(tx, merchantId, now)
    await consumeLimit(tx, { key: `phone-enrolments|${ownerId}`, max: 60, windowSeconds: HOUR_SECONDS }, now)
    await replaceEnrolment(tx, { token_hash: hash, merchant_id: merchantId, owner_id: ownerId, created_at: now })
  })
  return { token, expiresAt: new Date(now.getTime() + ENROLMENT_MS) }
}

/** Enrols a phone with such a code and returns the token of its session. Throws 422 for a wrong or old code, 409, 429. */
export async function enrol(
  deps: Deps,
  { token, name, address }: { token: string; name: string; address: string },
): Promise<{ id: number; token: string }> {
  const now = deps.now()
  const tokenHash = hashToken(token)
  const found = await findEnrolment(deps.db.pool, tokenHash, enrolmentsSince(now))
  const badCode = () => invalid('token', texts.enrolmentInvalid)
  if (!found) return rejectBadLink(deps.db.pool, { kind: 'phone-enrolment', link: token, address }, badCode(), now)
  const session = newToken()
  const id = await inTransaction(deps.db.pool, async (tx) => {
    // An owner who is being removed, or loses this merchant, is waited for: a phone enrolled at that moment would outlive it.
    await lockStaff(tx, 'counter', found.owner_id)
    const enrolment = await takeEnrolment(tx, tokenHash, enrolmentsSince(now))
    if (!enrolment) throw badCode()
    const { merchant_id: merchantId, owner_id: ownerId } = enrolment
    await requireRoomForPhone(tx, merchantId, now)
    const phone = { merchantId, ownerId, name, tokenHash: session.hash, key: randomBytes(KEY_BYTES), now }
    const added = await insertPhone(tx, phone)
    const entry = { operatorId: null, ownerId, subjectId: added, changedFields: ['name'], at: now }
    await recordAudit(tx, { ...entry, action: 'phone.enrolled' })
    return added
  })
  return { id, token: session.token }
}

async function requireRoomForPhone(tx: Queryable, merchantId: number, now: Date): Promise<void> {
  if ((await lockAndCountPhones(tx, merchantId, now)) >= PHONES_MAX) throw conflict(texts.tooManyPhones(PHONES_MAX))
}

/** Removes a phone, as an owner one of a merchant that they hold. Throws 404. */
export async function removePhone(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await markPhoneRemoved(tx, { id, now, ownerId: actor.ownerId }))) throw notFound()
    await recordAudit(tx, { ...actor, action: 'phone.removed', subjectId: id, at: now })
  })
}

/** Ends what an owner enrolled, or began to enrol, for merchants that they no longer hold. */
export const endPhonesOf: EndPhones = async (tx, { managerId, id, merchantIds, at }) => {
  const lost = { ownerId: id, keptMerchants: merchantIds }
  await deleteEnrolmentsOf(tx, lost)
  for (const phone of await removePhonesOf(tx, { ...lost, now: at }))
    await recordAudit(tx, { operatorId: managerId, action: 'phone.removed', subjectId: phone, at })
}

/** Finds the phone by its cookie, with the cashier whose PIN still counts; undefined for a removed, unknown or long unused one. */
export function phoneAuthenticator({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['phone'] {
  return async (request) => {
    const token = request.cookies[PHONE_COOKIE]
    if (!token) return undefined
    const at = now()
    const row = await findPhoneSession(db.shared, hashToken(token), at)
    if (!row) return undefined
    const { id, name, merchant_id: merchantId, cashier } = row
    // Awaited, because 15 idle minutes are short and a phone in use must not count as idle.
    const lastUsedAt = (cashier && row.cashier_used_at) ?? row.last_used_at
    if (isLastUseStale(lastUsedAt, at)) await touchPhone(db.pool, id, at, cashier !== null)
    return { id, name, merchantId, cashier: cashier ?? undefined }
  }
}
