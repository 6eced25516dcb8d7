import { type AdminDeal, type DealState, dealState, list } from '@stampus/contract/console/deals'
import { buttonClass } from '@stampus/ui/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { MerchantFilter } from '../../shared/forms/MerchantField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'

const names: Record<DealState, string> = { planned: 'Scheduled', running: 'Active', over: 'Ended' }
const looks = { planned: 'soon', running: 'good', over: 'quiet' } as const
const states = [
  { value: '', name: 'All statuses' },
  ...dealState.options.map((value) => ({ value, name: names[value] })),
]

/** All deals, the newest first, filtered by merchant and state. */
export default function DealsPage() {
  const { values, change, clear, isFiltered } = useFilters('merchant_id', 'state')
  const state = dealState.options.find((known) => known === values.state) ?? ''
  const merchantId = /^\d{1,15}$/.test(values.merchant_id ?? '') ? values.merchant_id : ''
  const query = useQuery({
    ...q(list, { page: values.page, merchant_id: merchantId, state }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Deals" actions={<AddLink />}>
      <search className="grid gap-3 sm:grid-cols-2">
        <MerchantFilter id={merchantId ?? ''} onChange={(merchant_id) => change({ merchant_id })} />
        <Select
          label="Status"
          options={states}
          value={state}
          onChange={(event) => change({ state: event.target.value })}
        />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <PagedTable query={query} what="deals" caption="Deals" none="No deals found." columns={columns} />
    </Page>
  )
}

const columns: Column<AdminDeal>[] = [
  { name: 'Deal', cell: ({ id, title }) => <RowLink to={`/deals/${id}`}>{title}</RowLink> },
  { name: 'Merchant', cell: ({ merchant }) => merchant.name },
  { name: 'Status', cell: ({ state }) => <StateBadge look={looks[state]}>{names[state]}</StateBadge> },
  { name: 'First day', cell: ({ start_date }) => <When at={start_date} /> },
  { name: 'Last day', cell: ({ end_date }) => <When at={end_date} /> },
]

function AddLink() {
  return (
    <Link to="/deals/new" className={buttonClass('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      New deal
    </Link>
  )
}
