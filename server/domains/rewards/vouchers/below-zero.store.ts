import type { Queryable } from '../../../platform/db/database.ts'
import { VOUCHER, type VoucherRow } from './vouchers.store.ts'

/** SQL: the vouchers of member $1 that are not used and have not ended. */
const ENDABLE = `SELECT ${VOUCHER} FROM vouchers v JOIN rewards w ON w.id = v.reward_id WHERE v.user_id = $1 AND v.state = 'ready'`

/** A member's vouchers that are not used and have not ended, the newest first. */
export async function listEndable(db: Queryable, userId: number): Promise<VoucherRow[]> {
  const { rows } = await db.query<VoucherRow>({ text: `${ENDABLE} ORDER BY v.id DESC`, values: [userId] })
  return rows
}

/**
 * As `listEndable`, and locks their rewards, then them, until the transaction ends. Lock the member first. A claim locks its own
 * `rewardId` with them, so that all are locked in the order of their ids.
 */
export async function lockEndable(tx: Queryable, userId: number, rewardId?: number): Promise<VoucherRow[]> {
  await tx.query({
    text: `SELECT FROM rewards WHERE id = $2 OR id IN (SELECT reward_id FROM vouchers WHERE user_id = $1 AND state = 'ready')
      ORDER BY id FOR NO KEY UPDATE`,
    values: [userId, rewardId ?? null],
  })
  const { rows } = await tx.query<VoucherRow>({
    text: `${ENDABLE} ORDER BY v.id FOR NO KEY UPDATE OF v`,
    values: [userId],
  })
  return rows.toReversed()
}

/** What a mail says about a voucher that a reversal voided. */
export type VoidedVoucher = { title: string; title_ms: string | null; stamps: number }

/** The vouchers that a reversal voided, the newest first. */
export async function listVoidedBy(db: Queryable, reversalId: number): Promise<VoidedVoucher[]> {
  const { rows } = await db.query<VoidedVoucher>({
    text: `SELECT v.title, v.title_ms, v.stamps FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id
      WHERE e.reversal_id = $1 ORDER BY v.id DESC`,
    values: [reversalId],
  })
  return rows
}
