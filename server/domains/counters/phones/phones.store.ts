import { createHmac } from 'node:crypto'
import type { OwnerPhone } from '@stampus/contract/console/counters/owners'
import type { Phone } from '@stampus/contract/counter/owners'
import { CASHIER_IDLE_MS, CASHIER_MS } from '@stampus/contract/limits'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, maybe, rowCount, run, some, value, values } from '../../../platform/db/query.ts'
import { insert, type Row } from '../../../platform/db/rows.ts'
import { all, type Parameter, parameter, sql } from '../../../platform/db/sql.ts'
import { daysBefore } from '../../../platform/durations.ts'

/** A phone is forgotten when it was not used for so long. */
const UNUSED_DAYS = 30

/** Phone `p` is enrolled: neither removed nor unused for long. */
const isEnrolled = (now: Date) => sql`p.removed_at IS NULL AND p.last_used_at > ${daysBefore(now, UNUSED_DAYS)}`

/** Joins the cashier `c` whose PIN still counts on phone `p`. */
const withCashier = (now: Date) => sql`
  LEFT JOIN cashiers c ON c.id = p.cashier_id AND p.cashier_since > ${new Date(now.getTime() - CASHIER_MS)}
    AND p.cashier_used_at > ${new Date(now.getTime() - CASHIER_IDLE_MS)}`

/** The enrolled phones of a merchant, the newest first. */
export const listPhones = (db: Queryable, merchantId: number, now: Date) =>
  many<RowOf<Phone>>(db)`
    SELECT p.id, p.name, p.created_at, p.last_used_at, c.id AS "cashier.id", c.name AS "cashier.name"
    FROM phones p ${withCashier(now)} WHERE p.merchant_id = ${merchantId} AND ${isEnrolled(now)} ORDER BY p.id DESC`

/** The enrolled phones of the merchants of an owner, the newest first. */
export const listPhonesOfOwner = (db: Queryable, ownerId: number, now: Date) =>
  many<RowOf<OwnerPhone>>(db)`
    SELECT p.id, p.name, m.id AS "merchant.id", m.name AS "merchant.name", e.id AS "owner.id", e.name AS "owner.name",
      p.created_at, p.last_used_at
    FROM owner_merchants w JOIN phones p ON p.merchant_id = w.merchant_id JOIN merchants m ON m.id = p.merchant_id
    JOIN owners e ON e.id = p.enrolled_by
    WHERE w.owner_id = ${ownerId} AND ${isEnrolled(now)} ORDER BY p.id DESC`

/** The phone that holds a session, and who works on it. */
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

/** The code for one phone, unless it is too old. */
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

/** Deletes the codes of an owner for one phone, except those of the merchants that they still hold. */
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
const remove = (now: Date | Parameter) => sql`
  UPDATE phones SET removed_at = ${now}, token_hash = NULL, key = NULL, ${NOBODY} WHERE removed_at IS NULL AND`

type Removed = { id: number; now: Date; ownerId: number | undefined }

/** Removes a phone, of a merchant that this owner holds if one is given. False if there is none. */
export const markPhoneRemoved = (tx: Queryable, { id, now, ownerId }: Removed) =>
  some(tx)`${remove(now)} ${all(
    sql`id = ${id}`,
    ownerId !== undefined && sql`merchant_id IN (SELECT merchant_id FROM owner_merchants WHERE owner_id = ${ownerId})`,
  )}`

/** Removes the phones that an owner enrolled, except those of the merchants that they still hold. Returns their ids. */
export const removePhonesOf = (tx: Queryable, { ownerId, keptMerchants, now }: Lost & { now: Date }) =>
  values(tx)`${remove(now)} enrolled_by = ${ownerId} AND merchant_id <> ALL(${keptMerchants}) RETURNING id`

/** Removes the phones whose session has ended because they were not used. Returns how many. */
export const removeUnusedPhones = (db: Queryable, now: Date) =>
  rowCount(db)`${remove(now)} last_used_at <= ${daysBefore(now, UNUSED_DAYS)}`

/** Stores who has entered the PIN on a phone. */
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

/**
 * The key for the codes that a phone shows without a network, from its own key (32 bytes) and the time when its cashier
 * entered the PIN, so that it ends with the cashier's hours.
 */
export const workKey = (phoneKey: Buffer, cashierSince: Date): Buffer =>
  createHmac('sha256', phoneKey).update(cashierSince.toISOString()).digest()
