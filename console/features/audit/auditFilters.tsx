import type { AuditEntry } from '@stampus/contract/console/audit'
import { type OperatorRow, operators } from '@stampus/contract/console/operators'
import { hasMore } from '@stampus/contract/fields'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from '../../shared/api/api.ts'
import { reportSignedOut } from '../../shared/api/queries.ts'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { dayFilter, type Filter, type FilterProps, options, unchecked } from '../../shared/lists/filters.tsx'
import { groups, subjectKinds } from './actions.ts'

/** The operators of the shown entries: removed operators are in no other list. */
export const ShownOperators = createContext<AuditEntry['operator'][]>([])

/** The number of a record, once its kind is chosen. */
const recordNumber: Filter = {
  Control: ({ value, onChange, error, values }) =>
    values.subject_kind ? <SearchField label="Record number" value={value} onSearch={onChange} error={error} /> : null,
}

/** Another kind of record has other numbers. */
const recordKind: Filter = {
  Control: ({ value, change }) => (
    <Select
      label="Record"
      options={subjectKinds}
      value={value}
      onChange={({ target }) => change({ subject_kind: target.value, subject_id: '' })}
    />
  ),
}

/** The filters of the audit log. The server checks them. */
export const auditFilters = {
  operator_id: { Control: OperatorSelect },
  group: unchecked(options('Action', groups)),
  subject_kind: recordKind,
  subject_id: recordNumber,
  from: dayFilter('From'),
  to: dayFilter('Until'),
  /** Set by the links to older entries. */
  before: {},
} satisfies Record<string, Filter>

function OperatorSelect({ value, onChange }: FilterProps) {
  const { data = [] } = useQuery(allOperatorsQuery)
  const known = data.map(({ id, name }) => ({ value: String(id), name }))
  const shown = useContext(ShownOperators).find((one) => String(one?.id) === value)
  const name = shown?.name ?? `Operator ${value}`
  const other = value && known.every((one) => one.value !== value) ? [{ value, name }] : []
  const all = [{ value: '', name: 'All operators' }, ...known, ...other]
  return <Select label="Operator" options={all} value={value} onChange={({ target }) => onChange(target.value)} />
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
