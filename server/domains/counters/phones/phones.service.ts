import { randomBytes } from 'node:crypto'
import { ENROLMENT_MS, PHONES_MAX, PIN_LOCK_MS, WRONG_PINS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { AuthenticatedPhone } from '../../../platform/http/authenticators.ts'
import { conflict, invalid, notFound, tooMany } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { verifyPassword } from '../../../platform/security/passwords.ts'
import { findCashier, lockCashier } from '../cashiers/cashiers.store.ts'
import { findOwnMerchant, lockOwner } from '../owners/owners.store.ts'
import {
  deleteOldEnrolments,
  findEnrolment,
  insertPhone,
  lockAndCountPhones,
  markPhoneRemoved,
  removeOwnPhone,
  removePhonesOf,
  removeUnusedPhones,
  replaceEnrolment,
  startWorkOn,
  takeEnrolment,
} from './phones.store.ts'
import { countTry, deleteOldTries, forgetTries, uncountTry } from './wrong-pins.store.ts'

const KEY_BYTES = 32
const enrolmentsSince = (now: Date) => new Date(now.getTime() - ENROLMENT_MS)

/** Deletes codes for phones that no longer work, the session and key of unused phones, and wrong PINs that no longer count. */
export function phonesCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'phone enrolments': () => deleteOldEnrolments(db.pool, enrolmentsSince(now())),
    'unused phones': () => removeUnusedPhones(db.pool, now()),
    'wrong PINs': () => deleteOldTries(db.pool, now()),
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
    await replaceEnrolment(tx, { tokenHash: hash, merchantId, ownerId, now })
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
    await lockOwner(tx, found.owner_id)
    const enrolment = await takeEnrolment(tx, tokenHash, enrolmentsSince(now))
    if (!enrolment) throw badCode()
    const { merchant_id: merchantId, owner_id: ownerId } = enrolment
    await requireRoomForPhone(tx, merchantId, now)
    const phone = { merchantId, ownerId, name, tokenHash: session.hash, key: randomBytes(KEY_BYTES), now }
    const added = await insertPhone(tx, phone)
    await audit(tx, { actor: { ownerId }, action: 'phone.enrolled', id: added, at: now, fields: ['name'] })
    return added
  })
  return { id, token: session.token }
}

async function requireRoomForPhone(tx: Queryable, merchantId: number, now: Date): Promise<void> {
  if ((await lockAndCountPhones(tx, merchantId, now)) >= PHONES_MAX) throw conflict(texts.tooManyPhones(PHONES_MAX))
}

/** Removes a phone of a merchant that the owner holds. Throws 404. */
export async function removePhoneAsOwner(deps: Deps, { ownerId, id }: { ownerId: number; id: number }): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await removeOwnPhone(tx, { id, ownerId, now }))) throw notFound()
    await audit(tx, { actor: { ownerId }, action: 'phone.removed', id, at: now })
  })
}

/** Removes a phone as a manager. Throws 404. */
export async function removePhone(deps: Deps, { operatorId, id }: { operatorId: number; id: number }): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await markPhoneRemoved(tx, id, now))) throw notFound()
    await audit(tx, { actor: { operatorId }, action: 'phone.removed', id, at: now })
  })
}

/** Removes what an owner enrolled for merchants that they no longer hold. */
export async function endPhonesOf(
  tx: Queryable,
  {
    operatorId,
    ownerId,
    keptMerchants,
    now,
  }: { operatorId: number; ownerId: number; keptMerchants: number[]; now: Date },
): Promise<void> {
  for (const id of await removePhonesOf(tx, { ownerId, keptMerchants, now }))
    await audit(tx, { actor: { operatorId }, action: 'phone.removed', id, at: now })
}

/**
 * A cashier starts on a phone with the PIN. Throws 404 for a cashier of another merchant, 422 on `pin`, 429 while the cashier is
 * locked on this phone, 503.
 */
export async function startWork(
  deps: Deps,
  { id: phoneId, merchantId }: AuthenticatedPhone,
  { cashierId, pin }: { cashierId: number; pin: string },
): Promise<{ id: number; name: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const cashier = await findCashier(pool, cashierId)
  if (cashier?.merchant_id !== merchantId) throw notFound()
  const onPhone = { phoneId, cashierId }
  const lock = { max: WRONG_PINS_MAX, now, lockedUntil: new Date(now.getTime() + PIN_LOCK_MS) }
  const lockedUntil = await countTry(pool, { ...onPhone, ...lock })
  if (lockedUntil) throw tooMany(Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000))
  const comparing = verifyPassword(cashier.pin_hash, pin, { holder: `phone|${phoneId}` })
  const isRight = await comparing.catch(async (error: unknown) => {
    await uncountTry(pool, onPhone)
    throw error
  })
  if (!isRight) throw invalid('pin', texts.pinWrong)
  await inTransaction(pool, async (tx) => {
    const locked = await lockCashier(tx, cashierId)
    if (locked?.pin_hash !== cashier.pin_hash) throw invalid('pin', texts.pinWrong)
    await forgetTries(tx, onPhone)
    await startWorkOn(tx, { id: phoneId, cashierId, now })
  })
  return { id: cashier.id, name: cashier.name }
}

type Entry = {
  actor: { ownerId: number } | { operatorId: number }
  action: ActionOf<'phone'>
  id: number
  at: Date
  fields?: string[]
}

async function audit(tx: Queryable, { actor, action, id, at, fields = [] }: Entry): Promise<void> {
  const who = 'ownerId' in actor ? { operatorId: null, ownerId: actor.ownerId } : actor
  await recordAudit(tx, { ...who, action, subjectKind: 'phone', subjectId: id, changedFields: fields, at })
}
