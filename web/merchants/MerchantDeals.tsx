import { list } from '@stampus/contract/deals'
import { useQuery } from '@tanstack/react-query'
import { q } from '../app/api.ts'
import { DealCard } from '../deals/DealCard.tsx'

/** The merchant's running deals (D-32). A server that does not know the filter answers others too: they are left out. */
export function MerchantDeals({ merchantId }: { merchantId: number }) {
  const { data } = useQuery(q(list, { merchant_id: merchantId }))
  const deals = data?.data.filter(({ merchant }) => merchant.id === merchantId) ?? []
  if (deals.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">Current deals</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {deals.map((deal) => (
          <li key={deal.id}>
            <DealCard deal={deal} />
          </li>
        ))}
      </ul>
    </section>
  )
}
