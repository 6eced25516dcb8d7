import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict, forbidden, notFound, requireFound } from '../../../platform/http/http-error.ts'
import { isOwnAccount } from '../../accounts/accounts.store.ts'
import { retakeStamps } from '../../wallet/wallet.store.ts'
import { takeOneAgain } from '../rewards.store.ts'
import { lockInOrder, markUsed } from '../vouchers/vouchers.service.ts'
import type { VoucherRow } from '../vouchers/vouchers.store.ts'
import { isSettled, listStampsOf, type Reported, type VoucherStamps } from './hand-overs.store.ts'

/** What became of the stamps: `held`, they were still paid; `taken`, again; `missing`, the member has too few; `gone`, with the account. */
export type StampsOutcome = { stamps: 'held' | 'taken' | 'missing' | 'gone'; needed: number; available: number }

/** `isSettled`: a hand-over of it is in force, which its merchant is paid for. */
export type LockedVoucher = VoucherRow & { isSettled: boolean }

/** Locks a voucher about whose money a manager decides: member, reward, voucher. Throws 404, 403 for the manager's own account. */
export async function lockToSettle(tx: Queryable, operatorId: number, voucherId: number): Promise<LockedVoucher> {
  const voucher = requireFound(await lockInOrder(tx, { id: voucherId }))
  if (await isOwnAccount(tx, operatorId, voucher.user_id)) throw forbidden(texts.ownAccount)
  return { ...voucher, isSettled: await isSettled(tx, voucherId) }
}

/** Makes a voucher that a manager pays for a used one; takes returned stamps again if there are any. Throws 409. */
export async function settleVoucher(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  voucher: LockedVoucher,
  { operatorId, phoneId, cashierId, notedAt }: Reported,
): Promise<{ eventId: number; outcome: StampsOutcome }> {
  if (voucher.isSettled) throw conflict(texts.voucherSettled)
  const at = now()
  const { id, stamps, user_id: userId } = voucher
  const outcome = (await findOutcomes(tx, { voucherIds: [id], at })).get(id)
  if (!outcome) throw notFound()
  const how = operatorId === null ? ({ way: 'late', notedAt } as const) : ({ way: 'desk' } as const)
  const eventId = await markUsed(tx, id, { ...how, operatorId, phoneId, cashierId, at, usedAt: notedAt })
  if (voucher.state !== 'ready' && !voucher.used_at) await takeOneAgain(tx, voucher.reward_id)
  if (outcome.stamps === 'taken') await retakeStamps(tx, { userId, eventId, stamps, at })
  return { eventId, outcome }
}

/** What paying for vouchers would do to the stamps of their members at this time, by voucher. */
export const findOutcomes = async (db: Queryable, { voucherIds, at }: { voucherIds: number[]; at: Date }) =>
  new Map((await listStampsOf(db, { voucherIds, at })).map((found) => [found.voucherId, outcomeOf(found)]))

function outcomeOf({ needed, isReturned, isGone, available }: VoucherStamps): StampsOutcome {
  if (!isReturned) return { stamps: 'held', needed, available: 0 }
  if (isGone) return { stamps: 'gone', needed, available: 0 }
  return { stamps: available < needed ? 'missing' : 'taken', needed, available: Math.max(0, available) }
}
