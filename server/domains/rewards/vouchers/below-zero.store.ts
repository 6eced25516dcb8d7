import type { Queryable } from '../../../platform/db/database.ts'
import { many, run } from '../../../platform/db/query.ts'
import { sql } from '../../../platform/db/sql.ts'
import { VOUCHER, type VoucherRow } from './vouchers.store.ts'

const endable = (userId: number) => sql`
  SELECT ${VOUCHER} FROM vouchers v JOIN rewards w ON w.id = v.reward_id
  WHERE v.user_id = ${userId} AND v.state = 'ready' ORDER BY v.id`

export const listEndable = (db: Queryable, userId: number) => many<VoucherRow>(db)`${endable(userId)} DESC`

/** Locks their rewards, then them. Lock the member first. A claim adds its own `rewardId`, to lock all by id. */
export async function lockEndable(tx: Queryable, userId: number, rewardId?: number): Promise<VoucherRow[]> {
  await run(tx)`
    SELECT FROM rewards
    WHERE id = ${rewardId} OR id IN (SELECT reward_id FROM vouchers WHERE user_id = ${userId} AND state = 'ready')
    ORDER BY id FOR NO KEY UPDATE`
  const locked = await many<VoucherRow>(tx)`${endable(userId)} FOR NO KEY UPDATE OF v`
  return locked.toReversed()
}

export type VoidedVoucher = { title: string; title_ms: string | null; stamps: number }

export const listVoidedBy = (db: Queryable, reversalId: number) =>
  many<VoidedVoucher>(db)`
    SELECT v.title, v.title_ms, v.stamps FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id
    WHERE e.reversal_id = ${reversalId} ORDER BY v.id DESC`
