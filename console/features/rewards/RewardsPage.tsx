import { type AdminReward, list } from '@stampus/contract/console/rewards'
import { desk } from '../../shared/labels/desk.ts'
import { rewardStates } from '../../shared/labels/labels.ts'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { merchantFilter, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { RewardStateBadge } from './RewardStateBadge.tsx'

const columns: Column<AdminReward>[] = [
  { name: 'Reward', cell: ({ id, title }) => <RowLink to={`/rewards/${id}`}>{title}</RowLink> },
  { name: 'Handed out by', cell: ({ merchant }) => merchant?.name ?? desk },
  { name: 'Status', cell: (reward) => <RewardStateBadge reward={reward} /> },
  { name: 'Stamps', align: 'right', cell: ({ stamps }) => stamps },
  { name: 'Left', align: 'right', cell: ({ left }) => left ?? 'Unlimited' },
  { name: 'Ready', align: 'right', cell: ({ vouchers }) => vouchers.ready },
  { name: 'Used', align: 'right', cell: ({ vouchers }) => vouchers.used },
]

const filters = { merchant_id: merchantFilter, state: stateFilter(rewardStates) }

export function RewardsPage() {
  const add = { to: '/rewards/new', text: 'New reward' }
  return <ListPage title="Rewards" call={list} columns={columns} filters={filters} add={add} />
}
