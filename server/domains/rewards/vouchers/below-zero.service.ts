import type { TakingBack } from '@stampus/contract/console/vouchers'
import type { Queryable } from '../../../platform/db/database.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { type EndableVoucher, listEndable, lockEndable } from './below-zero.store.ts'
import { endKindAt, endVoucher, isReady } from './vouchers.service.ts'

type Plan = {
  /** The vouchers that end, in this order. */
  ended: EndableVoucher[]
  /** In stamps, after they have ended. */
  balance: number
}

/**
 * Which vouchers end so that a balance below zero rises to zero: first those that are due to end anyway, then the newest.
 * `vouchers` are the newest first.
 */
function planEnds(vouchers: EndableVoucher[], balance: number, now: Date): Plan {
  const isDue = (voucher: EndableVoucher) => !isReady(voucher, now)
  const inOrder = [...vouchers.filter(isDue), ...vouchers.filter((voucher) => !isDue(voucher))]
  const plan: Plan = { ended: [], balance }
  for (const voucher of inOrder) {
    if (plan.balance >= 0) break
    plan.ended.push(voucher)
    plan.balance += voucher.stamps
  }
  return plan
}

/** What would happen to a member's balance and vouchers if `stamps` were taken now. */
export async function previewTakingBack(
  db: Queryable,
  { userId, stamps, now }: { userId: number; stamps: number; now: Date },
): Promise<TakingBack> {
  const before = await findBalance(db, userId)
  const { balance, ended } = planEnds(await listEndable(db, userId), before - stamps, now)
  const vouchers = ended.map(({ id, title, stamps: worth }) => ({ id, title, stamps: worth }))
  return { balance: before, balance_after: balance, vouchers }
}

/**
 * Voids vouchers that are ready, the newest first, and returns their stamps, until the member's balance is not below zero or
 * none is left. The caller has locked the member, and a reversal has taken the stamps.
 */
export async function voidBelowZero(
  tx: Queryable,
  { userId, reversalId, operatorId, at }: { userId: number; reversalId: number; operatorId: number; at: Date },
): Promise<void> {
  const balance = await findBalance(tx, userId)
  if (balance >= 0) return
  const { ended } = planEnds(await lockEndable(tx, userId), balance, at)
  for (const voucher of ended) {
    const isExpired = endKindAt(voucher, at) === 'expired'
    await endVoucher(
      tx,
      voucher,
      isExpired
        ? { kind: 'expired', stampsBack: true, at }
        : { kind: 'below_zero', stampsBack: true, operatorId, reversalId, at },
    )
  }
}
