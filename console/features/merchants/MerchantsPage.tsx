import { type ListedMerchant, list } from '@stampus/contract/console/merchants'
import { buttonClass } from '@stampus/ui/Button'
import { Picture } from '@stampus/ui/Picture'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { CategorySelect } from './CategorySelect.tsx'

const states = [
  { value: '', name: 'All statuses' },
  { value: 'active', name: 'Active' },
  { value: 'inactive', name: 'Inactive' },
]

/** All merchants, filtered by name, category and state. */
export default function MerchantsPage() {
  const { values, change, clear, isFiltered } = useFilters('search', 'category_id', 'state')
  const state = values.state === 'active' || values.state === 'inactive' ? values.state : ''
  const query = useQuery({ ...q(list, { ...values, state }), placeholderData: keepPreviousData })
  return (
    <Page title="Merchants" actions={<Actions />}>
      <search className="grid gap-3 sm:grid-cols-3">
        <SearchField label="Name" value={values.search ?? ''} onSearch={(search) => change({ search })} />
        <CategorySelect
          none="All categories"
          value={values.category_id ?? ''}
          onChange={(event) => change({ category_id: event.target.value })}
        />
        <Select
          label="Status"
          options={states}
          value={state}
          onChange={(event) => change({ state: event.target.value })}
        />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <PagedTable query={query} what="merchants" caption="Merchants" none="No merchants found." columns={columns} />
    </Page>
  )
}

const columns: Column<ListedMerchant>[] = [
  { name: 'Merchant', cell: (merchant) => <Name {...merchant} /> },
  { name: 'Category', cell: ({ category }) => category.name },
  {
    name: 'Status',
    cell: ({ is_active }) => (
      <StateBadge look={is_active ? 'good' : 'quiet'}>{is_active ? 'Active' : 'Inactive'}</StateBadge>
    ),
  },
  { name: 'Active deals', align: 'right', cell: ({ running_deals }) => running_deals },
]

function Name({ id, name, slug, logo_url }: ListedMerchant) {
  return (
    <Link to={`/merchants/${id}`} className="flex min-h-11 items-center gap-3 text-blue hover:underline">
      <Picture src={logo_url} alt="" width={40} height={40} className="size-10 rounded-control" />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block text-small text-muted">{slug}</span>
      </span>
    </Link>
  )
}

function Actions() {
  return (
    <>
      <Link to="/categories" className={buttonClass('secondary')}>
        Categories
      </Link>
      <Link to="/merchants/new" className={buttonClass('primary')}>
        <Plus aria-hidden="true" className="size-4" />
        New merchant
      </Link>
    </>
  )
}
