import type { AdminVoucher, RewardChoice } from '@stampus/contract/console/vouchers'
import * as vouchers from '@stampus/contract/console/vouchers'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { When } from '../../shared/components/When.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { rewardStates, voucherStates } from '../../shared/labels/labels.ts'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { type Filter, recordFilter, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { VoucherStateBadge } from './voucherLabels.tsx'

/** The field shows the member's number of a link, until something else is searched for. */
const voucherOrMember: Filter = {
  Control: ({ values, change, error, errorOf }) => (
    <SearchField
      label="Voucher or member"
      value={values.search || (values.member_id ?? '')}
      onSearch={(search) => change({ search, member_id: '' })}
      hint="A voucher's number, or a member's name, email or number."
      error={error ?? errorOf('member_id')}
    />
  ),
}

const filters = {
  search: voucherOrMember,
  member_id: {},
  reward_id: recordFilter('Reward', {
    call: vouchers.rewardChoices,
    none: 'All rewards',
    nameOf: choiceName,
    kind: 'Reward',
  }),
  state: stateFilter(voucherStates),
}

export function VouchersPage() {
  return (
    <ListPage
      title="Vouchers"
      call={vouchers.list}
      columns={columns}
      filters={filters}
      actions={(filter) => (
        <ExportButton
          call={vouchers.exportVouchers}
          input={filter}
          note="without names and emails. The export is recorded in the audit log."
        />
      )}
    />
  )
}

const columns: Column<AdminVoucher>[] = [
  {
    name: 'Voucher',
    cell: ({ id, number }) => (
      <span className="whitespace-nowrap">
        <RowLink to={`/vouchers/${id}`}>{readableNumber(number)}</RowLink>
      </span>
    ),
  },
  { name: 'Reward', cell: ({ reward }) => <span className="wrap-anywhere">{reward.title}</span> },
  {
    name: 'Member',
    cell: ({ member }) => <RowLink to={`/members/${member.id}`}>{member.name}</RowLink>,
  },
  { name: 'Handed out by', cell: ({ merchant }) => merchant?.name ?? desk },
  { name: 'Status', cell: ({ state }) => <VoucherStateBadge state={state} /> },
  { name: 'Claimed', cell: ({ claimed_at }) => <When at={claimed_at} /> },
  { name: 'Last day', cell: ({ last_day }) => <When at={last_day} /> },
]

/** The title of a reward; of copies with the same title, also the state and the number. */
function choiceName({ id, title, state }: RewardChoice, choices: RewardChoice[]): string {
  const isCopied = choices.some((other) => other.id !== id && other.title === title)
  return isCopied ? `${title} (${rewardStates[state].name}, ${id})` : title
}
