import { randomBytes } from 'node:crypto'
import { CASHIERS_MAX, ENROLMENT_MS, PHONES_MAX, PIN_LOCK_MS, WRONG_PINS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../../../deps.ts'
import { type Actor, recordAudit } from '../../../platform/audit/audit.store.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { AuthenticatedPhone, Authenticators } from '../../../platform/http/authenticators.ts'
import { conflict, invalid, notFound, requireFound, tooMany } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimit, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { hashPassword, verifyPassword } from '../../../platform/security/passwords.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { findOwnMerchant } from '../../staff/merchants.store.ts'
import type { EndPhones } from '../../staff/staff.admin.service.ts'
import { lockStaff } from '../../staff/staff.store.ts'
import * as store from './phones.store.ts'

export const PHONE_COOKIE = 'stampus_counter'

const KEY_BYTES = 32
const enrolmentsSince = (now: Date) => new Date(now.getTime() - ENROLMENT_MS)

export const phonesCleanUp = ({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp => ({
  'phone enrolments': () => store.deleteOldEnrolments(db.pool, enrolmentsSince(now())),
  'unused phones': () => store.removeUnusedPhones(db.pool, now()),
})

/** Makes a code with which one phone can be enrolled within ten minutes. Throws 404, 409 for too many phones, 429. */
export async function createEnrolment(deps: Deps, { ownerId, merchantId }: { ownerId: number; merchantId: number }) {
  const now = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    if (!(await findOwnMerchant(tx, { ownerId, merchantId }))) throw notFound()
    await requireRoomForPhone(tx, merchantId, now)
    await consumeLimit(tx, { key: `phone-enrolments|${ownerId}`, max: 60, windowSeconds: HOUR_SECONDS }, now)
    const { token, hash } = newToken()
    await store.replaceEnrolment(tx, { token_hash: hash, merchant_id: merchantId, owner_id: ownerId, created_at: now })
    return { token, expiresAt: new Date(now.getTime() + ENROLMENT_MS) }
  })
}

type Enrolment = { token: string; name: string; address: string }

/** Enrols a phone with such a code and returns the token of its session. Throws 422 for a wrong or old code, 409, 429. */
export const enrol = (deps: Deps, given: Enrolment) => orEarlierResult(deps.db.pool, () => enrolOnce(deps, given))

async function enrolOnce(deps: Deps, { token, name, address }: Enrolment) {
  const now = deps.now()
  const tokenHash = hashToken(token)
  const found = await store.findEnrolment(deps.db.pool, tokenHash, enrolmentsSince(now))
  const badCode = () => invalid('token', texts.enrolmentInvalid)
  if (!found) return rejectBadLink(deps.db.pool, { kind: 'phone-enrolment', link: token, address }, badCode(), now)
  return inTransaction(deps.db.pool, async (tx) => {
    // An owner who is being removed, or loses this merchant, is waited for: a phone enrolled at that moment would outlive it.
    await lockStaff(tx, 'counter', found.owner_id)
    const enrolment = await store.takeEnrolment(tx, tokenHash, enrolmentsSince(now))
    if (!enrolment) throw badCode()
    const { merchant_id: merchantId, owner_id: ownerId } = enrolment
    await requireRoomForPhone(tx, merchantId, now)
    const session = newToken()
    const phone = { merchantId, ownerId, name, tokenHash: session.hash, key: randomBytes(KEY_BYTES), now }
    const added = await store.insertPhone(tx, phone)
    const entry = { operatorId: null, ownerId, subjectId: added, changedFields: ['name'], at: now }
    await recordAudit(tx, { ...entry, action: 'phone.enrolled' })
    return { id: added, token: session.token }
  })
}

async function requireRoomForPhone(tx: Queryable, merchantId: number, now: Date): Promise<void> {
  if ((await store.lockAndCountPhones(tx, merchantId, now)) >= PHONES_MAX)
    throw conflict(texts.tooManyPhones(PHONES_MAX))
}

/** Removes a phone, as an owner only one of a merchant that they hold. Throws 404. */
export async function removePhone(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await store.markPhoneRemoved(tx, actor, { id, now }))) throw notFound()
    await recordAudit(tx, { ...actor, action: 'phone.removed', subjectId: id, at: now })
  })
}

/** Ends what an owner enrolled, or began to enrol, for merchants that they no longer hold. */
export const endPhonesOf: EndPhones = async (tx, { managerId, id, merchantIds, at }) => {
  const lost = { ownerId: id, keptMerchants: merchantIds }
  await store.deleteEnrolmentsOf(tx, lost)
  for (const phone of await store.removePhonesOf(tx, { ...lost, now: at }))
    await recordAudit(tx, { operatorId: managerId, action: 'phone.removed', subjectId: phone, at })
}

/** Finds the phone by its cookie, with the cashier whose PIN still counts; undefined for a removed, unknown or long unused one. */
export const phoneAuthenticator =
  ({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['phone'] =>
  async (request) => {
    const token = request.cookies[PHONE_COOKIE]
    if (!token) return undefined
    const at = now()
    const row = await store.findPhoneSession(db.lookups, hashToken(token), at)
    if (!row) return undefined
    const { id, name, merchant_id: merchantId, cashier } = row
    // Awaited, because 15 idle minutes are short and a phone in use must not count as idle.
    const lastUsedAt = (cashier && row.cashier_used_at) ?? row.last_used_at
    if (isLastUseStale(lastUsedAt, at)) await store.touchPhone(db.pool, id, at, cashier !== null)
    return { id, name, merchantId, cashier: cashier ?? undefined }
  }

export const cashiersCleanUp = ({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp => ({
  'wrong PINs': () => store.deleteOldAttempts(db.pool, now()),
})

type NewCashier = { ownerId: number; merchantId: number; name: string; pin: string }

/** Names a cashier of a merchant that the owner holds. Throws 404, 422 on `name`, 409 for too many, 429, 503. */
export const addCashier = (deps: Deps, given: NewCashier) =>
  orEarlierResult(deps.db.pool, () => addCashierOnce(deps, given))

async function addCashierOnce(deps: Deps, given: NewCashier): Promise<{ id: number; name: string }> {
  const { ownerId, merchantId, name } = given
  const { pool } = deps.db
  if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  const others = await store.listCashiers(pool, merchantId)
  requireRoom(others.length)
  requireFreeName(others, name)
  const pinHash = await hashPin(deps, { ownerId, pin: given.pin })
  const at = deps.now()
  const add = inTransaction(pool, async (tx) => {
    if (!(await findOwnMerchant(tx, { ownerId, merchantId }))) throw notFound()
    requireRoom(await store.lockAndCountCashiers(tx, merchantId))
    const id = await store.insertCashier(tx, { merchantId, name, nameKey: nameKey(name), pinHash, now: at })
    const entry = { operatorId: null, ownerId, subjectId: id, changedFields: ['name', 'pin'], at }
    await recordAudit(tx, { ...entry, action: 'cashier.added' })
    return { id, name }
  })
  return add.catch(reportTakenName)
}

type CashierChange = { ownerId: number; id: number; name: string; pin?: string | undefined }

/** Renames a cashier; with a new PIN, it must be entered again everywhere. Throws 404, 422 on `name`, 429, 503. */
export const changeCashier = (deps: Deps, given: CashierChange) =>
  orEarlierResult(deps.db.pool, () => changeCashierOnce(deps, given))

async function changeCashierOnce(deps: Deps, given: CashierChange): Promise<{ id: number; name: string }> {
  const { ownerId, id, name, pin } = given
  const { pool } = deps.db
  const cashier = requireFound(await store.findOwnCashier(pool, { id, ownerId }))
  const others = (await store.listCashiers(pool, cashier.merchant_id)).filter((other) => other.id !== id)
  if (name !== cashier.name) requireFreeName(others, name)
  const pinHash = pin === undefined ? undefined : await hashPin(deps, { ownerId, pin })
  const change = inTransaction(pool, async (tx) => {
    const before = requireFound(await store.findOwnCashier(tx, { id, ownerId }, 'locked'))
    await store.updateCashier(tx, { id, name, nameKey: nameKey(name), pinHash })
    if (pinHash !== undefined) await store.endWorkOf(tx, id)
    const changedFields = [...(before.name === name ? [] : ['name']), ...(pinHash === undefined ? [] : ['pin'])]
    const entry = { operatorId: null, ownerId, subjectId: id, changedFields, at: deps.now() }
    if (changedFields.length > 0) await recordAudit(tx, { ...entry, action: 'cashier.changed' })
    return { id, name }
  })
  return change.catch(reportTakenName)
}

/** Hashes a PIN: in an hour as many as a merchant may have cashiers. Throws 429, 503. */
async function hashPin({ db, now }: Deps, { ownerId, pin }: { ownerId: number; pin: string }): Promise<string> {
  const limit = { key: `cashier-pins|${ownerId}`, max: CASHIERS_MAX, windowSeconds: HOUR_SECONDS }
  await consumeLimit(db.pool, limit, now())
  return refundOnFailure(db.pool, [limit], hashPassword(pin, { holder: `owner|${ownerId}` }))
}

function requireRoom(cashiers: number): void {
  if (cashiers >= CASHIERS_MAX) throw conflict(texts.tooManyCashiers(CASHIERS_MAX))
}

/** The index `cashiers_name` holds the rule; this spares the hash. */
function requireFreeName(others: { name: string }[], name: string): void {
  if (others.some((one) => nameKey(one.name) === nameKey(name))) throw invalid('name', texts.cashierTaken)
}

/** Removes a cashier, as an owner only one of a merchant that they hold. Throws 404. */
export async function removeCashier(deps: Deps, actor: Actor, id: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (actor.operatorId === null)
      requireFound(await store.findOwnCashier(tx, { id, ownerId: actor.ownerId }, 'locked'))
    if (!(await store.markCashierRemoved(tx, id, at))) throw notFound()
    await store.endWorkOf(tx, id)
    await recordAudit(tx, { ...actor, action: 'cashier.removed', subjectId: id, at })
  })
}

/** Throws 404 for a cashier of another merchant, 422 on `pin`, 429 while the cashier is locked on this phone, 503. */
export async function startWork(
  deps: Deps,
  { id: phoneId, merchantId }: AuthenticatedPhone,
  { cashierId, pin }: { cashierId: number; pin: string },
): Promise<{ id: number; name: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const cashier = await store.findCashier(pool, cashierId)
  if (cashier?.merchant_id !== merchantId) throw notFound()
  const onPhone = { phoneId, cashierId }
  const lock = { max: WRONG_PINS_MAX, now, lockedUntil: new Date(now.getTime() + PIN_LOCK_MS) }
  const lockedUntil = await store.countAttempt(pool, { ...onPhone, ...lock })
  if (lockedUntil) throw tooMany(Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000))
  const comparing = verifyPassword(cashier.pin_hash, pin, { holder: `phone|${phoneId}` })
  const isRight = await comparing.catch(async (error: unknown) => {
    await store.uncountAttempt(pool, onPhone)
    throw error
  })
  if (!isRight) throw invalid('pin', texts.pinWrong)
  await inTransaction(pool, async (tx) => {
    const locked = await store.lockCashier(tx, cashierId)
    if (locked?.pin_hash !== cashier.pin_hash) throw invalid('pin', texts.pinWrong)
    await store.forgetAttempts(tx, onPhone)
    await store.startWorkOn(tx, { id: phoneId, cashierId, now })
  })
  return { id: cashier.id, name: cashier.name }
}

const reportTakenName = orConflict({ cashiers_name: () => invalid('name', texts.cashierTaken) })
