import type { TakingBack } from '@stampus/contract/console/vouchers'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { endAsDue, endKindAt, endVoucher, isReady } from './vouchers.service.ts'
import { eraseTexts, listEndable, lockEndable, type VoucherRow } from './vouchers.store.ts'

type Plan = {
  ended: VoucherRow[]
  balance: number
}

/** First those that are due anyway, then the newest, until the balance is not below zero. `vouchers`: newest first. */
function planEnds(vouchers: VoucherRow[], balance: number, now: Date): Plan {
  const isDue = (voucher: VoucherRow) => !isReady(voucher, now)
  const inOrder = [...vouchers.filter(isDue), ...vouchers.filter((voucher) => !isDue(voucher))]
  const plan: Plan = { ended: [], balance }
  for (const voucher of inOrder) {
    if (plan.balance >= 0) break
    plan.ended.push(voucher)
    plan.balance += voucher.stamps
  }
  return plan
}

/** What would happen to a member's balance and vouchers if `stamps` were taken now. Vouchers that are due end anyway. */
export async function previewTakingBack(
  db: Queryable,
  { userId, stamps, now }: { userId: number; stamps: number; now: Date },
): Promise<TakingBack> {
  const before = await findBalance(db, userId)
  const { balance, ended } = planEnds(await listEndable(db, userId), before - stamps, now)
  const voided = ended.filter((voucher) => isReady(voucher, now))
  const vouchers = voided.map(({ id, title, stamps: worth }) => ({ id, title, stamps: worth }))
  return { balance: before, stamps, balance_after: balance, vouchers }
}

/** Ends vouchers as `planEnds` says, and returns their stamps. Lock the member first, and take the stamps. */
export async function voidBelowZero(
  tx: Queryable,
  deps: Pick<Deps, 'jobs'>,
  { userId, reversalId, operatorId, at }: { userId: number; reversalId: number; operatorId: number; at: Date },
): Promise<void> {
  const balance = await findBalance(tx, userId)
  if (balance >= 0) return
  const { ended } = planEnds(await lockEndable(tx, userId), balance, at)
  for (const voucher of ended) {
    const kind = endKindAt(voucher, at)
    if (kind) await endAsDue(tx, deps, voucher, { kind, at })
    else await endVoucher(tx, voucher, { kind: 'below_zero', stampsBack: true, operatorId, reversalId, at })
  }
}

/** Ends the vouchers of a deleted account: no stamps go back. Lock member and submissions first. Returns all ids. */
export async function eraseVouchers(tx: Queryable, userId: number, at: Date): Promise<number[]> {
  for (const voucher of await lockEndable(tx, userId)) {
    const kind = endKindAt(voucher, at) ?? 'voided'
    await endVoucher(tx, voucher, { kind, stampsBack: kind !== 'voided', at })
  }
  return eraseTexts(tx, userId)
}
