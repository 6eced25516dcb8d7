import type { Queryable } from '../../../platform/db/database.ts'
import { many, run } from '../../../platform/db/query.ts'
import { sql } from '../../../platform/db/sql.ts'
import { VOUCHER, type VoucherRow } from './vouchers.store.ts'

/** The vouchers of a member that are not used and have not ended. */
const endable = (userId: number) => sql`
  SELECT ${VOUCHER} FROM vouchers v JOIN rewards w ON w.id = v.reward_id
  WHERE v.user_id = ${userId} AND v.state = 'ready' ORDER BY v.id`

/** A member's vouchers that are not used and have not ended, the newest first. */
export const listEndable = (db: Queryable, userId: number) => many<VoucherRow>(db)`${endable(userId)} DESC`

/**
 * As `listEndable`, and locks their rewards, then them, until the transaction ends. Lock the member first. A claim locks its own
 * `rewardId` with them, so that all are locked in the order of their ids.
 */
export async function lockEndable(tx: Queryable, userId: number, rewardId?: number): Promise<VoucherRow[]> {
  await run(tx)`
    SELECT FROM rewards
    WHERE id = ${rewardId} OR id IN (SELECT reward_id FROM vouchers WHERE user_id = ${userId} AND state = 'ready')
    ORDER BY id FOR NO KEY UPDATE`
  const locked = await many<VoucherRow>(tx)`${endable(userId)} FOR NO KEY UPDATE OF v`
  return locked.toReversed()
}

/** What a mail says about a voucher that a reversal voided. */
export type VoidedVoucher = { title: string; title_ms: string | null; stamps: number }

/** The vouchers that a reversal voided, the newest first. */
export const listVoidedBy = (db: Queryable, reversalId: number) =>
  many<VoidedVoucher>(db)`
    SELECT v.title, v.title_ms, v.stamps FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id
    WHERE e.reversal_id = ${reversalId} ORDER BY v.id DESC`
