import { CASHIERS_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { violatesUnique } from '../../../platform/db/sql.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, invalid, notFound } from '../../../platform/http/http-error.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { findOwnMerchant } from '../owners/owners.store.ts'
import { endWorkOf } from '../phones/phones.store.ts'
import {
  insertCashier,
  lockAndCountCashiers,
  lockOwnCashier,
  markCashierRemoved,
  updateCashier,
} from './cashiers.store.ts'

/** Who acts: an owner, or a manager. */
export type Actor = { ownerId: number } | { operatorId: number }

type NewCashier = { ownerId: number; merchantId: number; name: string; pin: string; address: string }

/** Names a cashier of a merchant that the owner holds. Throws 404, 422 on `name`, 409 for too many, 503. */
export async function addCashier(deps: Deps, given: NewCashier): Promise<{ id: number; name: string }> {
  const { ownerId, merchantId, name } = given
  const { pool } = deps.db
  if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  const pinHash = await hashPassword(given.pin, given.address)
  const at = deps.now()
  const add = inTransaction(pool, async (tx) => {
    if (!(await findOwnMerchant(tx, { ownerId, merchantId }))) throw notFound()
    if ((await lockAndCountCashiers(tx, merchantId)) >= CASHIERS_MAX)
      throw conflict(texts.tooManyCashiers(CASHIERS_MAX))
    const id = await insertCashier(tx, { merchantId, name, nameKey: nameKey(name), pinHash, now: at })
    await audit(tx, { actor: { ownerId }, action: 'cashier.added', id, fields: ['name', 'pin'], at })
    return { id, name }
  })
  return withNameTaken(add)
}

type CashierChange = { ownerId: number; id: number; name: string; pin?: string | undefined; address: string }

/** Renames a cashier; with a new PIN, it must be entered again everywhere. Throws 404, 422 on `name`, 503. */
export async function changeCashier(deps: Deps, given: CashierChange): Promise<{ id: number; name: string }> {
  const { ownerId, id, name, pin } = given
  const pinHash = pin === undefined ? undefined : await hashPassword(pin, given.address)
  const change = inTransaction(deps.db.pool, async (tx) => {
    const before = await lockOwnCashier(tx, { id, ownerId })
    if (!before) throw notFound()
    await updateCashier(tx, { id, name, nameKey: nameKey(name), pinHash })
    if (pinHash !== undefined) await endWorkOf(tx, id)
    const fields = [...(before.name === name ? [] : ['name']), ...(pinHash === undefined ? [] : ['pin'])]
    if (fields.length > 0)
      await audit(tx, { actor: { ownerId }, action: 'cashier.changed', id, fields, at: deps.now() })
    return { id, name }
  })
  return withNameTaken(change)
}

/** Removes a cashier of a merchant that the owner holds. Throws 404. */
export async function removeOwnCashier(deps: Deps, { ownerId, id }: { ownerId: number; id: number }): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await lockOwnCashier(tx, { id, ownerId }))) throw notFound()
    await remove(tx, { actor: { ownerId }, id, at: deps.now() })
  })
}

/** Removes a cashier as a manager. Throws 404. */
export async function removeCashier(deps: Deps, { operatorId, id }: { operatorId: number; id: number }): Promise<void> {
  await inTransaction(deps.db.pool, (tx) => remove(tx, { actor: { operatorId }, id, at: deps.now() }))
}

async function remove(tx: Queryable, { actor, id, at }: { actor: Actor; id: number; at: Date }): Promise<void> {
  if (!(await markCashierRemoved(tx, id, at))) throw notFound()
  await endWorkOf(tx, id)
  await audit(tx, { actor, action: 'cashier.removed', id, fields: [], at })
}

type Entry = { actor: Actor; action: ActionOf<'cashier'>; id: number; fields: string[]; at: Date }

async function audit(tx: Queryable, { actor, action, id, fields, at }: Entry): Promise<void> {
  const who = 'ownerId' in actor ? { operatorId: null, ownerId: actor.ownerId } : actor
  await recordAudit(tx, { ...who, action, subjectKind: 'cashier', subjectId: id, changedFields: fields, at })
}

async function withNameTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw violatesUnique(error, 'cashiers_name') ? invalid('name', texts.cashierTaken) : error
  }
}
