import { list } from '@stampus/contract/deals'
import type { Merchant } from '@stampus/contract/merchants'
import { useEffect } from 'react'
import { useEndless } from '../../shared/api/endless.ts'

/** A merchant's deals. A server that does not know the filter answers others too: they are paged through (D-31). */
export function useDealsOf({ id, active_promotions_count }: Merchant) {
  const { rows, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useEndless(list, { merchant_id: id })
  const deals = rows.filter(({ merchant }) => merchant.id === id)
  const seekOn = deals.length < active_promotions_count && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (seekOn) void fetchNextPage({ cancelRefetch: false })
  }, [seekOn, fetchNextPage])
  return { deals, seeking: isFetching || seekOn, failed: isError, retry: () => void refetch() }
}
