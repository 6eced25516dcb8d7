import type { Category } from '@stampus/contract/merchants'
import * as words from '#words'
import { Chips } from '../../shared/components/Chips.tsx'
import { categoryQuery, type MerchantFilter } from '../../shared/merchants/filters.ts'

/** The category chips. Their row keeps its height while the categories are not known yet. */
export function CategoryChips({ categories, filter }: { categories: Category[]; filter: MerchantFilter }) {
  const chips = categories.map(({ id, name }) => ({
    label: name,
    to: categoryQuery(filter, id),
    current: filter.category_id === String(id),
  }))
  const all = {
    label: words.merchantsEveryCategory,
    to: categoryQuery(filter, undefined),
    current: filter.category_id === undefined,
  }
  return <Chips label={words.merchantsCategoryLabel} chips={[all, ...chips]} />
}
