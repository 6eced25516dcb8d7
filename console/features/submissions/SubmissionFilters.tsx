import { type exportSubmissions, operatorChoices } from '@stampus/contract/console/submissions'
import type { InputOf } from '@stampus/contract/endpoint'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { useQuery } from '@tanstack/react-query'
import { fieldError } from '../../shared/api/api.ts'
import { q } from '../../shared/api/queries.ts'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { MerchantFilter } from '../../shared/forms/MerchantField.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { presetReasons } from '../../shared/labels/reasons.ts'
import type { useFilters } from '../../shared/lists/useFilters.tsx'
import { ClearFilters } from '../../shared/lists/useFilters.tsx'
import { settings } from '../../shared/settings.ts'

const STATUSES = [
  { value: '', name: 'All statuses' },
  { value: 'pending', name: 'Pending' },
  { value: 'approved', name: 'Approved' },
  { value: 'rejected', name: 'Rejected' },
  { value: 'withdrawn', name: 'Withdrawn' },
]

const RAISED = [
  { value: '', name: 'All' },
  { value: 'escalated', name: 'Escalated to managers' },
  { value: 'appealed', name: 'Appealed' },
]

const REASONS = [
  { value: '', name: 'All reasons' },
  ...presetReasons.map(({ code, name }) => ({ value: code, name })),
  { value: 'own_words', name: 'Other reason' },
]

type Props = Pick<ReturnType<typeof useFilters<FilterName>>, 'values' | 'change' | 'clear' | 'isFiltered'> & {
  /** The last error; field errors show under their fields. */
  error: Error | null
}

export function SubmissionFilters({ values, change, clear, isFiltered, error }: Props) {
  const errorOf = (name: FilterName) => fieldError(error, name)
  return (
    <search className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.25fr)]">
      <SearchField
        label="Name or email"
        value={values.person ?? ''}
        onSearch={(person) => change({ person })}
        error={errorOf('person')}
        className="min-w-0"
      />
      <MerchantFilter
        id={values.merchant_id ?? ''}
        onChange={(merchant_id) => change({ merchant_id })}
        error={errorOf('merchant_id')}
      />
      <SearchField
        label="Receipt or invoice"
        value={values.number ?? ''}
        onSearch={(number) => change({ number })}
        error={errorOf('number')}
      />
      <Select
        label="Status"
        options={STATUSES}
        value={values.status ?? ''}
        onChange={(event) => change({ status: event.target.value })}
        error={errorOf('status')}
      />
      <Select
        label="Escalated or appealed"
        options={RAISED}
        value={values.raised ?? ''}
        onChange={(event) => change({ raised: event.target.value })}
        error={errorOf('raised')}
        className="max-lg:col-span-2"
      />
      <DayField
        label="Received from"
        value={values.received_from}
        onChange={(day) => change({ received_from: day })}
        error={errorOf('received_from')}
      />
      <DayField
        label="Received until"
        value={values.received_to}
        onChange={(day) => change({ received_to: day })}
        error={errorOf('received_to')}
      />
      <div className="max-lg:col-span-2">
        <DayField
          label="Purchase date"
          value={values.purchased_on}
          onChange={(day) => change({ purchased_on: day })}
          error={errorOf('purchased_on')}
        />
      </div>
      <DayField
        label="Decided from"
        value={values.decided_from}
        onChange={(day) => change({ decided_from: day })}
        error={errorOf('decided_from')}
      />
      <DayField
        label="Decided until"
        value={values.decided_to}
        onChange={(day) => change({ decided_to: day })}
        error={errorOf('decided_to')}
      />
      <OperatorSelect
        value={values.operator_id ?? ''}
        onChange={(operator_id) => change({ operator_id })}
        error={errorOf('operator_id')}
      />
      <Select
        label="Rejection reason"
        options={REASONS}
        value={values.reason ?? ''}
        onChange={(event) => change({ reason: event.target.value })}
        error={errorOf('reason')}
      />
      <SearchField
        label="Amount from"
        value={values.amount_from ?? ''}
        onSearch={(amount) => change({ amount_from: amount })}
        error={errorOf('amount_from')}
      />
      <SearchField
        label="Amount to"
        value={values.amount_to ?? ''}
        onSearch={(amount) => change({ amount_to: amount })}
        error={errorOf('amount_to')}
      />
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
    </search>
  )
}

type OperatorProps = { value: string; onChange: (id: string) => void; error: string | undefined }

function OperatorSelect({ value, onChange, error }: OperatorProps) {
  const { data } = useQuery(q(operatorChoices, {}))
  const known = data?.data.map(({ id, name }) => ({ value: String(id), name })) ?? []
  const unknown = value && !known.some((one) => one.value === value) ? [{ value, name: `Operator ${value}` }] : []
  const options = [{ value: '', name: 'All operators' }, ...known, ...unknown]
  const choose = ({ target }: { target: { value: string } }) => onChange(target.value)
  return <Select label="Decided by" options={options} value={value} onChange={choose} error={error} />
}

/** The filters in the address bar, named like the call's parameters. */
export const filterNames = [
  'person',
  'merchant_id',
  'member_id',
  'number',
  'status',
  'raised',
  'received_from',
  'received_to',
  'decided_from',
  'decided_to',
  'operator_id',
  'reason',
  'purchased_on',
  'amount_from',
  'amount_to',
] as const
type FilterName = (typeof filterNames)[number]

/** The input of the search, with plain amounts. Values from the address bar are not checked here: the server validates them. */
export function toSearch(values: Partial<Record<FilterName, string>>): InputOf<typeof exportSubmissions> {
  const { amount_from: from, amount_to: to } = values
  const amounts = {
    ...(from && { amount_from: amountToSend(from, settings.currency) }),
    ...(to && { amount_to: amountToSend(to, settings.currency) }),
  }
  return { ...values, ...amounts } as InputOf<typeof exportSubmissions>
}
