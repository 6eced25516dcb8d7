import { currentSupplements } from '@stampus/contract/rewards/consents'
import { instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../server/deps.ts'
import { insertConsents } from '../server/domains/accounts/consents/consents.store.ts'
import { adjustStamps } from '../server/domains/review/stamp-adjustments/stamp-adjustments.service.ts'
import { claim } from '../server/domains/rewards/vouchers/claims.service.ts'
import { giveBack } from '../server/domains/rewards/vouchers/vouchers.service.ts'
import { insertEvent, lockVoucher, updateVoucher } from '../server/domains/rewards/vouchers/vouchers.store.ts'
import { recordAudit } from '../server/platform/audit/audit.store.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { demoMembers } from './people.ts'
import { demoRewards } from './rewards.ts'
import type { DemoState } from './seed.store.ts'
import { asOf, dayFrom } from './seed.ts'
import { type DemoMoment, type DemoVoucher, demoVouchers, paperStamps } from './vouchers.ts'

/** A voucher to claim, or one whose end an earlier run may have missed. */
export type VoucherPlan = {
  key: string
  userId: number
  reward: { id: number; version: number }
  paperStamps: number
  claimedAt: Date
  end: { kind: 'used' | 'returned'; at: Date } | undefined
}

const PAPER_STAMPS_DAYS_BEFORE = 1

/** The vouchers that do not exist yet or that lack their end, oldest first. */
export function planVouchers(deps: Deps, state: DemoState): VoucherPlan[] {
  return demoVouchers.flatMap((voucher, at) => planOne(deps, state, voucher, keyOf(at)))
}

function planOne(deps: Deps, state: DemoState, voucher: DemoVoucher, key: string): VoucherPlan[] {
  const userId = state.members[voucher.email]
  const reward = state.rewards[demoRewards.find(({ picture }) => picture === voucher.picture)?.title ?? '']
  const found = state.vouchers.find((one) => one.userId === userId && one.key === key)
  const { end } = voucher
  if (userId === undefined || !reward || (found && !(end && found.state === 'ready'))) return []
  return [
    {
      key,
      userId,
      reward,
      paperStamps: hasEarned(voucher.email) ? 0 : paperStamps,
      claimedAt: momentOf(deps, voucher),
      end: end && { kind: end.kind, at: momentOf(deps, end) },
    },
  ]
}

/** Stays the same from run to run, so that each voucher is claimed once. */
const keyOf = (at: number) => `5ca1ab1e-0000-4000-8000-${String(at).padStart(12, '0')}`

const hasEarned = (email: string) =>
  demoMembers.some((one) => one.email === email && one.submissions.some(({ outcome }) => outcome.status === 'approved'))

const momentOf = ({ config, now }: Deps, { daysAgo, time }: DemoMoment) =>
  instantOf(dayFrom(now(), -daysAgo, config.TIME_ZONE), time, config.TIME_ZONE)

/** Accepts the supplements, claims the reward and ends its voucher, as the member and the manager at the desk would. */
export async function makeVoucher(deps: Deps, managerId: number, plan: VoucherPlan): Promise<void> {
  const { userId, reward, key, claimedAt, end } = plan
  if (plan.paperStamps > 0) await addPaperStamps(deps, managerId, plan)
  await insertConsents(deps.db.pool, { userId, supplements: currentSupplements, at: claimedAt })
  const { id } = await claim(asOf(deps, claimedAt), { userId, rewardId: reward.id, version: reward.version, key })
  if (end?.kind === 'returned') await giveBack(asOf(deps, end.at), { userId, id })
  if (end?.kind === 'used') await handOver(deps, { id, operatorId: managerId, at: end.at })
}

/** Once a member: the request id repeats. */
async function addPaperStamps(deps: Deps, operatorId: number, { userId, paperStamps, claimedAt }: VoucherPlan) {
  const at = new Date(claimedAt.getTime() - PAPER_STAMPS_DAYS_BEFORE * 86_400_000)
  const reason = 'Stamps of the former paper card, counted at the desk.'
  const requestId = `5ca1ab1e-0000-4000-8001-${String(userId).padStart(12, '0')}`
  await adjustStamps(asOf(deps, at), { userId, operatorId, stamps: paperStamps, reason, requestId })
}

/** A hand-over at the desk, without the code that a phone would show. */
async function handOver(deps: Deps, { id, operatorId, at }: { id: number; operatorId: number; at: Date }) {
  await inTransaction(deps.db.pool, async (tx) => {
    await lockVoucher(tx, id)
    await insertEvent(tx, { voucherId: id, kind: 'used', way: 'desk', operatorId, stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'used', at })
    await recordAudit(tx, {
      operatorId,
      action: 'voucher.used',
      subjectKind: 'voucher',
      subjectId: id,
      changedFields: [],
      at,
    })
  })
}
