import { type AdminReward, list, rewardFilterStates } from '@stampus/contract/console/rewards'
import { buttonClass } from '@stampus/ui/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { MerchantFilter } from '../../shared/forms/MerchantField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { recalled, rewardStateLabels } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { RewardStateBadge } from './RewardStateBadge.tsx'

const states = [
  { value: '', name: 'All statuses' },
  ...rewardFilterStates.map((value) => ({ value, name: value === 'recalled' ? recalled : rewardStateLabels[value] })),
]

/** All rewards, the newest first, filtered by merchant and state. */
export default function RewardsPage() {
  const { values, change, clear, isFiltered } = useFilters('merchant_id', 'state')
  const state = rewardFilterStates.find((known) => known === values.state) ?? ''
  const merchantId = /^\d{1,15}$/.test(values.merchant_id ?? '') ? values.merchant_id : ''
  const query = useQuery({
    ...q(list, { page: values.page, merchant_id: merchantId, state }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Rewards" actions={<AddLink />}>
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
      <PagedTable query={query} what="rewards" caption="Rewards" none="No rewards found." columns={columns} />
    </Page>
  )
}

const columns: Column<AdminReward>[] = [
  { name: 'Reward', cell: ({ id, title }) => <RowLink to={`/rewards/${id}`}>{title}</RowLink> },
  { name: 'Handed out by', cell: ({ merchant }) => merchant?.name ?? desk },
  { name: 'Status', cell: (reward) => <RewardStateBadge reward={reward} /> },
  { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
  { name: 'Left', align: 'right', cell: ({ left }) => left ?? 'Unlimited' },
  { name: 'Ready', align: 'right', cell: ({ vouchers }) => vouchers.ready },
  { name: 'Used', align: 'right', cell: ({ vouchers }) => vouchers.used },
]

function AddLink() {
  return (
    <Link to="/rewards/new" className={buttonClass('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      New reward
    </Link>
  )
}
