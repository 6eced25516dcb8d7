import type { OwnerCashier } from '@stampus/contract/console/counters/owners'
import type { Queryable } from '../../../platform/db/database.ts'
import { names } from '../../../platform/db/names.ts'
import { many, maybe, one, rowCount, run, some, value } from '../../../platform/db/query.ts'
import { columns, insert, type Row } from '../../../platform/db/rows.ts'
import { parameter, raw } from '../../../platform/db/sql.ts'

const CASHIER = names('id name merchant_id pin_hash')
const COLUMNS = columns('c', CASHIER)

/** A cashier who was not removed. */
export type CashierRow = Row<'cashiers', (typeof CASHIER)[number]>

/** The cashiers of a merchant, by name. */
export const listCashiers = (db: Queryable, merchantId: number) =>
  many<Pick<CashierRow, 'id' | 'name'>>(db)`
    SELECT id, name FROM cashiers WHERE merchant_id = ${merchantId} AND removed_at IS NULL ORDER BY name_key, id`

/** The cashiers of the merchants of an owner, by merchant and name. */
export const listCashiersOfOwner = (db: Queryable, ownerId: number) =>
  many<OwnerCashier>(db)`
    SELECT c.id, c.name, m.id AS "merchant.id", m.name AS "merchant.name"
    FROM owner_merchants w JOIN cashiers c ON c.merchant_id = w.merchant_id JOIN merchants m ON m.id = c.merchant_id
    WHERE w.owner_id = ${ownerId} AND c.removed_at IS NULL ORDER BY m.name_key, m.id, c.name_key, c.id`

export const findCashier = (db: Queryable, id: number) =>
  maybe<CashierRow>(db)`SELECT ${COLUMNS} FROM cashiers c WHERE c.id = ${id} AND c.removed_at IS NULL`

/** Keeps a cashier from being changed or removed until the transaction ends. */
export const lockCashier = (tx: Queryable, id: number) =>
  maybe<CashierRow>(tx)`SELECT ${COLUMNS} FROM cashiers c WHERE c.id = ${id} AND c.removed_at IS NULL FOR SHARE`

type Own = { id: number; ownerId: number }

/** A cashier of a merchant that this owner holds. `lock` keeps others from changing them until the transaction ends. */
export const findOwnCashier = (db: Queryable, { id, ownerId }: Own, lock?: 'locked') =>
  maybe<CashierRow>(db)`
    SELECT ${COLUMNS} FROM cashiers c
    JOIN owner_merchants w ON w.merchant_id = c.merchant_id AND w.owner_id = ${ownerId}
    WHERE c.id = ${id} AND c.removed_at IS NULL ${raw(lock ? 'FOR NO KEY UPDATE OF c' : '')}`

type NewCashier = { merchantId: number; name: string; nameKey: string; pinHash: string; now: Date }

/** Adds a cashier and returns the id. The name must be free in the merchant (`cashiers_name`). */
export function insertCashier(tx: Queryable, { merchantId, name, nameKey, pinHash, now }: NewCashier) {
  const cashier = { merchant_id: merchantId, name, name_key: nameKey, pin_hash: pinHash, created_at: now }
  return value(tx)`${insert('cashiers', cashier)} RETURNING id`
}

type Changed = { id: number; name: string; nameKey: string; pinHash: string | undefined }

/** Changes name and, if given, PIN. */
export function updateCashier(tx: Queryable, { id, nameKey, pinHash, ...given }: Changed): Promise<void> {
  const name = parameter(given.name)
  // An upgrade left cashiers whose names are alike: each keeps its key as long as its name.
  return run(tx)`
    UPDATE cashiers SET name = ${name}, name_key = CASE name WHEN ${name} THEN name_key ELSE ${nameKey} END,
      pin_hash = coalesce(${pinHash}, pin_hash) WHERE id = ${id}`
}

/** Marks a cashier as removed; hand-overs still name them. False if they were removed already. */
export const markCashierRemoved = (tx: Queryable, id: number, now: Date) =>
  some(tx)`UPDATE cashiers SET removed_at = ${now} WHERE id = ${id} AND removed_at IS NULL`

/** Counts the cashiers of a merchant; others that add one wait. */
export async function lockAndCountCashiers(tx: Queryable, merchantId: number): Promise<number> {
  await run(tx)`SELECT FROM merchants WHERE id = ${merchantId} FOR NO KEY UPDATE`
  return value(tx)`SELECT count(*) FROM cashiers WHERE merchant_id = ${merchantId} AND removed_at IS NULL`
}

type OnPhone = { phoneId: number; cashierId: number }
type Attempt = OnPhone & { max: number; now: Date; lockedUntil: Date }

/**
 * Counts an attempt at a PIN on a phone before it is compared, so that parallel ones cannot pass the limit. Number `max` locks
 * the cashier there until `lockedUntil`. Returns undefined, or until when the cashier is locked already.
 */
export async function countAttempt(
  db: Queryable,
  { max, now, lockedUntil, ...at }: Attempt,
): Promise<Date | undefined> {
  const [phoneId, cashierId] = [parameter(at.phoneId), parameter(at.cashierId)]
  const { counted, locked_until } = await one<{ counted: boolean; locked_until: Date | null }>(db)`
    WITH counted AS (
      INSERT INTO wrong_pins AS w (phone_id, cashier_id, tries) VALUES (${phoneId}, ${cashierId}, 1)
      ON CONFLICT (phone_id, cashier_id) DO UPDATE SET
        tries = CASE WHEN w.locked_until IS NULL THEN w.tries + 1 ELSE 1 END,
        locked_until = CASE WHEN w.locked_until IS NULL AND w.tries + 1 >= ${max} THEN ${lockedUntil}::timestamptz END
      WHERE w.locked_until IS NULL OR w.locked_until <= ${now}
      RETURNING 1)
    SELECT EXISTS (SELECT FROM counted) AS counted, (SELECT locked_until FROM wrong_pins
      WHERE phone_id = ${phoneId} AND cashier_id = ${cashierId}) AS locked_until`
  return counted ? undefined : (locked_until ?? lockedUntil)
}

/** Takes back a counted attempt whose PIN was not compared, with the lock that it may have set. */
export const uncountAttempt = (db: Queryable, { phoneId, cashierId }: OnPhone) =>
  run(db)`
    UPDATE wrong_pins SET tries = greatest(tries - 1, 0), locked_until = NULL
    WHERE phone_id = ${phoneId} AND cashier_id = ${cashierId}`

/** A right PIN: forgets the attempts of the cashier on the phone. */
export const forgetAttempts = (tx: Queryable, { phoneId, cashierId }: OnPhone) =>
  run(tx)`DELETE FROM wrong_pins WHERE phone_id = ${phoneId} AND cashier_id = ${cashierId}`

/** Deletes the attempts whose lock is over, and those on removed phones or of removed cashiers. Returns how many. */
export const deleteOldAttempts = (db: Queryable, now: Date) =>
  rowCount(db)`
    DELETE FROM wrong_pins w WHERE w.locked_until <= ${now}
      OR EXISTS (SELECT FROM phones p WHERE p.id = w.phone_id AND p.removed_at IS NOT NULL)
      OR EXISTS (SELECT FROM cashiers c WHERE c.id = w.cashier_id AND c.removed_at IS NOT NULL)`
