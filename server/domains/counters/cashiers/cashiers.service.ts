import { CASHIERS_MAX, PIN_LOCK_MS, WRONG_PINS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../../../deps.ts'
import { type Actor, recordAudit } from '../../../platform/audit/audit.store.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { AuthenticatedPhone } from '../../../platform/http/authenticators.ts'
import { conflict, invalid, notFound, tooMany } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { consumeLimit, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword, verifyPassword } from '../../../platform/security/passwords.ts'
import { findOwnMerchant } from '../../staff/merchants.store.ts'
import { endWorkOf, startWorkOn } from '../phones/phones.store.ts'
import {
  countAttempt,
  deleteOldAttempts,
  findCashier,
  findOwnCashier,
  forgetAttempts,
  insertCashier,
  listCashiers,
  lockAndCountCashiers,
  lockCashier,
  markCashierRemoved,
  uncountAttempt,
  updateCashier,
} from './cashiers.store.ts'

/** Deletes wrong PINs that no longer count. */
export function cashiersCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return { 'wrong PINs': () => deleteOldAttempts(db.pool, now()) }
}

type NewCashier = { ownerId: number; merchantId: number; name: string; pin: string }

/** Names a cashier of a merchant that the owner holds. Throws 404, 422 on `name`, 409 for too many, 429, 503. */
export async function addCashier(deps: Deps, given: NewCashier): Promise<{ id: number; name: string }> {
  const { ownerId, merchantId, name } = given
  const { pool } = deps.db
  if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  const others = await listCashiers(pool, merchantId)
  requireRoom(others.length)
  requireFreeName(others, name)
  const pinHash = await hashPin(deps, { ownerId, pin: given.pin })
  const at = deps.now()
  const add = inTransaction(pool, async (tx) => {
    if (!(await findOwnMerchant(tx, { ownerId, merchantId }))) throw notFound()
    requireRoom(await lockAndCountCashiers(tx, merchantId))
    const id = await insertCashier(tx, { merchantId, name, nameKey: nameKey(name), pinHash, now: at })
    const entry = { operatorId: null, ownerId, subjectId: id, changedFields: ['name', 'pin'], at }
    await recordAudit(tx, { ...entry, action: 'cashier.added' })
    return { id, name }
  })
  return add.catch(reportTakenName)
}

type CashierChange = { ownerId: number; id: number; name: string; pin?: string | undefined }

/** Renames a cashier; with a new PIN, it must be entered again everywhere. Throws 404, 422 on `name`, 429, 503. */
export async function changeCashier(deps: Deps, given: CashierChange): Promise<{ id: number; name: string }> {
  const { ownerId, id, name, pin } = given
  const { pool } = deps.db
  const cashier = await findOwnCashier(pool, { id, ownerId })
  if (!cashier) throw notFound()
  const others = (await listCashiers(pool, cashier.merchant_id)).filter((other) => other.id !== id)
  if (name !== cashier.name) requireFreeName(others, name)
  const pinHash = pin === undefined ? undefined : await hashPin(deps, { ownerId, pin })
  const change = inTransaction(pool, async (tx) => {
    const before = await findOwnCashier(tx, { id, ownerId }, 'locked')
    if (!before) throw notFound()
    await updateCashier(tx, { id, name, nameKey: nameKey(name), pinHash })
    if (pinHash !== undefined) await endWorkOf(tx, id)
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

/** Removes a cashier, as an owner one of a merchant that they hold. Throws 404. */
export async function removeCashier(deps: Deps, actor: Actor, id: number): Promise<void> {
  const { ownerId } = actor
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (ownerId !== undefined && !(await findOwnCashier(tx, { id, ownerId }, 'locked'))) throw notFound()
    if (!(await markCashierRemoved(tx, id, at))) throw notFound()
    await endWorkOf(tx, id)
    await recordAudit(tx, { ...actor, action: 'cashier.removed', subjectId: id, at })
  })
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
  const lockedUntil = await countAttempt(pool, { ...onPhone, ...lock })
  if (lockedUntil) throw tooMany(Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000))
  const comparing = verifyPassword(cashier.pin_hash, pin, { holder: `phone|${phoneId}` })
  const isRight = await comparing.catch(async (error: unknown) => {
    await uncountAttempt(pool, onPhone)
    throw error
  })
  if (!isRight) throw invalid('pin', texts.pinWrong)
  await inTransaction(pool, async (tx) => {
    const locked = await lockCashier(tx, cashierId)
    if (locked?.pin_hash !== cashier.pin_hash) throw invalid('pin', texts.pinWrong)
    await forgetAttempts(tx, onPhone)
    await startWorkOn(tx, { id: phoneId, cashierId, now })
  })
  return { id: cashier.id, name: cashier.name }
}

const reportTakenName = orConflict({ cashiers_name: () => invalid('name', texts.cashierTaken) })
