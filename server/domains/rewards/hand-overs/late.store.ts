import type { Queryable } from '../../../platform/db/database.ts'
import { IS_LIVE } from '../../accounts/accounts.store.ts'
import { undoableSince, walletOf } from '../../wallet/wallet.store.ts'

/** The keys of a voucher whose codes counted at a time, give or take `slackMs`. */
export async function listKeysAt(
  db: Queryable,
  { voucherId, at, slackMs }: { voucherId: number; at: Date; slackMs: number },
): Promise<Buffer[]> {
  const { rows } = await db.query<{ key: Buffer }>({
    text: `SELECT key FROM voucher_keys WHERE voucher_id = $1 AND created_at <= $3
      UNION ALL SELECT key FROM former_voucher_keys WHERE voucher_id = $1 AND opened_at <= $3 AND ended_at >= $2`,
    values: [voucherId, new Date(at.getTime() - slackMs), new Date(at.getTime() + slackMs)],
  })
  return rows.map(({ key }) => key)
}

export async function deleteOldKeys(db: Queryable, endedBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM former_voucher_keys WHERE ended_at < $1',
    values: [endedBefore],
  })
  return rowCount ?? 0
}

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
export async function insertLate(tx: Queryable, late: LateHandOver): Promise<void> {
  await tx.query({
    text: `INSERT INTO late_hand_overs
        (voucher_id, phone_id, cashier_id, noted_at, created_at, request_id, voucher_state)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    values: [late.voucherId, late.phoneId, late.cashierId, late.notedAt, late.at, late.requestId, late.voucherState],
  })
}

/** The voucher of an entry that this request made. */
export async function findLateByRequest(
  db: Queryable,
  requestId: string,
): Promise<{ voucherId: number; phoneId: number } | undefined> {
  const { rows } = await db.query<{ voucherId: number; phoneId: number }>({
    text: 'SELECT voucher_id AS "voucherId", phone_id AS "phoneId" FROM late_hand_overs WHERE request_id = $1',
    values: [requestId],
  })
  return rows[0]
}

/** Whether the merchant of this voucher is paid for a hand-over of it, or was by an earlier release. */
export async function isSettled(db: Queryable, voucherId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM settlements WHERE voucher_id = $1 LIMIT 1',
    values: [voucherId],
  })
  return rowCount !== 0
}

/** What is known of a hand-over: at the Stampus desk by an operator, else on a phone, by a cashier if it had a network. */
export type Reported = {
  operatorId: number | null
  phoneId: number | null
  cashierId: number | null
  notedAt: Date
}

/** The hand-over that a voucher was reported or recorded with last. */
export async function findReported(db: Queryable, voucherId: number): Promise<Reported | undefined> {
  const { rows } = await db.query<Reported>({
    text: `SELECT operator_id AS "operatorId", phone_id AS "phoneId", cashier_id AS "cashierId", noted_at AS "notedAt" FROM (
        SELECT NULL AS operator_id, phone_id, cashier_id, noted_at, created_at FROM late_hand_overs WHERE voucher_id = $1
        UNION ALL SELECT operator_id, phone_id, cashier_id, coalesce(noted_at, created_at), created_at FROM voucher_events
          WHERE voucher_id = $1 AND kind = 'used') known
      ORDER BY created_at DESC LIMIT 1`,
    values: [voucherId],
  })
  return rows[0]
}

/** The stamps of a voucher: whether they were given back, and what its member has, unless the account is gone. */
export type VoucherStamps = {
  voucherId: number
  needed: number
  isReturned: boolean
  isGone: boolean
  available: number
}

export async function listStampsOf(
  db: Queryable,
  { voucherIds, at }: { voucherIds: number[]; at: Date },
): Promise<VoucherStamps[]> {
  const { rows } = await db.query<VoucherStamps>({
    text: `SELECT v.id AS "voucherId", v.stamps AS needed, NOT (${IS_LIVE}) AS "isGone", l.available,
        EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS "isReturned"
      FROM vouchers v JOIN users u ON u.id = v.user_id CROSS JOIN LATERAL ${walletOf('u.id')} l
      WHERE v.id = ANY($1::bigint[])`,
    values: [voucherIds, ...undoableSince(at)],
  })
  return rows
}
