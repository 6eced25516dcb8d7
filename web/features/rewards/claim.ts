import { accept, currentSupplements } from '@stampus/contract/rewards/consents'
import { type Reward, show as showReward } from '@stampus/contract/rewards/rewards'
import { type ClaimErrorCode, claim, claimErrorCodes, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as words from '#words'
import { q, useCall } from '../../shared/api/api.ts'
import { CallError } from '../../shared/api/CallError.ts'
import { useOnce } from '../../shared/forms/useOnce.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { claimKey, forgetClaimKey } from '../../shared/storage/claimKeys.ts'

/** Why the last attempt failed. `unknown`: the member may try again, with the same key. */
export type ClaimProblem = { code: ClaimErrorCode | 'unknown'; text: string }

/**
 * Claims a reward once, even on a double click or after a lost reply. With `accepts`, the member accepts the current
 * supplements of the legal pages first. Before a changed reward is reported, its new facts are fetched.
 */
export function useClaim(reward: Reward, onClaimed: (voucher: Voucher) => void) {
  const queries = useQueryClient()
  const accepting = useCall(accept)
  const claiming = useCall(claim)
  const [problem, setProblem] = useState<ClaimProblem>()
  const run = useOnce(async ({ accepts = false } = {}) => {
    try {
      if (accepts) await accepting.run(currentSupplements)
      const { id, version } = reward
      const attempt = async () => {
        const { data } = await claiming.run({ id, version }, { idempotencyKey: claimKey(id) })
        forgetClaimKey(id)
        return data
      }
      const claimed = await attempt()
      const isReady = claimed.state === 'ready'
      // It is of an earlier claim whose reply was lost. If its stamps are gone, another one would cost twice.
      if (!isReady && !claimed.stamps_back) {
        refetchRewards(queries)
        setProblem({ code: 'unknown', text: words.claimUsedBefore })
        return
      }
      const data = isReady ? claimed : await attempt()
      queries.setQueryData(q(show, { id: String(data.id) }).queryKey, {
        data: { ...data, is_open_here: false, is_open_elsewhere: false },
      })
      refetchRewards(queries)
      onClaimed(data)
    } catch (error) {
      const found = problemOf(error)
      if (found.code === 'changed')
        await queries.refetchQueries({ queryKey: q(showReward, { id: String(reward.id) }).queryKey })
      else if (found.code !== 'unknown' && found.code !== 'supplements') refetchRewards(queries)
      setProblem(found)
    }
  })
  return { run, problem, loading: accepting.loading || claiming.loading }
}

function problemOf(error: unknown): ClaimProblem {
  if (!(error instanceof CallError)) throw error
  const { code } = (error.body ?? {}) as { code?: unknown }
  const known = claimErrorCodes.find((one) => one === code)
  if (known) return { code: known, text: error.message }
  if (error.status === 404) return { code: 'not_available', text: error.message || texts.rewardNotAvailable }
  return { code: 'unknown', text: error.status === 0 ? words.claimUnsure : error.message || texts.unexpectedRetry }
}
