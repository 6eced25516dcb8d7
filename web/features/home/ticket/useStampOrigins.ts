import { entries } from '@stampus/contract/wallet'
import { useEffect, useMemo } from 'react'
import { useEndlessList } from '../../../shared/api/endless.ts'
import { findStampOrigins, type StampOrigin } from './stampOrigins.ts'

/** The receipts of the stamps from number `lowest` up, by the number of the stamp. Loads older entries as needed. */
export function useStampOrigins(balance: number, lowest: number): Map<number, StampOrigin> {
  const { rows, hasNextPage, isFetching, isError, fetchNextPage } = useEndlessList(
    entries,
    {},
    { enabled: balance > 0 },
  )
  const { of, known } = useMemo(() => findStampOrigins(balance, rows), [balance, rows])
  const needsMore = balance > 0 && known > lowest && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (needsMore) void fetchNextPage({ cancelRefetch: false })
  }, [needsMore, fetchNextPage])
  return of
}
