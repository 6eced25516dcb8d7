import type { Queryable } from '../../../platform/db/database.ts'
import type { VoucherRow } from './vouchers.store.ts'

/** A voucher that could end. */
export type EndableVoucher = VoucherRow

/** SQL: the vouchers of member $1 that are not used and have not ended. */
const ENDABLE = `SELECT v.*, w.recalled_at IS NOT NULL AS is_recalled
  FROM vouchers v JOIN rewards w ON w.id = v.reward_id WHERE v.user_id = $1 AND v.state = 'ready'`

/** A member's vouchers that are not used and have not ended, the newest first. */
export async function listEndable(db: Queryable, userId: number): Promise<EndableVoucher[]> {
  const { rows } = await db.query<EndableVoucher>({ text: `${ENDABLE} ORDER BY v.id DESC`, values: [userId] })
  return rows
}

/** As `listEndable`, and locks their rewards, then them, until the transaction ends. Lock the member first. */
export async function lockEndable(tx: Queryable, userId: number): Promise<EndableVoucher[]> {
  await tx.query({
    text: `SELECT FROM rewards WHERE id IN (SELECT reward_id FROM vouchers WHERE user_id = $1 AND state = 'ready')
      ORDER BY id FOR NO KEY UPDATE`,
    values: [userId],
  })
  const { rows } = await tx.query<EndableVoucher>({
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
