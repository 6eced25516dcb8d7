import {
  type AdminVoucher,
  exportVouchers,
  list,
  type RewardChoice,
  rewardChoices,
} from '@stampus/contract/console/vouchers'
import { readableNumber } from '@stampus/contract/rewards/voucherCodes'
import type { VoucherState } from '@stampus/contract/rewards/vouchers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFile, fieldError } from '../../shared/api/api.ts'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { rewardStateLabels, voucherStateLabels } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { VoucherStateBadge } from './VoucherStateBadge.tsx'

const stateOptions = Object.keys(voucherStateLabels) as VoucherState[]
const states = [
  { value: '', name: 'All statuses' },
  ...stateOptions.map((value) => ({ value, name: voucherStateLabels[value] })),
]

/** All vouchers, the newest first, filtered by number or member, reward and state. Links may ask for one member. */
export default function VouchersPage() {
  const { values, change, clear, isFiltered } = useFilters('search', 'member_id', 'reward_id', 'state')
  const state: VoucherState | '' = stateOptions.find((known) => known === values.state) ?? ''
  const { member_id: member = '', reward_id: reward = '' } = values
  // The field shows the member's number of a link, until something else is searched for.
  const search = values.search ?? member
  const filter = { search: values.search, member_id: member, reward_id: reward, state }
  const query = useQuery({ ...q(list, { page: values.page, ...filter }), placeholderData: keepPreviousData })
  return (
    <Page
      title="Vouchers"
      actions={
        <ExportButton
          fetchFile={() => callFile(exportVouchers, filter)}
          note="without names and emails. The export is recorded in the audit log."
        />
      }
    >
      <search className="grid items-start gap-3 sm:grid-cols-3">
        <SearchField
          label="Voucher or member"
          value={search}
          onSearch={(search) => change({ search, member_id: '' })}
          hint="A voucher's number, or a member's name, email or number."
          error={fieldError(query.error, 'search') ?? fieldError(query.error, 'member_id')}
        />
        <RewardSelect
          value={reward}
          onChange={(reward_id) => change({ reward_id })}
          error={fieldError(query.error, 'reward_id')}
        />
        <Select
          label="Status"
          options={states}
          value={state}
          onChange={(event) => change({ state: event.target.value })}
        />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <PagedTable query={query} what="vouchers" caption="Vouchers" none="No vouchers found." columns={columns} />
    </Page>
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

type RewardSelectProps = { value: string; onChange: (id: string) => void; error: string | undefined }

function RewardSelect({ value, onChange, error }: RewardSelectProps) {
  const { data } = useQuery(q(rewardChoices, {}))
  const choices = data?.data ?? []
  const known = choices.map((choice) => ({ value: String(choice.id), name: choiceName(choice, choices) }))
  const other = value && known.every((one) => one.value !== value) ? [{ value, name: `Reward ${value}` }] : []
  const options = [{ value: '', name: 'All rewards' }, ...known, ...other]
  return (
    <Select
      label="Reward"
      options={options}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  )
}

/** The title of a reward; of copies with the same title, also the state and the number. */
function choiceName({ id, title, state }: RewardChoice, choices: RewardChoice[]): string {
  const isCopied = choices.some((other) => other.id !== id && other.title === title)
  return isCopied ? `${title} (${rewardStateLabels[state]}, ${id})` : title
}
