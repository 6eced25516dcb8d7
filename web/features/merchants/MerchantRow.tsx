import type { Merchant } from '@stampus/contract/merchants'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { ChevronRight, Tag } from 'lucide-react'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { MerchantLogo } from '../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../shared/paths.ts'

const sheet = 'relative flex h-full flex-wrap items-center gap-4 rounded-sheet bg-sheet p-4 shadow-sheet'

export function MerchantRow({ merchant }: { merchant: Merchant }) {
  const { id, name, category, address } = merchant
  return (
    <div className={`${sheet} group`}>
      <MerchantLogo merchant={merchant} />
      <span className="min-w-0 flex-1 basis-32">
        <Link to={linkTo('merchant', { id })} className={`block font-semibold ${stretchedLink}`}>
          {name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 text-small text-muted">
          {category.name}
          <Promotions count={merchant.active_promotions_count} />
        </span>
        <span className="line-clamp-1 text-small text-muted">{address}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[20rem]:hidden" />
    </div>
  )
}

function Promotions({ count }: { count: number }) {
  if (!(count > 0)) return null
  return (
    <span className="flex items-center gap-1 font-medium text-blue">
      <Tag aria-hidden="true" className="size-4" />
      {sentences.merchantDealsCount(count)}
    </span>
  )
}

/** The placeholder of the list while it loads. */
export function MerchantRowsLoading() {
  return (
    <Loading label={words.merchantsLoading} className="grid gap-3 md:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className={sheet}>
          <Skeleton className="size-16 rounded-control" />
          <span className="grid flex-1 basis-32 gap-2">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/5" />
          </span>
        </div>
      ))}
    </Loading>
  )
}
