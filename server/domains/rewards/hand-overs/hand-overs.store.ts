import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, run, some, value } from '../../../platform/db/query.ts'
import { parameter, sql } from '../../../platform/db/sql.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { workKey } from '../../counters/phones/phones.store.ts'
import { type NamedVoucher, namedVouchers } from '../vouchers/vouchers.store.ts'

/** Who confirms vouchers: a manager at the Stampus desk, or a cashier on an enrolled phone of a merchant. */
export type Confirmer = { operatorId: number } | CounterConfirmer
export type CounterConfirmer = { phoneId: number; cashierId: number; merchantId: number }

export const isOfMerchantsPeople = (db: Queryable, { userId, merchantId }: { userId: number; merchantId: number }) =>
  value<boolean>(db, 'vouchers.of-people')`SELECT ${merchantId} IN ${merchantsOf('member', parameter(userId))} AS found`

/** A voucher as the one who confirms it sees it. `used_by`, `by_…` and `handed_over_at` are of its last hand-over. */
export type ShownVoucher = NamedVoucher & {
  /** The key of the device that opened it last, while its session is live. */
  key: Buffer | null
  /** Whether this operator or phone has just seen a right code of that key. */
  is_checked: boolean
  is_suspended: boolean
  /** Whether it belongs to the operator who confirms, or to someone of the merchant whose counter it is. */
  is_own: boolean
  is_elsewhere: boolean
  /** The operator or cashier, or the phone if it had no network. */
  used_by: string | null
  by_operator: number | null
  by_phone: number | null
  handed_over_at: Date | null
}

export type Sight = LiveSince & { by: Confirmer; checkedSince: Date }

/** Lock it before, in a statement of its own, or it reads what was there before the lock. */
export function findShown(db: Queryable, which: { number: string } | { id: number }, sight: Sight) {
  const { by, checkedSince, usedAfter, madeAfter } = sight
  const [column, found] = 'id' in which ? ['id', sql`v.id = ${which.id}`] : ['number', sql`v.number = ${which.number}`]
  const confirmer =
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
  return maybe<ShownVoucher>(db, `vouchers.shown.${confirmer.place}.${column}`)`
    SELECT n.*, k.key, coalesce(k.checked_at > ${checkedSince} AND ${confirmer.isChecked}, false) AS is_checked,
      EXISTS (SELECT FROM suspensions x WHERE x.user_id = n.user_id AND x.ended_at IS NULL) AS is_suspended,
      ${confirmer.isOwn} AS is_own, ${confirmer.isElsewhere} AS is_elsewhere,
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

type Check = { voucherId: number; key: Buffer; by: Confirmer; at: Date }

/** Notes who has seen a right code of a voucher's key, unless another device has opened it meanwhile. */
export function markChecked(db: Queryable, { voucherId, key, by, at }: Check): Promise<void> {
  const [operatorId, phoneId] = 'operatorId' in by ? [by.operatorId, null] : [null, by.phoneId]
  return run(db, 'vouchers.checked')`
    UPDATE voucher_keys SET checked_by = ${operatorId}, checked_on = ${phoneId}, checked_at = ${at}
    WHERE voucher_id = ${voucherId} AND key = ${key}`
}

type HandOver = { operatorId: number | null; phoneId: number | null }

export function isBy({ operatorId, phoneId }: HandOver, by: Confirmer): boolean {
  return 'operatorId' in by ? operatorId === by.operatorId : phoneId === by.phoneId
}

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

const atCounter = (merchantId: number) => sql`
  SELECT v.id AS voucher_id, v.number, v.title, v.title_ms, CASE WHEN u.deleted_at IS NULL THEN u.name END AS member_name,
    c.name AS cashier_name, p.id AS phone_id, p.name AS phone_name, e.way, e.created_at AS at,
    ${TAKEN_BACK_AT} AS taken_back_at, v.state
  FROM phones p JOIN voucher_events e ON e.phone_id = p.id AND e.kind = 'used'
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
  return many<CounterHandOverRow>(db)`${atCounter(merchantId)} ORDER BY e.id DESC ${consolePageClause(page)}`
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
