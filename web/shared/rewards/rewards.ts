import { type ReachedLimit, list as reachedLimits } from '@stampus/contract/rewards/reachedLimits'
import { type Reward, list as rewards } from '@stampus/contract/rewards/rewards'
import { list as vouchers } from '@stampus/contract/rewards/vouchers'
import { show as wallet } from '@stampus/contract/wallet'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import * as firstSentences from '#firstSentences'
import { call, q } from '../api/api.ts'
import { useEndlessList, useLoadWhile } from '../api/endless.ts'
import { unlessNotOffered } from '../api/optionalCalls.ts'
import { readableDay } from '../dates.ts'
import { refetchStamps } from '../receipts/decisionUpdates.ts'
import { settings } from '../settings.ts'
import { measureServerClock } from '../storage/serverClock.ts'
import { useSession } from '../storage/session.ts'

export type OfferedReward = Reward & { reached?: ReachedLimit | undefined }

/** The published rewards, of all merchants or of one, those that cost least first. A server may not offer them. */
export function useRewards(input: { merchant_id?: number } = {}) {
  const list = useEndlessList(rewards, input, { enabled: unlessNotOffered })
  const { withLimit, isLoading } = useReachedLimits()
  return { ...list, rows: list.rows.map(withLimit), isPending: list.isPending || isLoading }
}

/** The limits that the member has reached. A server may not tell them. */
export function useReachedLimits() {
  const isMember = useIsMember()
  const { data, isLoading } = useQuery({
    ...q(reachedLimits, {}),
    queryFn: async ({ signal }) => {
      const noteTime = measureServerClock()
      const answer = await call(reachedLimits, {}, { signal })
      noteTime(answer.now)
      return answer
    },
    enabled: (query) => isMember && unlessNotOffered(query),
  })
  const limits = isMember ? data?.data : undefined
  const withLimit = (reward: Reward): OfferedReward => ({
    ...reward,
    reached: limits?.find(({ reward_id }) => reward_id === reward.id),
  })
  return { withLimit, isLoading }
}

export function useRewardsInReach(spendable: number | undefined) {
  const rewards = useRewards()
  const isLastInReach = (rewards.rows.at(-1)?.stamps ?? Number.POSITIVE_INFINITY) <= (spendable ?? 0)
  useLoadWhile(rewards, isLastInReach)
  return rewards
}

/** The stamps that the member can spend; below zero, a negative balance. Undefined for guests and while it is unknown. */
export function useSpendable(): number | undefined {
  const isMember = useIsMember()
  const { data } = useQuery({ ...q(wallet, {}), enabled: isMember })
  if (!isMember || !data) return undefined
  const { stamp_balance: balance, available = balance } = data.data
  return balance < 0 ? balance : available
}

export const useIsMember = (): boolean => useSession(({ user }) => Boolean(user?.email_verified_at))

const ALMOST_STAMPS = 5

/** How far a member is from a reward. Without a known number of stamps only whether it is sold out or a limit is reached. */
export type Standing = { state: 'claimable' | 'almost' | 'far' | 'soldOut' | 'limited' | 'unknown'; missing: number }

export function standingOf(
  { stamps, left, reached }: Pick<OfferedReward, 'stamps' | 'left' | 'reached'>,
  spendable: number | undefined,
): Standing {
  const missing = Math.max(0, stamps - (spendable ?? 0))
  if (left === 0) return { state: 'soldOut', missing }
  if (reached) return { state: 'limited', missing }
  if (spendable === undefined) return { state: 'unknown', missing }
  if (missing === 0) return { state: 'claimable', missing }
  return { state: missing <= ALMOST_STAMPS ? 'almost' : 'far', missing }
}

export function limitText({ again_from: day }: ReachedLimit): string {
  return day === null ? firstSentences.rewardLimited() : firstSentences.rewardLimited(readableDay(day))
}

export function placeOf({ merchant }: { merchant: { name: string } | null }): string {
  return merchant?.name ?? firstSentences.rewardDesk(settings.product_name)
}

/** After a claim or a return: refetches rewards, vouchers and stamps. */
export function refetchRewards(queries: QueryClient): void {
  for (const path of [rewards.path, reachedLimits.path, vouchers.path]) {
    const isOf = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith(path)
    void queries.invalidateQueries({ predicate: isOf })
  }
  void queries.invalidateQueries({ queryKey: ['member', '/wallet/entries'] })
  refetchStamps(queries)
}
