import type { Queryable } from '../../../platform/db/database.ts'
import { lockEndable } from './below-zero.store.ts'
import { eraseTexts } from './erasure.store.ts'
import { endKindAt, endVoucher } from './vouchers.service.ts'

/**
 * Voids a member's ready vouchers without their stamps when the account is deleted, and removes the texts of operators and of
 * the member's apps. Lock the member and their submissions first. Returns the ids of all their vouchers.
 */
export async function eraseVouchers(tx: Queryable, userId: number, at: Date): Promise<number[]> {
  for (const voucher of await lockEndable(tx, userId)) {
    const kind = endKindAt(voucher, at) ?? 'voided'
    await endVoucher(tx, voucher, { kind, stampsBack: kind !== 'voided', at })
  }
  return eraseTexts(tx, userId)
}
