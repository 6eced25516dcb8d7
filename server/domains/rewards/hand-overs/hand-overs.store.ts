import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import { workKey } from '../../counters/phones/phones.store.ts'
import { merchantsOf } from '../../own-accounts/ties.store.ts'
import { type NamedVoucher, namedVouchers } from '../vouchers/vouchers.store.ts'

/** Who confirms vouchers: a manager at the Stampus desk, or a cashier on an enrolled phone of a merchant. */
export type Confirmer = { operatorId: number } | CounterConfirmer
export type CounterConfirmer = { phoneId: number; cashierId: number; merchantId: number }

/** Whether a member is an owner of a merchant, or one of its people. */
export async function isOfMerchantsPeople(
  db: Queryable,
  { userId, merchantId }: { userId: number; merchantId: number },
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: 'vouchers.of-people',
    text: `SELECT $2 IN ${merchantsOf('member', '$1')} AS found`,
    values: [userId, merchantId],
  })
  return rows[0]?.found ?? false
}

/** A voucher as the one who confirms it sees it. `used_by`, `by_…` and `handed_over_at` are of its last hand-over. */
export type ShownVoucher = NamedVoucher & {
  /** The key of the device that opened it last, while its session is live. */
  key: Buffer | null
  /** Whether this operator or phone has just seen a right code of that key. */
  is_checked: boolean
  is_suspended: boolean
  /** Whether it belongs to the operator who confirms, or to someone of the merchant whose counter it is. */
  is_own: boolean
  /** Whether it is of another merchant than the counter. */
  is_elsewhere: boolean
  /** The operator or cashier, or the phone if it had no network. */
  used_by: string | null
  by_operator: number | null
  by_phone: number | null
  handed_over_at: Date | null
}

export type Sight = LiveSince & { by: Confirmer; checkedSince: Date }

/**
 * Finds a voucher by its number or its id. Lock it before, in a statement of its own: one that waits for a lock reads the rest as it was
 * before that. What a manager settled has no request and cannot be taken back.
 */
export async function findShown(
  db: Queryable,
  which: { number: string } | { id: number },
  { by, checkedSince, usedAfter, madeAfter }: Sight,
): Promise<ShownVoucher | undefined> {
  const isDesk = 'operatorId' in by
  const [column, value] = 'id' in which ? ['id', which.id] : ['number', which.number]
  const isOwn = isDesk
    ? 'EXISTS (SELECT FROM own_accounts a WHERE a.operator_id = $2 AND a.user_id = n.user_id)'
    : `$2 IN ${merchantsOf('member', 'n.user_id')}`
  const { rows } = await db.query<ShownVoucher>({
    name: `vouchers.shown.${isDesk ? 'desk' : 'counter'}.${column}`,
    text: `SELECT n.*, k.key, coalesce(k.checked_at > $5 AND k.${isDesk ? 'checked_by' : 'checked_on'} = $6, false) AS is_checked,
        EXISTS (SELECT FROM suspensions x WHERE x.user_id = n.user_id AND x.ended_at IS NULL) AS is_suspended,
        ${isOwn} AS is_own, ${isDesk ? 'false' : 'n.merchant_id IS DISTINCT FROM $2'} AS is_elsewhere,
        coalesce(o.name, c.name, p.name) AS used_by, e.created_at AS handed_over_at,
        CASE WHEN e.request_id IS NOT NULL THEN e.operator_id END AS by_operator,
        CASE WHEN e.way <> 'late' OR e.request_id IS NOT NULL THEN e.phone_id END AS by_phone
      FROM (${namedVouchers(`v.${column} = $1`)}) n
      LEFT JOIN voucher_keys k ON k.voucher_id = n.id AND EXISTS (SELECT FROM sessions s
        WHERE s.token_hash = k.token_hash AND s.last_used_at > $3 AND s.created_at > $4)
      LEFT JOIN LATERAL (SELECT * FROM voucher_events u WHERE u.voucher_id = n.id AND u.kind = 'used'
        ORDER BY u.id DESC LIMIT 1) e ON true
      LEFT JOIN operators o ON o.id = e.operator_id LEFT JOIN cashiers c ON c.id = e.cashier_id
      LEFT JOIN phones p ON p.id = e.phone_id`,
    values: [
      value,
      isDesk ? by.operatorId : by.merchantId,
      usedAfter,
      madeAfter,
      checkedSince,
      isDesk ? by.operatorId : by.phoneId,
    ],
  })
  return rows[0]
}

/** Notes who has seen a right code of a voucher's key, unless another device has opened it meanwhile. */
export async function markChecked(
  db: Queryable,
  { voucherId, key, by, at }: { voucherId: number; key: Buffer; by: Confirmer; at: Date },
): Promise<void> {
  const [operatorId, phoneId] = 'operatorId' in by ? [by.operatorId, null] : [null, by.phoneId]
  await db.query({
    name: 'vouchers.checked',
    text: `UPDATE voucher_keys SET checked_by = $2, checked_on = $3, checked_at = $4 WHERE voucher_id = $1 AND key = $5`,
    values: [voucherId, operatorId, phoneId, at, key],
  })
}

/** A recorded hand-over: who made it. */
type HandOver = { operatorId: number | null; phoneId: number | null }

/** Whether this operator, or this phone, made a hand-over. */
export function isBy({ operatorId, phoneId }: HandOver, by: Confirmer): boolean {
  return 'operatorId' in by ? operatorId === by.operatorId : phoneId === by.phoneId
}

/** The hand-over that this request made, and whether it is the voucher's last one. */
export async function findHandOverByRequest(
  db: Queryable,
  requestId: string,
): Promise<(HandOver & { voucherId: number; isLast: boolean }) | undefined> {
  const { rows } = await db.query<HandOver & { voucherId: number; isLast: boolean }>({
    name: 'vouchers.hand-over-request',
    text: `SELECT e.voucher_id AS "voucherId", e.operator_id AS "operatorId", e.phone_id AS "phoneId", NOT EXISTS (
        SELECT FROM voucher_events l WHERE l.voucher_id = e.voucher_id AND l.kind = 'used' AND l.id > e.id) AS "isLast"
      FROM voucher_events e WHERE e.request_id = $1`,
    values: [requestId],
  })
  return rows[0]
}

/** A hand-over of today as a counter sees it. */
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

/** SQL: when the hand-over of event `e` was taken back. Another of its voucher can only follow after that. */
export const TAKEN_BACK_AT = `(SELECT min(l.created_at) FROM voucher_events l
  WHERE l.voucher_id = e.voucher_id AND l.kind = 'unused' AND l.id > e.id)`

const COUNTER_HAND_OVERS = `SELECT v.id AS voucher_id, v.number, v.title, v.title_ms,
    CASE WHEN u.deleted_at IS NULL THEN u.name END AS member_name, c.name AS cashier_name, p.id AS phone_id, p.name AS phone_name, e.way, e.created_at AS at, ${TAKEN_BACK_AT} AS taken_back_at, v.state
  FROM phones p JOIN voucher_events e ON e.phone_id = p.id AND e.kind = 'used'
  JOIN vouchers v ON v.id = e.voucher_id JOIN users u ON u.id = v.user_id
  LEFT JOIN cashiers c ON c.id = e.cashier_id`

/** The hand-overs of a merchant's counter since a time, the newest first. At most `limit`. */
export async function listCounterHandOvers(
  db: Queryable,
  { merchantId, since, limit }: { merchantId: number; since: Date; limit: number },
): Promise<CounterHandOverRow[]> {
  const { rows } = await db.query<CounterHandOverRow>({
    name: 'vouchers.counter-list',
    text: `${COUNTER_HAND_OVERS} WHERE p.merchant_id = $1 AND e.created_at >= $2
      ORDER BY e.id DESC LIMIT $3`,
    values: [merchantId, since, limit],
  })
  return rows
}

/** A page of them, from 1, for an owner who holds the merchant, and one more row if there is a next page. Undefined for others. */
export async function listOwnHandOvers(
  db: Queryable,
  { ownerId, merchantId, page }: { ownerId: number; merchantId: number; page: number },
): Promise<CounterHandOverRow[] | undefined> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM owner_merchants WHERE owner_id = $1 AND merchant_id = $2',
    values: [ownerId, merchantId],
  })
  if (rowCount === 0) return undefined
  const { rows } = await db.query<CounterHandOverRow>({
    text: `${COUNTER_HAND_OVERS} WHERE p.merchant_id = $1
      ORDER BY e.id DESC ${consolePageClause(page)}`,
    values: [merchantId],
  })
  return rows
}

/** The keys of the phones of a merchant on which a cashier has entered the PIN after a time. */
export async function listPhoneKeys(
  db: Queryable,
  { merchantId, workingSince }: { merchantId: number; workingSince: Date },
): Promise<{ id: number; key: Buffer }[]> {
  const { rows } = await db.query<{ id: number; key: Buffer; cashier_since: Date }>({
    name: 'vouchers.phone-keys',
    text: `SELECT id, key, cashier_since FROM phones
      WHERE merchant_id = $1 AND removed_at IS NULL AND cashier_since > $2 ORDER BY id`,
    values: [merchantId, workingSince],
  })
  return rows.map(({ id, key, cashier_since }) => ({ id, key: workKey(key, cashier_since) }))
}

/** The key of the phone that showed the code for a voucher without a network, while its cashier works there. */
export async function findPhoneKeyOf(db: Queryable, voucherId: number): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ key: Buffer; cashier_since: Date }>({
    text: `SELECT p.key, p.cashier_since FROM voucher_events e JOIN phones p ON p.id = e.phone_id
      WHERE e.voucher_id = $1 AND e.way = 'offline' AND p.cashier_since IS NOT NULL ORDER BY e.id DESC LIMIT 1`,
    values: [voucherId],
  })
  return rows[0] && workKey(rows[0].key, rows[0].cashier_since)
}
