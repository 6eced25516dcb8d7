import { currentSupplements } from '@stampus/contract/accounts'
import type { Deps } from '../server/deps.ts'
import { insertConsents } from '../server/domains/accounts/accounts.store.ts'
import { touchPhone } from '../server/domains/counters/phones/phones.store.ts'
import { adjustStamps } from '../server/domains/review/stamp-adjustments/stamp-adjustments.service.ts'
import { claim } from '../server/domains/rewards/vouchers/claims.service.ts'
import { giveBack } from '../server/domains/rewards/vouchers/vouchers.service.ts'
import { insertEvent, lockVoucher, updateVoucher } from '../server/domains/rewards/vouchers/vouchers.store.ts'
import { recordAudit } from '../server/platform/audit/audit.store.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import {
  type DemoHandOver,
  type DemoVoucher,
  demoHandOvers,
  demoMembers,
  demoRewards,
  demoVouchers,
  handedOverPicture,
} from './content.ts'
import type { DemoCounter, DemoState } from './seed.store.ts'
import { asOf, keyOf, momentOf } from './seed.ts'

/** A voucher to claim, or one whose end an earlier run may have missed. */
export type VoucherPlan = {
  key: string
  userId: number
  reward: { id: number; version: number }
  paperStamps: number
  claimedAt: Date
  end: PlannedEnd | undefined
}

/** A hand-over without `counter` is one at the Stampus desk. */
type PlannedEnd = { kind: 'used' | 'returned'; at: Date; counter?: DemoCounter }

/** Stamps from the time of paper cards, which members without an approved receipt have brought to the desk. */
const PAPER_STAMPS = 24
const PAPER_STAMPS_DAYS_BEFORE = 1

/** The vouchers that do not exist yet or that lack their end, oldest first. */
export function planVouchers(deps: Deps, state: DemoState): VoucherPlan[] {
  const plans = [
    ...demoVouchers.flatMap(({ end, ...voucher }, at) => {
      const planned = end && { kind: end.kind, at: momentOf(deps, end) }
      return planOne(deps, state, keyOf('8000', at), voucher, planned)
    }),
    ...demoHandOvers.flatMap((handOver, at) => planHandOver(deps, state, keyOf('8002', at), handOver)),
  ]
  return plans.sort((one, other) => one.claimedAt.getTime() - other.claimedAt.getTime())
}

/** Nothing in a demo of an older release, which has no owner. */
function planHandOver(deps: Deps, state: DemoState, key: string, { usedAt, ...claimed }: DemoHandOver): VoucherPlan[] {
  const { counter } = state
  if (!counter) return []
  const at =
    'minutesAgo' in usedAt ? new Date(deps.now().getTime() - usedAt.minutesAgo * 60_000) : momentOf(deps, usedAt)
  return planOne(deps, state, key, { ...claimed, picture: handedOverPicture }, { kind: 'used', at, counter })
}

function planOne(
  deps: Deps,
  state: DemoState,
  key: string,
  voucher: DemoVoucher,
  end: PlannedEnd | undefined,
): VoucherPlan[] {
  const userId = state.members[voucher.email]
  const reward = state.rewards[demoRewards.find(({ picture }) => picture === voucher.picture)?.title ?? '']
  const found = state.vouchers.find((one) => one.userId === userId && one.key === key)
  if (userId === undefined || !reward || (found && !(end && found.state === 'ready'))) return []
  const paperStamps = hasEarned(voucher.email) ? 0 : PAPER_STAMPS
  return [{ key, userId, reward, paperStamps, claimedAt: momentOf(deps, voucher), end }]
}

const hasEarned = (email: string) =>
  demoMembers.some((one) => one.email === email && one.submissions.some(({ outcome }) => outcome.status === 'approved'))

/** Accepts the supplements, claims the reward and ends its voucher, as the member and the manager at the desk would. */
export async function makeVoucher(deps: Deps, managerId: number, plan: VoucherPlan): Promise<void> {
  const { userId, reward, key, claimedAt, end } = plan
  if (plan.paperStamps > 0) await addPaperStamps(deps, managerId, plan)
  await insertConsents(deps.db.pool, { userId, supplements: currentSupplements, at: claimedAt })
  const { id } = await claim(asOf(deps, claimedAt), { userId, rewardId: reward.id, version: reward.version, key })
  if (end?.kind === 'returned') await giveBack(asOf(deps, end.at), { userId, id })
  if (end?.kind === 'used') await handOver(deps, { id, managerId, ...end })
}

/** Once a member: the request id repeats. */
async function addPaperStamps(deps: Deps, operatorId: number, { userId, paperStamps, claimedAt }: VoucherPlan) {
  const at = new Date(claimedAt.getTime() - PAPER_STAMPS_DAYS_BEFORE * 86_400_000)
  const reason = 'Stamps of the former paper card, counted at the desk.'
  const given = { userId, operatorId, stamps: paperStamps, reason, requestId: keyOf('8001', userId) }
  await adjustStamps(asOf(deps, at), given)
}

type HandOver = { id: number; managerId: number; at: Date; counter?: DemoCounter }

/** A hand-over at the desk or on the phone of the demo's counter, without the code that the member would show. */
async function handOver(deps: Deps, { id, managerId, at, counter }: HandOver): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    await lockVoucher(tx, id)
    const by = counter ? ({ way: 'counter', ...counter } as const) : ({ way: 'desk', operatorId: managerId } as const)
    await insertEvent(tx, { voucherId: id, kind: 'used', ...by, stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'used', at })
    if (counter) return touchPhone(tx, counter.phoneId, at, false)
    await recordAudit(tx, { operatorId: managerId, action: 'voucher.used', subjectId: id, at })
  })
}
