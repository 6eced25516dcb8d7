import { CONSOLE_PAGE_SIZE } from '@stampus/contract/limits'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, rowCount, run, some, value, values } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { parameter, raw, sql } from '../../../platform/db/sql.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import { IS_LIVE } from '../../accounts/accounts.store.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { workKey } from '../../counters/phones/phones.store.ts'
import { walletOf } from '../../wallet/wallet.store.ts'
import { type NamedVoucher, namedVouchers } from '../vouchers/vouchers.store.ts'

/** Who hands vouchers over: a manager at the Stampus desk, or a cashier on an enrolled phone of a merchant. */
export type HandOverActor = { operatorId: number } | CounterActor
export type CounterActor = { phoneId: number; cashierId: number; merchantId: number }

export const isOfMerchantsPeople = (db: Queryable, { userId, merchantId }: { userId: number; merchantId: number }) =>
  value<boolean>(db, 'vouchers.of-people')`SELECT ${merchantId} IN ${merchantsOf('member', parameter(userId))} AS found`

/** A voucher as the one who hands it over sees it. `used_by`, `by_…` and `handed_over_at` are of its last hand-over. */
export type ShownVoucher = NamedVoucher & {
  /** The key of the device that opened it last, while its session is live. */
  key: Buffer | null
  /** Whether this operator or phone has just seen a right code of that key. */
  is_checked: boolean
  is_suspended: boolean
  /** Whether it belongs to the operator who hands it over, or to someone of the merchant whose counter it is. */
  is_own: boolean
  is_elsewhere: boolean
  /** The operator or cashier, or the phone if it had no network. */
  used_by: string | null
  by_operator: number | null
  by_phone: number | null
  handed_over_at: Date | null
}

export type Sight = LiveSince & { by: HandOverActor; checkedSince: Date }

/**
 * Lock the voucher before, in a statement of its own, or this reads what was there before the lock. `by_…` say who can
 * take the hand-over back: what a manager settled has no request and cannot be taken back.
 */
export function findShown(db: Queryable, which: { number: string } | { id: number }, sight: Sight) {
  const { by, checkedSince, usedAfter, madeAfter } = sight
  const [column, found] = 'id' in which ? ['id', sql`v.id = ${which.id}`] : ['number', sql`v.number = ${which.number}`]
  const seen =
    'operatorId' in by
      ? {
          place: 'desk',
          isChecked: sql`k.checked_by = ${by.operatorId}`,
          isOwn: sql`EXISTS (SELECT FROM own_accounts a WHERE a.operator_id = ${by.operatorId} AND a.user_id = n.user_id)`,
          isElsewhere: sql`false`,
        }
      : {
          place: 'counter',
          isChecked: sql`k.checked_on = ${by.phoneId}`,
          isOwn: sql`${by.merchantId} IN ${merchantsOf('member', sql`n.user_id`)}`,
          isElsewhere: sql`n.merchant_id IS DISTINCT FROM ${by.merchantId}`,
        }
  return maybe<ShownVoucher>(db, `vouchers.shown.${seen.place}.${column}`)`
    SELECT n.*, k.key, coalesce(k.checked_at > ${checkedSince} AND ${seen.isChecked}, false) AS is_checked,
      EXISTS (SELECT FROM suspensions x WHERE x.user_id = n.user_id AND x.ended_at IS NULL) AS is_suspended,
      ${seen.isOwn} AS is_own, ${seen.isElsewhere} AS is_elsewhere,
      coalesce(o.name, c.name, p.name) AS used_by, e.created_at AS handed_over_at,
      CASE WHEN e.request_id IS NOT NULL THEN e.operator_id END AS by_operator,
      CASE WHEN e.way <> 'late' OR e.request_id IS NOT NULL THEN e.phone_id END AS by_phone
    FROM (${namedVouchers(found)}) n
    LEFT JOIN voucher_keys k ON k.voucher_id = n.id AND EXISTS (SELECT FROM sessions s
      WHERE s.token_hash = k.token_hash AND s.last_used_at > ${usedAfter} AND s.created_at > ${madeAfter})
    LEFT JOIN LATERAL (SELECT * FROM voucher_events u WHERE u.voucher_id = n.id AND u.kind = 'used'
      ORDER BY u.id DESC LIMIT 1) e ON true
    LEFT JOIN operators o ON o.id = e.operator_id LEFT JOIN cashiers c ON c.id = e.cashier_id
    LEFT JOIN phones p ON p.id = e.phone_id`
}

type Check = { voucherId: number; key: Buffer; by: HandOverActor; at: Date }

/** Notes who has seen a right code of a voucher's key, unless another device has opened it meanwhile. */
export function markChecked(db: Queryable, { voucherId, key, by, at }: Check): Promise<void> {
  const [operatorId, phoneId] = 'operatorId' in by ? [by.operatorId, null] : [null, by.phoneId]
  return run(db, 'vouchers.checked')`
    UPDATE voucher_keys SET checked_by = ${operatorId}, checked_on = ${phoneId}, checked_at = ${at}
    WHERE voucher_id = ${voucherId} AND key = ${key}`
}

type HandOver = { operatorId: number | null; phoneId: number | null }

export const isBy = ({ operatorId, phoneId }: HandOver, by: HandOverActor): boolean =>
  'operatorId' in by ? operatorId === by.operatorId : phoneId === by.phoneId

/** The hand-over that this request made, and whether it is the voucher's last one. */
export const findHandOverByRequest = (db: Queryable, requestId: string) =>
  maybe<HandOver & { voucherId: number; isLast: boolean }>(db, 'vouchers.hand-over-request')`
    SELECT e.voucher_id AS "voucherId", e.operator_id AS "operatorId", e.phone_id AS "phoneId", NOT EXISTS (
      SELECT FROM voucher_events l WHERE l.voucher_id = e.voucher_id AND l.kind = 'used' AND l.id > e.id) AS "isLast"
    FROM voucher_events e WHERE e.request_id = ${requestId}`

export type CounterHandOverRow = {
  voucher_id: number
  number: string
  title: string
  title_ms: string | null
  /** Null: the account was deleted. */
  member_name: string | null
  /** Null: the phone had no network, and the member typed its code. */
  cashier_name: string | null
  phone_id: number
  phone_name: string
  way: 'counter' | 'offline' | 'late'
  at: Date
  taken_back_at: Date | null
  state: VoucherState
}

/** When the hand-over of event `e` was taken back. Another of its voucher can only follow after that. */
export const TAKEN_BACK_AT = sql`(SELECT min(l.created_at) FROM voucher_events l
  WHERE l.voucher_id = e.voucher_id AND l.kind = 'unused' AND l.id > e.id)`

/** `newest`: no more than so many of each phone, in the order of the index. */
const atCounter = (merchantId: number, newest = sql``) => sql`
  SELECT v.id AS voucher_id, v.number, v.title, v.title_ms, CASE WHEN u.deleted_at IS NULL THEN u.name END AS member_name,
    c.name AS cashier_name, p.id AS phone_id, p.name AS phone_name, e.way, e.created_at AS at,
    ${TAKEN_BACK_AT} AS taken_back_at, v.state
  FROM phones p CROSS JOIN LATERAL (
    SELECT * FROM voucher_events x WHERE x.phone_id = p.id AND x.kind = 'used' ${newest}) e
  JOIN vouchers v ON v.id = e.voucher_id JOIN users u ON u.id = v.user_id
  LEFT JOIN cashiers c ON c.id = e.cashier_id
  WHERE p.merchant_id = ${merchantId}`

type Today = { merchantId: number; since: Date; limit: number }

/** The hand-overs of a merchant's counter since a time, the newest first. At most `limit`. */
export const listCounterHandOvers = (db: Queryable, { merchantId, since, limit }: Today) =>
  many<CounterHandOverRow>(db, 'vouchers.counter-list')`
    ${atCounter(merchantId)} AND e.created_at >= ${since} ORDER BY e.id DESC LIMIT ${limit}`

type OfOwner = { ownerId: number; merchantId: number; page: number }

/** A page of them, from 1, for an owner who holds the merchant, and one more row if there is a next page. Undefined for others. */
export async function listOwnHandOvers(db: Queryable, { ownerId, merchantId, page }: OfOwner) {
  const isOwn = await some(db)`
    SELECT FROM owner_merchants WHERE owner_id = ${ownerId} AND merchant_id = ${merchantId}`
  if (!isOwn) return undefined
  const newest = sql`ORDER BY x.id DESC LIMIT ${raw(page * CONSOLE_PAGE_SIZE + 1)}`
  return many<CounterHandOverRow>(db)`${atCounter(merchantId, newest)} ORDER BY e.id DESC ${consolePageClause(page)}`
}

export async function listPhoneKeys(
  db: Queryable,
  { merchantId, workingSince }: { merchantId: number; workingSince: Date },
) {
  const phones = await many<{ id: number; key: Buffer; cashier_since: Date }>(db, 'vouchers.phone-keys')`
    SELECT id, key, cashier_since FROM phones
    WHERE merchant_id = ${merchantId} AND removed_at IS NULL AND cashier_since > ${workingSince} ORDER BY id`
  return phones.map(({ id, key, cashier_since }) => ({ id, key: workKey(key, cashier_since) }))
}

/** The key of the phone that showed the code for a voucher without a network, while its cashier works there. */
export async function findPhoneKeyOf(db: Queryable, voucherId: number): Promise<Buffer | undefined> {
  const phone = await maybe<{ key: Buffer; cashier_since: Date }>(db)`
    SELECT p.key, p.cashier_since FROM voucher_events e JOIN phones p ON p.id = e.phone_id
    WHERE e.voucher_id = ${voucherId} AND e.way = 'offline' AND p.cashier_since IS NOT NULL ORDER BY e.id DESC LIMIT 1`
  return phone && workKey(phone.key, phone.cashier_since)
}

/** The keys of a voucher whose codes counted at a time, give or take `slackMs`. */
export function listKeysAt(
  db: Queryable,
  { voucherId, at, slackMs }: { voucherId: number; at: Date; slackMs: number },
) {
  const [id, latest] = [parameter(voucherId), parameter(new Date(at.getTime() + slackMs))]
  return values<Buffer>(db)`
    SELECT key FROM voucher_keys WHERE voucher_id = ${id} AND created_at <= ${latest}
    UNION ALL SELECT key FROM former_voucher_keys
      WHERE voucher_id = ${id} AND opened_at <= ${latest} AND ended_at >= ${new Date(at.getTime() - slackMs)}`
}

export const deleteOldKeys = (db: Queryable, endedBefore: Date) =>
  rowCount(db)`DELETE FROM former_voucher_keys WHERE ended_at < ${endedBefore}`

type LateHandOver = {
  voucherId: number
  phoneId: number
  cashierId: number
  notedAt: Date
  requestId: string
  voucherState: string
  at: Date
}

/** Stores a hand-over that goes before a manager. One that was entered before stays as it is. */
export function insertLate(tx: Queryable, late: LateHandOver): Promise<void> {
  const given = insert('late_hand_overs', {
    voucher_id: late.voucherId,
    phone_id: late.phoneId,
    cashier_id: late.cashierId,
    noted_at: late.notedAt,
    created_at: late.at,
    request_id: late.requestId,
    voucher_state: late.voucherState,
  })
  return run(tx)`${given} ON CONFLICT DO NOTHING`
}

export const findLateByRequest = (db: Queryable, requestId: string) =>
  maybe<{ voucherId: number; phoneId: number }>(db)`
    SELECT voucher_id AS "voucherId", phone_id AS "phoneId" FROM late_hand_overs WHERE request_id = ${requestId}`

/** Whether the merchant of this voucher is paid for a hand-over of it, or was by an earlier release. */
export const isSettled = (db: Queryable, voucherId: number) =>
  some(db)`SELECT FROM settlements WHERE voucher_id = ${voucherId} LIMIT 1`

/** What is known of a hand-over: at the Stampus desk by an operator, else on a phone, by a cashier if it had a network. */
export type Reported = {
  operatorId: number | null
  phoneId: number | null
  cashierId: number | null
  notedAt: Date
}

/** The hand-over that a voucher was reported or recorded with last. */
export function findReported(db: Queryable, voucherId: number): Promise<Reported | undefined> {
  const id = parameter(voucherId)
  return maybe<Reported>(db)`
    SELECT operator_id AS "operatorId", phone_id AS "phoneId", cashier_id AS "cashierId", noted_at AS "notedAt" FROM (
      SELECT NULL AS operator_id, phone_id, cashier_id, noted_at, created_at FROM late_hand_overs WHERE voucher_id = ${id}
      UNION ALL SELECT operator_id, phone_id, cashier_id, coalesce(noted_at, created_at), created_at FROM voucher_events
        WHERE voucher_id = ${id} AND kind = 'used') known
    ORDER BY created_at DESC LIMIT 1`
}

/** The stamps of a voucher: whether they were given back, and what its member has, unless the account is gone. */
export type VoucherStamps = {
  voucherId: number
  needed: number
  isReturned: boolean
  isGone: boolean
  available: number
}

export const listStampsOf = (db: Queryable, { voucherIds, at }: { voucherIds: number[]; at: Date }) =>
  many<VoucherStamps>(db)`
    SELECT v.id AS "voucherId", v.stamps AS needed, NOT (${IS_LIVE}) AS "isGone", l.available,
      EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS "isReturned"
    FROM vouchers v JOIN users u ON u.id = v.user_id CROSS JOIN LATERAL ${walletOf(sql`u.id`, at)} l
    WHERE v.id = ANY(${voucherIds}::bigint[])`
