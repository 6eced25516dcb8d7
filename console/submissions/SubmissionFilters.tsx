import { MerchantFilter } from '../merchants/MerchantFilter.tsx'
import { Choice } from '../parts/Choice.tsx'
import { ClearFilters } from '../parts/ClearFilters.tsx'
import { DayField } from '../parts/DayField.tsx'
import { faultOf } from '../parts/faults.ts'
import type { useFilters } from '../parts/filters.ts'
import { SearchField } from '../parts/SearchField.tsx'
import type { FilterName } from './filterNames.ts'

const STATUSES = [
  { value: '', name: 'Any status' },
  { value: 'pending', name: 'Waiting' },
  { value: 'approved', name: 'Approved' },
  { value: 'rejected', name: 'Rejected' },
]

const RAISED = [
  { value: '', name: 'Whether or not' },
  { value: 'escalated', name: 'Handed on to a manager' },
  { value: 'appealed', name: 'Appealed' },
]

type Props = Pick<ReturnType<typeof useFilters<FilterName>>, 'given' | 'change' | 'clear' | 'narrowed'> & {
  /** What the server refused; it stands under its field. */
  error: Error | null
}

/** What narrows the list of submissions; the address bar holds it. */
export function SubmissionFilters({ given, change, clear, narrowed, error }: Props) {
  const fault = (name: FilterName) => faultOf(error, name)
  return (
    <search className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.25fr)]">
      <SearchField
        label="Name or address"
        value={given.person ?? ''}
        onSearch={(person) => change({ person })}
        error={fault('person')}
        className="min-w-0"
      />
      <MerchantFilter
        id={given.merchant_id ?? ''}
        onChange={(merchant_id) => change({ merchant_id })}
        error={fault('merchant_id')}
      />
      <SearchField
        label="Receipt or invoice"
        value={given.number ?? ''}
        onSearch={(number) => change({ number })}
        error={fault('number')}
      />
      <Choice
        label="Status"
        options={STATUSES}
        value={given.status ?? ''}
        onChange={(event) => change({ status: event.target.value })}
        error={fault('status')}
      />
      <Choice
        label="Handed on or appealed"
        options={RAISED}
        value={given.raised ?? ''}
        onChange={(event) => change({ raised: event.target.value })}
        error={fault('raised')}
        className="max-lg:col-span-2"
      />
      <DayField
        label="Received from"
        value={given.received_from}
        onChange={(day) => change({ received_from: day })}
        error={fault('received_from')}
      />
      <DayField
        label="Received until"
        value={given.received_to}
        onChange={(day) => change({ received_to: day })}
        error={fault('received_to')}
      />
      <div className="max-lg:col-span-2">
        <DayField
          label="Bought on"
          value={given.purchased_on}
          onChange={(day) => change({ purchased_on: day })}
          error={fault('purchased_on')}
        />
      </div>
      <SearchField
        label="Amount from"
        value={given.amount_from ?? ''}
        onSearch={(amount) => change({ amount_from: amount })}
        error={fault('amount_from')}
      />
      <SearchField
        label="Amount to"
        value={given.amount_to ?? ''}
        onSearch={(amount) => change({ amount_to: amount })}
        error={fault('amount_to')}
      />
      <ClearFilters narrowed={narrowed} onClear={clear} />
    </search>
  )
}
