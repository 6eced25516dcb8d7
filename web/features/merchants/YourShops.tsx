import { type Merchant, show } from '@stampus/contract/merchants'
import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQueries } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import type { EndlessResult } from '../../shared/api/endless.ts'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { MerchantLogo } from '../../shared/merchants/MerchantDetails.tsx'
import { type Shop, useYourShops } from '../../shared/merchants/yourShops.ts'
import { linkTo } from '../../shared/paths.ts'

type Props = { list: EndlessResult<Merchant> }

/** The merchants that the visitor marked or used on this device, above the list. Empty if there are none. */
export function YourShops({ list }: Props) {
  const shops = useShownShops(list)
  // A page that the server rendered knows nothing of this device.
  const isHydrated = useHydrated()
  if (!isHydrated || shops.length === 0) return null
  return (
    <>
      <section aria-labelledby="your-shops" className="grid grid-cols-1 gap-2">
        <h2 id="your-shops" className="font-bold text-lead">
          {words.merchantsYours}
        </h2>
        <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:scroll-px-px sm:px-px">
          {shops.map(({ id, isFavourite, merchant }) => (
            <li key={id} className="relative w-25 shrink-0 snap-start rounded-sheet bg-sheet p-3 pb-2 shadow-sheet">
              {merchant ? <ShopTile merchant={merchant} isFavourite={isFavourite} /> : <TileLoading />}
            </li>
          ))}
        </ul>
      </section>
      <h2 className="-mb-2 font-bold text-lead">{words.merchantsAll}</h2>
    </>
  )
}

function ShopTile({ merchant, isFavourite }: { merchant: Merchant; isFavourite: boolean }) {
  return (
    <div className="group grid justify-items-center gap-1.5">
      <MerchantLogo merchant={merchant} />
      <Link
        to={linkTo('merchant', { id: merchant.id })}
        className={`w-full text-center font-medium text-small ${stretchedLink}`}
      >
        <span className="line-clamp-2 wrap-anywhere min-h-10">{merchant.name}</span>
      </Link>
      {isFavourite ? (
        <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-chip bg-sheet text-blue">
          <Heart aria-hidden="true" className="size-4 fill-current" />
          <span className="sr-only">{words.merchantFavourite}</span>
        </span>
      ) : null}
    </div>
  )
}

function TileLoading() {
  return (
    <Loading label={words.merchantLoading} className="grid justify-items-center gap-1.5">
      <Skeleton className="size-16 rounded-control" />
      <Skeleton className="h-10 w-full" />
    </Loading>
  )
}

/** A merchant that is undefined is still loading. */
type ShownShop = Shop & { merchant: Merchant | undefined }

/** Takes the merchants from the list, and requests those that its pages lack. Leaves out those that have left. */
function useShownShops(list: EndlessResult<Merchant>): ShownShop[] {
  const shops = useYourShops()
  const known = new Map(list.rows.map((row) => [row.id, row]))
  const missing = shops.filter(({ id }) => !known.has(id))
  const answers = useQueries({
    queries: missing.map(({ id }) => ({ ...q(show, { id: String(id) }), enabled: !list.isPending })),
  })
  const hasLeft = new Set<number>()
  for (const [place, { id }] of missing.entries()) {
    const { data, isError } = answers[place] ?? {}
    if (data) known.set(id, data.data)
    if (isError || data?.data.is_active === false) hasLeft.add(id)
  }
  return shops.filter(({ id }) => !hasLeft.has(id)).map((shop) => ({ ...shop, merchant: known.get(shop.id) }))
}
