import { show as wallet } from '@stampus/contract/wallet'
import { Failure } from '@stampus/ui/Failure'
import { useQuery } from '@tanstack/react-query'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { CardWait } from './CardWait.tsx'
import { StampCard } from './StampCard.tsx'
import { StampOrigins } from './StampOrigins.tsx'

/** The member's stamp card with its balance (S-2.13), and where that comes from. */
export function MemberCard() {
  const { data, isPending, isFetching, refetch } = useQuery(q(wallet, {}))
  if (data)
    return (
      <StampCard balance={data.data.stamp_balance}>
        <StampOrigins />
      </StampCard>
    )
  if (isPending) return <CardWait />
  return <Failure text={words.stampCardFailed} retry={words.retry} busy={isFetching} onRetry={() => void refetch()} />
}
