import type { AnswerOf } from '@stampus/contract/endpoint'
import { type Category, list, type Merchant } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Store } from 'lucide-react'
import { useRef } from 'react'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { Chips } from '../../shared/components/Chips.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { SearchField } from '../../shared/components/SearchField.tsx'
import { Title } from '../../shared/components/Title.tsx'
import {
  acceptingReceipts,
  categoryQuery,
  type MerchantFilter,
  useMerchantFilter,
} from '../../shared/merchants/merchantFilter.ts'
import { MerchantRow, MerchantRowsLoading } from './MerchantRow.tsx'
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
      <CategoryChips categories={categories} filter={filter} />
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
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
            {rows.map((merchant) => (
              <li key={merchant.id}>
                <MerchantRow merchant={merchant} />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}

/** The category filter. Keeps its height while the categories load. */
function CategoryChips({ categories, filter }: { categories: Category[]; filter: MerchantFilter }) {
  const chips = categories.map(({ id, name }) => ({
    label: name,
    to: categoryQuery(filter, id),
    isCurrent: filter.category_id === String(id),
  }))
  const all = {
    label: words.merchantsEveryCategory,
    to: categoryQuery(filter, undefined),
    isCurrent: filter.category_id === undefined,
  }
  return <Chips label={words.merchantsCategoryLabel} chips={[all, ...chips]} />
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
