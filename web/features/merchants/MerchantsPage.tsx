import type { AnswerOf } from '@stampus/contract/endpoint'
import { type Category, list, type Merchant, show } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { useHydrated } from '@stampus/ui/browser/useHydrated'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQueries } from '@tanstack/react-query'
import { ChevronRight, Heart, Store, Tag } from 'lucide-react'
import { useRef } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { type EndlessResult, useEndlessList } from '../../shared/api/endless.ts'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { MerchantLogo } from '../../shared/merchants/MerchantDetails.tsx'
import { acceptingReceipts, categoryQuery, useMerchantFilter } from '../../shared/merchants/merchantFilter.ts'
import { useYourShops } from '../../shared/merchants/yourShops.ts'
import { linkTo } from '../../shared/paths.ts'

export function MerchantsPage() {
  const { searchFor, clear, ...filter } = useMerchantFilter()
  const search = useRef<HTMLInputElement>(null)
  const showAll = () => {
    clear()
    search.current?.focus()
  }
  const merchants = useEndlessList(list, acceptingReceipts(filter))
  const categories = useCategories(merchants.data, merchants.rows)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Title>{words.merchantsTitle}</Title>
        <p className="mt-1 text-muted">{words.merchantsIntro}</p>
      </div>
      <SearchField
        ref={search}
        search={filter.search ?? ''}
        label={words.merchantsSearchLabel}
        placeholder={words.merchantsSearchPlaceholder}
        onSearch={searchFor}
      />
      <Chips
        label={words.merchantsCategoryLabel}
        choices={[
          [undefined, words.merchantsEveryCategory],
          ...categories.map(({ id, name }) => [String(id), name] as const),
        ]}
        chosen={filter.category_id}
        linkTo={(id) => categoryQuery(filter, id)}
      />
      {filter.search || filter.category_id ? null : <YourShops list={merchants} />}
      <EndlessList
        list={merchants}
        wait={<MerchantRowsLoading />}
        failed={texts.merchantsFailed}
        empty={
          <Empty icon={Store} text={texts.noMerchants}>
            <p>{words.merchantsTryAgain}</p>
            <Button look="secondary" onClick={showAll}>
              {filter.search ? words.merchantsClearSearch : words.merchantsShowAll}
            </Button>
          </Empty>
        }
      >
        {(rows) => (
          <Rows rows={rows} className="grid grid-cols-1 gap-3 md:grid-cols-2">
            {(merchant) => <MerchantRow merchant={merchant} />}
          </Rows>
        )}
      </EndlessList>
    </div>
  )
}

function useCategories(answer: { pages: AnswerOf<typeof list>[] } | undefined, merchants: Merchant[]): Category[] {
  const seen = useRef<Category[]>([])
  const fromServer = answer?.pages.flatMap(({ meta }) => (meta?.categories ? [meta.categories] : [])).at(-1)
  const byId = new Map([...seen.current, ...merchants.map(({ category }) => category)].map((one) => [one.id, one]))
  seen.current = fromServer ?? [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
  return seen.current
}

const sheet = 'relative flex h-full flex-wrap items-center gap-4 rounded-sheet bg-sheet p-4 shadow-sheet'

function MerchantRow({ merchant }: { merchant: Merchant }) {
  const { id, name, category, address, active_promotions_count: count } = merchant
  return (
    <div className={`${sheet} group`}>
      <MerchantLogo merchant={merchant} />
      <span className="min-w-0 flex-1 basis-32">
        <Link to={linkTo('merchant', { id })} className={`block font-semibold ${stretchedLink}`}>
          {name}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 text-small text-muted">
          {category.name}
          {count > 0 ? (
            <span className="flex items-center gap-1 font-medium text-blue">
              <Tag aria-hidden="true" className="size-4" />
              {sentences.merchantDealsCount(count)}
            </span>
          ) : null}
        </span>
        <span className="line-clamp-1 text-small text-muted">{address}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[20rem]:hidden" />
    </div>
  )
}

function MerchantRowsLoading() {
  return (
    <Loading rows={6} label={words.merchantsLoading} className="grid gap-3 md:grid-cols-2">
      <div className={sheet}>
        <Skeleton className="size-16 rounded-control" />
        <span className="grid flex-1 basis-32 gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/5" />
        </span>
      </div>
    </Loading>
  )
}

/** The merchants that the visitor marked or used on this device, above the list. Empty if there are none. */
function YourShops({ list }: { list: EndlessResult<Merchant> }) {
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
              {merchant ? (
                <ShopTile merchant={merchant} isFavourite={isFavourite} />
              ) : (
                <Loading label={words.merchantLoading} className="grid justify-items-center gap-1.5">
                  <Skeleton className="size-16 rounded-control" />
                  <Skeleton className="h-10 w-full" />
                </Loading>
              )}
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

/** Takes the merchants from the list, and requests those that its pages lack. Leaves out those that have left. */
function useShownShops(list: EndlessResult<Merchant>) {
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
