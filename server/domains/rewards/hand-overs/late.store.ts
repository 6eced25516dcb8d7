import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, rowCount, run, some, values } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { parameter, sql } from '../../../platform/db/sql.ts'
import { IS_LIVE } from '../../accounts/accounts.store.ts'
import { walletOf } from '../../wallet/wallet.store.ts'

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
