import { list } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { Empty } from '@stampus/ui/Empty'
import { Store } from 'lucide-react'
import { EndlessList } from '../app/EndlessList.tsx'
import { useEndless } from '../app/endless.ts'
import { Title } from '../app/Title.tsx'
import { CategoryChips } from './CategoryChips.tsx'
import { useCategories } from './categories.ts'
import { useMerchantFilter } from './filters.ts'
import { MerchantRow, MerchantRowsWait } from './MerchantRow.tsx'
import { MerchantSearch } from './MerchantSearch.tsx'

/** S-2.21: every merchant that takes receipts, by name and by category. */
export function MerchantsPage() {
  const { searchFor, ...filter } = useMerchantFilter()
  const merchants = useEndless(list, { is_active: '1', ...filter })
  const categories = useCategories(merchants.data, merchants.rows)
  return (
    <div className="grid gap-5">
      <div>
        <Title>Merchants</Title>
        <p className="mt-1 text-soft">Choose where you bought something to send its receipt.</p>
      </div>
      <MerchantSearch search={filter.search ?? ''} onSearch={searchFor} />
      <CategoryChips categories={categories} filter={filter} />
      <EndlessList
        list={merchants}
        wait={<MerchantRowsWait />}
        failed={texts.merchantsFailed}
        empty={
          <Empty icon={Store} text={texts.noMerchants}>
            <p>Try a shorter name, or look in all categories.</p>
          </Empty>
        }
      >
        {(rows) => (
          <ul className="grid gap-3 md:grid-cols-2">
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
