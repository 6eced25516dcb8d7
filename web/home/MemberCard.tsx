import { show as wallet } from '@stampus/contract/wallet'
import { Failure } from '@stampus/ui/Failure'
import { StampCard } from '@stampus/ui/StampCard'
import { useQuery } from '@tanstack/react-query'
import { q } from '../app/api.ts'
import { CardWait } from './CardWait.tsx'

/** The member's stamp card with its balance (S-2.13). */
export function MemberCard() {
  const { data, isPending, isFetching, refetch } = useQuery(q(wallet, {}))
  if (data) return <StampCard balance={data.data.stamp_balance} />
  if (isPending) return <CardWait />
  return <Failure text="Your stamps could not be fetched." busy={isFetching} onRetry={() => void refetch()} />
}
