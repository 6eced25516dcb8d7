import { list } from '@stampus/contract/deals'
import type { Merchant } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import { type ReactNode, useEffect } from 'react'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { DealCard, DealCardsLoading } from '../../shared/deals.tsx'

const grid = 'grid gap-4 sm:grid-cols-2'

export function MerchantDeals({ merchant }: { merchant: Merchant }) {
  const { deals, isLoading, failed, retry } = useDealsOf(merchant)
  if (deals.length > 0)
    return (
      <Section>
        <ul className={grid}>
          {deals.map((deal) => (
            <li key={deal.id}>
              <DealCard deal={deal} />
            </li>
          ))}
        </ul>
      </Section>
    )
  if (!(merchant.active_promotions_count > 0)) return null
  if (failed)
    return (
      <Section>
        <Failure text={texts.dealsFailed} retry={words.retry} busy={isLoading} onRetry={retry} />
      </Section>
    )
  return isLoading ? (
    <Section>
      <DealCardsLoading className={grid} count={Math.min(merchant.active_promotions_count, 2)} />
    </Section>
  ) : null
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">{words.merchantDealsTitle}</h2>
      {children}
    </section>
  )
}

/**
 * A merchant's deals. A server that does not know the filter returns other deals too, so this loads more pages until it
 * has all.
 */
function useDealsOf({ id, active_promotions_count }: Merchant) {
  const { rows, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useEndlessList(list, { merchant_id: id })
  const deals = rows.filter(({ merchant }) => merchant.id === id)
  const needsMore = deals.length < active_promotions_count && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (needsMore) void fetchNextPage({ cancelRefetch: false })
  }, [needsMore, fetchNextPage])
  return { deals, isLoading: isFetching || needsMore, failed: isError, retry: () => void refetch() }
}
