import { createHmac } from 'node:crypto'
import type { OwnerCashier, OwnerPhone } from '@stampus/contract/console/counters/owners'
import type { Phone } from '@stampus/contract/counter/owners'
import { CASHIER_IDLE_MS, CASHIER_MS } from '@stampus/contract/limits'
import type { Actor } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { names } from '../../../platform/db/names.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, maybe, one, rowCount, run, some, value, values } from '../../../platform/db/query.ts'
import { columns, insert, type Row } from '../../../platform/db/rows.ts'
import { all, type Parameter, parameter, raw, sql } from '../../../platform/db/sql.ts'
import { daysBefore } from '../../../platform/durations.ts'

/** A phone is forgotten when it was not used for so long. */
const UNUSED_DAYS = 30

/** Phone `p` is enrolled: neither removed nor unused for long. */
const isEnrolled = (now: Date) => sql`p.removed_at IS NULL AND p.last_used_at > ${daysBefore(now, UNUSED_DAYS)}`

const withCashier = (now: Date) => sql`
  LEFT JOIN cashiers c ON c.id = p.cashier_id AND p.cashier_since > ${new Date(now.getTime() - CASHIER_MS)}
    AND p.cashier_used_at > ${new Date(now.getTime() - CASHIER_IDLE_MS)}`

export const listPhones = (db: Queryable, merchantId: number, now: Date) =>
  many<RowOf<Phone>>(db)`
    SELECT p.id, p.name, p.created_at, p.last_used_at, c.id AS "cashier.id", c.name AS "cashier.name"
    FROM phones p ${withCashier(now)} WHERE p.merchant_id = ${merchantId} AND ${isEnrolled(now)} ORDER BY p.id DESC`

export const listPhonesOfOwner = (db: Queryable, ownerId: number, now: Date) =>
  many<RowOf<OwnerPhone>>(db)`
    SELECT p.id, p.name, m.id AS "merchant.id", m.name AS "merchant.name", e.id AS "owner.id", e.name AS "owner.name",
      p.created_at, p.last_used_at
    FROM owner_merchants w JOIN phones p ON p.merchant_id = w.merchant_id JOIN merchants m ON m.id = p.merchant_id
    JOIN owners e ON e.id = p.enrolled_by
    WHERE w.owner_id = ${ownerId} AND ${isEnrolled(now)} ORDER BY p.id DESC`

type PhoneSessionRow = Row<'phones', 'id' | 'name' | 'merchant_id' | 'last_used_at' | 'cashier_used_at'> & {
  cashier: { id: number; name: string } | null
}

export const findPhoneSession = (db: Queryable, tokenHash: Buffer, now: Date) =>
  maybe<PhoneSessionRow>(db, 'phones.caller')`
    SELECT p.id, p.name, p.merchant_id, p.last_used_at, c.id AS "cashier.id", c.name AS "cashier.name", p.cashier_used_at
    FROM phones p ${withCashier(now)} WHERE p.token_hash = ${tokenHash} AND ${isEnrolled(now)}`

/** Stores that a phone was used now, and by the cashier who works on it, if `byCashier`. */
export function touchPhone(db: Queryable, id: number, at: Date, byCashier: boolean): Promise<void> {
  const now = parameter(at)
  return run(db, 'phones.touch')`
    UPDATE phones SET last_used_at = ${now},
      cashier_used_at = CASE WHEN ${byCashier} AND cashier_id IS NOT NULL THEN ${now} ELSE cashier_used_at END
    WHERE id = ${id}`
}

export type EnrolmentRow = Row<'phone_enrolments', 'merchant_id' | 'owner_id'>
type NewEnrolment = EnrolmentRow & { token_hash: Buffer; created_at: Date }

/** Adds the code for one phone. An earlier one of this owner for this merchant no longer works. */
export async function replaceEnrolment(tx: Queryable, given: NewEnrolment): Promise<void> {
  const { owner_id, merchant_id } = given
  await run(tx)`DELETE FROM phone_enrolments WHERE owner_id = ${owner_id} AND merchant_id = ${merchant_id}`
  await run(tx)`${insert('phone_enrolments', given)}`
}

export const findEnrolment = (db: Queryable, tokenHash: Buffer, madeAfter: Date) =>
  maybe<EnrolmentRow>(db)`
    SELECT merchant_id, owner_id FROM phone_enrolments WHERE token_hash = ${tokenHash} AND created_at > ${madeAfter}`

/** Uses up the code for one phone. Undefined if there is none, or its owner no longer holds the merchant. */
export const takeEnrolment = (tx: Queryable, tokenHash: Buffer, madeAfter: Date) =>
  maybe<EnrolmentRow>(tx)`
    DELETE FROM phone_enrolments e USING owner_merchants w
    WHERE e.token_hash = ${tokenHash} AND e.created_at > ${madeAfter}
      AND w.owner_id = e.owner_id AND w.merchant_id = e.merchant_id
    RETURNING e.merchant_id, e.owner_id`

type Lost = { ownerId: number; keptMerchants: number[] }

export const deleteEnrolmentsOf = (tx: Queryable, { ownerId, keptMerchants }: Lost) =>
  run(tx)`DELETE FROM phone_enrolments WHERE owner_id = ${ownerId} AND merchant_id <> ALL(${keptMerchants})`

export const deleteOldEnrolments = (db: Queryable, madeBefore: Date) =>
  rowCount(db)`DELETE FROM phone_enrolments WHERE created_at <= ${madeBefore}`

/** Counts the phones of a merchant in use; others that enrol one wait. */
export async function lockAndCountPhones(tx: Queryable, merchantId: number, now: Date): Promise<number> {
  await run(tx)`SELECT FROM merchants WHERE id = ${merchantId} FOR NO KEY UPDATE`
  return value(tx)`SELECT count(*) FROM phones p WHERE p.merchant_id = ${merchantId} AND ${isEnrolled(now)}`
}

type NewPhone = { merchantId: number; ownerId: number; name: string; tokenHash: Buffer; key: Buffer; now: Date }

export function insertPhone(tx: Queryable, { merchantId, ownerId, name, tokenHash, key, now }: NewPhone) {
  const phone = { merchant_id: merchantId, enrolled_by: ownerId, name, token_hash: tokenHash, key }
  return value(tx)`${insert('phones', { ...phone, created_at: now, last_used_at: now })} RETURNING id`
}

type KnownPhone = { merchant: { id: number; name: string }; key: Buffer; cashier_since: Date | null }

/** The merchant and the key of a phone, and since when its cashier works there, if one does. */
export const findPhone = (db: Queryable, id: number) =>
  maybe<KnownPhone>(db)`
    SELECT m.id AS "merchant.id", m.name AS "merchant.name", p.key, p.cashier_since
    FROM phones p JOIN merchants m ON m.id = p.merchant_id WHERE p.id = ${id} AND p.removed_at IS NULL`

const NOBODY = sql`cashier_id = NULL, cashier_since = NULL, cashier_used_at = NULL`

/** Hand-overs still name a removed phone. */
const removePhones = (now: Date | Parameter) => sql`
  UPDATE phones SET removed_at = ${now}, token_hash = NULL, key = NULL, ${NOBODY} WHERE removed_at IS NULL AND`

/** Removes a phone, as an owner only one of a merchant that they hold. False if there is none. */
export const markPhoneRemoved = (tx: Queryable, actor: Actor, { id, now }: { id: number; now: Date }) =>
  some(tx)`${removePhones(now)} ${all(
    sql`id = ${id}`,
    actor.operatorId === null &&
      sql`merchant_id IN (SELECT merchant_id FROM owner_merchants WHERE owner_id = ${actor.ownerId})`,
  )}`

/** Removes the phones that an owner enrolled, except those of the merchants that they still hold. Returns their ids. */
export const removePhonesOf = (tx: Queryable, { ownerId, keptMerchants, now }: Lost & { now: Date }) =>
  values(tx)`${removePhones(now)} enrolled_by = ${ownerId} AND merchant_id <> ALL(${keptMerchants}) RETURNING id`

export const removeUnusedPhones = (db: Queryable, now: Date) =>
  rowCount(db)`${removePhones(now)} last_used_at <= ${daysBefore(now, UNUSED_DAYS)}`

export function startWorkOn(tx: Queryable, { id, cashierId, ...given }: { id: number; cashierId: number; now: Date }) {
  const now = parameter(given.now)
  return run(tx)`
    UPDATE phones SET cashier_id = ${cashierId}, cashier_since = ${now}, cashier_used_at = ${now}, last_used_at = ${now}
    WHERE id = ${id} AND removed_at IS NULL`
}

export const endWorkOn = (db: Queryable, id: number) => run(db)`UPDATE phones SET ${NOBODY} WHERE id = ${id}`

/** A cashier's PIN must be entered again on every phone. */
export const endWorkOf = (tx: Queryable, cashierId: number) =>
  run(tx)`UPDATE phones SET ${NOBODY} WHERE cashier_id = ${cashierId}`

/** The key for codes without a network. It ends with the hours of the cashier, who began at `cashierSince`. */
export const workKey = (phoneKey: Buffer, cashierSince: Date): Buffer =>
  createHmac('sha256', phoneKey).update(cashierSince.toISOString()).digest()

const CASHIER_FIELDS = names('id name merchant_id pin_hash')
const CASHIER_COLUMNS = columns('c', CASHIER_FIELDS)

export type CashierRow = Row<'cashiers', (typeof CASHIER_FIELDS)[number]>

export const listCashiers = (db: Queryable, merchantId: number) =>
  many<Pick<CashierRow, 'id' | 'name'>>(db)`
    SELECT id, name FROM cashiers WHERE merchant_id = ${merchantId} AND removed_at IS NULL ORDER BY name_key, id`

export const listCashiersOfOwner = (db: Queryable, ownerId: number) =>
  many<OwnerCashier>(db)`
    SELECT c.id, c.name, m.id AS "merchant.id", m.name AS "merchant.name"
    FROM owner_merchants w JOIN cashiers c ON c.merchant_id = w.merchant_id JOIN merchants m ON m.id = c.merchant_id
    WHERE w.owner_id = ${ownerId} AND c.removed_at IS NULL ORDER BY m.name_key, m.id, c.name_key, c.id`

export const findCashier = (db: Queryable, id: number) =>
  maybe<CashierRow>(db)`SELECT ${CASHIER_COLUMNS} FROM cashiers c WHERE c.id = ${id} AND c.removed_at IS NULL`

/** Keeps a cashier from being changed or removed until the transaction ends. */
export const lockCashier = (tx: Queryable, id: number) =>
  maybe<CashierRow>(tx)`SELECT ${CASHIER_COLUMNS} FROM cashiers c WHERE c.id = ${id} AND c.removed_at IS NULL FOR SHARE`

type OwnCashier = { id: number; ownerId: number }

/** A cashier of a merchant that this owner holds. `lock` keeps others from changing them until the transaction ends. */
export const findOwnCashier = (db: Queryable, { id, ownerId }: OwnCashier, lock?: 'locked') =>
  maybe<CashierRow>(db)`
    SELECT ${CASHIER_COLUMNS} FROM cashiers c
    JOIN owner_merchants w ON w.merchant_id = c.merchant_id AND w.owner_id = ${ownerId}
    WHERE c.id = ${id} AND c.removed_at IS NULL ${raw(lock ? 'FOR NO KEY UPDATE OF c' : '')}`

type NewCashier = { merchantId: number; name: string; nameKey: string; pinHash: string; now: Date }

/** Adds a cashier and returns the id. The name must be free in the merchant (`cashiers_name`). */
export function insertCashier(tx: Queryable, { merchantId, name, nameKey, pinHash, now }: NewCashier) {
  const cashier = { merchant_id: merchantId, name, name_key: nameKey, pin_hash: pinHash, created_at: now }
  return value(tx)`${insert('cashiers', cashier)} RETURNING id`
}

type CashierUpdate = { id: number; name: string; nameKey: string; pinHash: string | undefined }

export function updateCashier(tx: Queryable, { id, nameKey, pinHash, ...given }: CashierUpdate): Promise<void> {
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

/** Counts before comparing, so that parallel ones cannot pass the limit. Returns until when it is locked already. */
export async function countAttempt(db: Queryable, { max, now, lockedUntil, ...at }: Attempt) {
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

export const forgetAttempts = (tx: Queryable, { phoneId, cashierId }: OnPhone) =>
  run(tx)`DELETE FROM wrong_pins WHERE phone_id = ${phoneId} AND cashier_id = ${cashierId}`

export const deleteOldAttempts = (db: Queryable, now: Date) =>
  rowCount(db)`
    DELETE FROM wrong_pins w WHERE w.locked_until <= ${now}
      OR EXISTS (SELECT FROM phones p WHERE p.id = w.phone_id AND p.removed_at IS NOT NULL)
      OR EXISTS (SELECT FROM cashiers c WHERE c.id = w.cashier_id AND c.removed_at IS NOT NULL)`
