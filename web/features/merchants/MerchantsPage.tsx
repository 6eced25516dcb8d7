import type { AnswerOf } from '@stampus/contract/endpoint'
import { type Category, list, type Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { ChevronRight, Store, Tag } from 'lucide-react'
import { useRef } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { MerchantLogo } from '../../shared/merchants/MerchantDetails.tsx'
import { acceptingReceipts, categoryQuery, useMerchantFilter } from '../../shared/merchants/merchantFilter.ts'
import { linkTo } from '../../shared/paths.ts'
import { YourShops } from './YourShops.tsx'

/** All merchants that accept receipts, filtered by name and category. */
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

type Pages = { pages: AnswerOf<typeof list>[] } | undefined

/** The categories: from the server, or collected from the merchants loaded so far. */
function useCategories(answer: Pages, merchants: Merchant[]): Category[] {
  const seen = useRef<Category[]>([])
  const fromServer = answer?.pages.flatMap(({ meta }) => (meta?.categories ? [meta.categories] : [])).at(-1)
  seen.current = fromServer ?? collectCategories(seen.current, merchants)
  return seen.current
}

function collectCategories(known: Category[], merchants: Merchant[]): Category[] {
  const byId = new Map([...known, ...merchants.map(({ category }) => category)].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
}

const sheet = 'relative flex h-full flex-wrap items-center gap-4 rounded-sheet bg-sheet p-4 shadow-sheet'

function MerchantRow({ merchant }: { merchant: Merchant }) {
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
function MerchantRowsLoading() {
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
