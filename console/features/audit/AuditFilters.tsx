import type { AuditEntry } from '@stampus/contract/console/audit'
import { type OperatorRow, operators } from '@stampus/contract/console/operators'
import { hasMore } from '@stampus/contract/fields'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, fieldError } from '../../shared/api/api.ts'
import { reportSignedOut } from '../../shared/api/queries.ts'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { ClearFilters } from '../../shared/lists/useFilters.tsx'
import { groups, subjectKinds } from './actions.ts'

/** The filters in the address bar. */
export const filterNames = ['operator_id', 'group', 'subject_kind', 'subject_id', 'from', 'to', 'before'] as const

type FilterValues = Partial<Record<(typeof filterNames)[number], string>>
type Props = {
  values: FilterValues
  onChange: (changes: FilterValues) => void
  isFiltered: boolean
  onClear: () => void
  /** The last error; field errors show under their fields. */
  error: Error | null
  /** The operators of the shown entries: removed operators are in no other list. */
  shownOperators: AuditEntry['operator'][]
}

export function AuditFilters({ values, onChange, isFiltered, onClear, error, shownOperators }: Props) {
  return (
    <search className={look}>
      <OperatorSelect
        value={values.operator_id ?? ''}
        shownOperators={shownOperators}
        onChange={(operator_id) => onChange({ operator_id })}
      />
      <Select
        label="Action"
        options={groups}
        value={values.group ?? ''}
        onChange={({ target }) => onChange({ group: target.value })}
      />
      <Select
        label="Record"
        options={subjectKinds}
        value={values.subject_kind ?? ''}
        onChange={({ target }) => onChange({ subject_kind: target.value, subject_id: '' })}
      />
      {values.subject_kind ? (
        <SearchField
          label="Record number"
          value={values.subject_id ?? ''}
          onSearch={(subject_id) => onChange({ subject_id })}
          error={fieldError(error, 'subject_id')}
        />
      ) : null}
      <DayField
        label="From"
        value={values.from}
        onChange={(from) => onChange({ from })}
        error={fieldError(error, 'from')}
      />
      <DayField label="Until" value={values.to} onChange={(to) => onChange({ to })} error={fieldError(error, 'to')} />
      <ClearFilters isFiltered={isFiltered} onClear={onClear} />
    </search>
  )
}

// The fields fill their rows, whatever their number.
const look = 'flex flex-wrap items-start gap-3 [&>div]:min-w-0 [&>div]:flex-[1_0_9rem]'

type OperatorProps = Pick<Props, 'shownOperators'> & { value: string; onChange: (id: string) => void }

function OperatorSelect({ value, shownOperators, onChange }: OperatorProps) {
  const { data = [] } = useQuery(allOperatorsQuery)
  const known = data.map(({ id, name }) => ({ value: String(id), name }))
  const name = shownOperators.find((one) => String(one?.id) === value)?.name ?? `Operator ${value}`
  const other = value && known.every((one) => one.value !== value) ? [{ value, name }] : []
  const options = [{ value: '', name: 'All operators' }, ...known, ...other]
  return <Select label="Operator" options={options} value={value} onChange={({ target }) => onChange(target.value)} />
}

const PAGES = 20

/** All operators: fetches every page. */
const allOperatorsQuery = queryOptions({ queryKey: [operators.path, 'every'], queryFn: () => fetchFrom(1) })

async function fetchFrom(page: number): Promise<OperatorRow[]> {
  try {
    const found = await call(operators, { page })
    return hasMore(found) && page < PAGES ? [...found.data, ...(await fetchFrom(page + 1))] : found.data
  } catch (error) {
    reportSignedOut(error)
    throw error
  }
}
