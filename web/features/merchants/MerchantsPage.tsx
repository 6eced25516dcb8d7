import { list } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Store } from 'lucide-react'
import { useRef } from 'react'
import * as words from '#words'
import { useEndless } from '../../shared/api/endless.ts'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { takingReceipts, useMerchantFilter } from '../../shared/merchants/filters.ts'
import { MerchantSearch } from '../../shared/merchants/MerchantSearch.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { useCategories } from './categories.ts'
import { MerchantRow, MerchantRowsWait } from './MerchantRow.tsx'

/** S-2.21: every merchant that takes receipts, by name and by category. */
export function MerchantsPage() {
  const { searchFor, clear, ...filter } = useMerchantFilter()
  const search = useRef<HTMLInputElement>(null)
  const showAll = () => {
    clear()
    search.current?.focus()
  }
  const merchants = useEndless(list, takingReceipts(filter))
  const categories = useCategories(merchants.data, merchants.rows)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Title>{words.merchantsTitle}</Title>
        <p className="mt-1 text-muted">{words.merchantsIntro}</p>
      </div>
      <MerchantSearch ref={search} search={filter.search ?? ''} onSearch={searchFor} />
      <CategoryChips categories={categories} filter={filter} />
      <EndlessList
        list={merchants}
        wait={<MerchantRowsWait />}
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
