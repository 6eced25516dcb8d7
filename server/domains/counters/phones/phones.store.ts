import { createHmac } from 'node:crypto'
import type { OwnerPhone } from '@stampus/contract/console/counters/owners'
import { CASHIER_IDLE_MS, CASHIER_MS } from '@stampus/contract/limits'
import type { Queryable } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/** A phone is forgotten when it was not used for so long. */
const UNUSED_MS = 30 * DAY_MS

function phonesUsedAfter(now: Date): Date {
  return new Date(now.getTime() - UNUSED_MS)
}

/** Whose PIN still counts, as parameters of a statement: since when, and last used after. */
const workTimes = (now: Date) => [new Date(now.getTime() - CASHIER_MS), new Date(now.getTime() - CASHIER_IDLE_MS)]

/** An enrolled phone as its owner sees it. */
export type PhoneRow = {
  id: number
  name: string
  created_at: Date
  last_used_at: Date
  cashier_id: number | null
  cashier_name: string | null
}

/** The enrolled phones of a merchant, the newest first. */
export async function listPhones(db: Queryable, merchantId: number, now: Date): Promise<PhoneRow[]> {
  const { rows } = await db.query<PhoneRow>({
    text: `SELECT p.id, p.name, p.created_at, p.last_used_at, c.id AS cashier_id, c.name AS cashier_name
      FROM phones p
      LEFT JOIN cashiers c ON c.id = p.cashier_id AND p.cashier_since > $3 AND p.cashier_used_at > $4
      WHERE p.merchant_id = $1 AND p.removed_at IS NULL AND p.last_used_at > $2 ORDER BY p.id DESC`,
    values: [merchantId, phonesUsedAfter(now), ...workTimes(now)],
  })
  return rows
}

type OwnerPhoneRow = Omit<OwnerPhone, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date }

/** The enrolled phones of the merchants of an owner, the newest first. */
export async function listPhonesOfOwner(db: Queryable, ownerId: number, now: Date): Promise<OwnerPhoneRow[]> {
  const { rows } = await db.query<OwnerPhoneRow>({
    text: `SELECT p.id, p.name, jsonb_build_object('id', m.id, 'name', m.name) AS merchant,
        jsonb_build_object('id', e.id, 'name', e.name) AS owner, p.created_at, p.last_used_at
      FROM owner_merchants w JOIN phones p ON p.merchant_id = w.merchant_id JOIN merchants m ON m.id = p.merchant_id
      JOIN owners e ON e.id = p.enrolled_by
      WHERE w.owner_id = $1 AND p.removed_at IS NULL AND p.last_used_at > $2 ORDER BY p.id DESC`,
    values: [ownerId, phonesUsedAfter(now)],
  })
  return rows
}

/** The phone that holds a session, and who works on it. */
export type PhoneSessionRow = {
  id: number
  name: string
  merchant_id: number
  last_used_at: Date
  cashier_id: number | null
  cashier_name: string | null
  cashier_used_at: Date | null
}

export async function findPhoneSession(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<PhoneSessionRow | undefined> {
  const { rows } = await db.query<PhoneSessionRow>({
    name: 'phones.caller',
    text: `SELECT p.id, p.name, p.merchant_id, p.last_used_at, c.id AS cashier_id, c.name AS cashier_name,
        p.cashier_used_at
      FROM phones p
      LEFT JOIN cashiers c ON c.id = p.cashier_id AND p.cashier_since > $3 AND p.cashier_used_at > $4
      WHERE p.token_hash = $1 AND p.removed_at IS NULL AND p.last_used_at > $2`,
    values: [tokenHash, phonesUsedAfter(now), ...workTimes(now)],
  })
  return rows[0]
}

/** Stores that a phone was used now, and by the cashier who works on it, if `byCashier`. */
export async function touchPhone(db: Queryable, id: number, now: Date, byCashier: boolean): Promise<void> {
  await db.query({
    name: 'phones.touch',
    text: `UPDATE phones SET last_used_at = $2,
        cashier_used_at = CASE WHEN $3 AND cashier_id IS NOT NULL THEN $2 ELSE cashier_used_at END WHERE id = $1`,
    values: [id, now, byCashier],
  })
}

export type EnrolmentRow = { merchant_id: number; owner_id: number }

/** Adds the code for one phone. An earlier one of this owner for this merchant no longer works. */
export async function replaceEnrolment(
  tx: Queryable,
  enrolment: { tokenHash: Buffer; merchantId: number; ownerId: number; now: Date },
): Promise<void> {
  const { tokenHash, merchantId, ownerId, now } = enrolment
  await tx.query({
    text: 'DELETE FROM phone_enrolments WHERE owner_id = $1 AND merchant_id = $2',
    values: [ownerId, merchantId],
  })
  await tx.query({
    text: 'INSERT INTO phone_enrolments (token_hash, merchant_id, owner_id, created_at) VALUES ($1, $2, $3, $4)',
    values: [tokenHash, merchantId, ownerId, now],
  })
}

/** The code for one phone, unless it is too old. */
export async function findEnrolment(
  db: Queryable,
  tokenHash: Buffer,
  madeAfter: Date,
): Promise<EnrolmentRow | undefined> {
  const { rows } = await db.query<EnrolmentRow>({
    text: 'SELECT merchant_id, owner_id FROM phone_enrolments WHERE token_hash = $1 AND created_at > $2',
    values: [tokenHash, madeAfter],
  })
  return rows[0]
}

/** Uses up the code for one phone. Undefined if there is none, or its owner no longer holds the merchant. */
export async function takeEnrolment(
  tx: Queryable,
  tokenHash: Buffer,
  madeAfter: Date,
): Promise<EnrolmentRow | undefined> {
  const { rows } = await tx.query<EnrolmentRow>({
    text: `DELETE FROM phone_enrolments e USING owner_merchants w
      WHERE e.token_hash = $1 AND e.created_at > $2 AND w.owner_id = e.owner_id AND w.merchant_id = e.merchant_id
      RETURNING e.merchant_id, e.owner_id`,
    values: [tokenHash, madeAfter],
  })
  return rows[0]
}

type Lost = { ownerId: number; keptMerchants: number[] }

/** Deletes the codes of an owner for one phone, except those of these merchants. */
export async function deleteEnrolmentsOf(tx: Queryable, { ownerId, keptMerchants }: Lost): Promise<void> {
  await tx.query({
    text: 'DELETE FROM phone_enrolments WHERE owner_id = $1 AND merchant_id <> ALL($2)',
    values: [ownerId, keptMerchants],
  })
}

export async function deleteOldEnrolments(db: Queryable, madeBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM phone_enrolments WHERE created_at <= $1',
    values: [madeBefore],
  })
  return rowCount ?? 0
}

/** Counts the phones of a merchant in use; others that enrol one wait. */
export async function lockAndCountPhones(tx: Queryable, merchantId: number, now: Date): Promise<number> {
  await tx.query({ text: 'SELECT FROM merchants WHERE id = $1 FOR NO KEY UPDATE', values: [merchantId] })
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM phones
      WHERE merchant_id = $1 AND removed_at IS NULL AND last_used_at > $2`,
    values: [merchantId, phonesUsedAfter(now)],
  })
  return rows[0]?.count ?? 0
}

type NewPhone = { merchantId: number; ownerId: number; name: string; tokenHash: Buffer; key: Buffer; now: Date }

export async function insertPhone(tx: Queryable, given: NewPhone): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO phones (merchant_id, enrolled_by, name, token_hash, key, created_at, last_used_at)
      VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id`,
    values: [given.merchantId, given.ownerId, given.name, given.tokenHash, given.key, given.now],
  })
  const [row] = rows
  if (!row) throw new Error('The phone was not inserted')
  return row.id
}

/** The merchant and the key of a phone, and since when its cashier works there, if one does. */
export async function findPhone(
  db: Queryable,
  id: number,
): Promise<{ merchant_id: number; merchant_name: string; key: Buffer; cashier_since: Date | null } | undefined> {
  const { rows } = await db.query<{
    merchant_id: number
    merchant_name: string
    key: Buffer
    cashier_since: Date | null
  }>({
    text: `SELECT p.merchant_id, m.name AS merchant_name, p.key, p.cashier_since FROM phones p JOIN merchants m ON m.id = p.merchant_id
      WHERE p.id = $1 AND p.removed_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/** Hand-overs keep naming a removed phone. Parameter 2 is the time. */
const REMOVED = `removed_at = $2, token_hash = NULL, key = NULL, cashier_id = NULL, cashier_since = NULL,
  cashier_used_at = NULL`

/** Removes a phone of a merchant that this owner holds. False if there is none. */
export async function removeOwnPhone(
  tx: Queryable,
  { id, ownerId, now }: { id: number; ownerId: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE phones SET ${REMOVED} WHERE id = $1 AND removed_at IS NULL
      AND merchant_id IN (SELECT merchant_id FROM owner_merchants WHERE owner_id = $3)`,
    values: [id, now, ownerId],
  })
  return rowCount === 1
}

/** False if it was removed already. */
export async function markPhoneRemoved(tx: Queryable, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `UPDATE phones SET ${REMOVED} WHERE id = $1 AND removed_at IS NULL`,
    values: [id, now],
  })
  return rowCount === 1
}

/** Removes the phones that an owner enrolled, except those of these merchants. Returns their ids. */
export async function removePhonesOf(
  tx: Queryable,
  { ownerId, keptMerchants, now }: Lost & { now: Date },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `UPDATE phones SET ${REMOVED} WHERE enrolled_by = $1 AND removed_at IS NULL AND merchant_id <> ALL($3)
      RETURNING id`,
    values: [ownerId, now, keptMerchants],
  })
  return rows.map(({ id }) => id)
}

/** Removes the phones whose session has ended because they were not used. Returns how many. */
export async function removeUnusedPhones(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `UPDATE phones SET ${REMOVED} WHERE removed_at IS NULL AND last_used_at <= $1`,
    values: [phonesUsedAfter(now), now],
  })
  return rowCount ?? 0
}

/** Stores who has entered the PIN on a phone. */
export async function startWorkOn(
  tx: Queryable,
  { id, cashierId, now }: { id: number; cashierId: number; now: Date },
): Promise<void> {
  await tx.query({
    text: `UPDATE phones SET cashier_id = $2, cashier_since = $3, cashier_used_at = $3, last_used_at = $3
      WHERE id = $1 AND removed_at IS NULL`,
    values: [id, cashierId, now],
  })
}

const NOBODY = 'cashier_id = NULL, cashier_since = NULL, cashier_used_at = NULL'

export async function endWorkOn(db: Queryable, id: number): Promise<void> {
  await db.query({ text: `UPDATE phones SET ${NOBODY} WHERE id = $1`, values: [id] })
}

/** A cashier's PIN must be entered again on every phone. */
export async function endWorkOf(tx: Queryable, cashierId: number): Promise<void> {
  await tx.query({ text: `UPDATE phones SET ${NOBODY} WHERE cashier_id = $1`, values: [cashierId] })
}

/**
 * The key for the codes that a phone shows without a network, from its own key (32 bytes) and the time when its cashier entered
 * the PIN: it ends with the cashier's hours.
 */
export function workKey(phoneKey: Buffer, cashierSince: Date): Buffer {
  return createHmac('sha256', phoneKey).update(cashierSince.toISOString()).digest()
}
