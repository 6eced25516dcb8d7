import { type AuditEntry, auditLog } from '@stampus/contract/console/audit'
import labels from '@stampus/contract/console/auditLabels.json' with { type: 'json' }
import { type OperatorRow, operators } from '@stampus/contract/console/operators'
import { hasMore } from '@stampus/contract/fields'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callWithSession, q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { optionsOf, Select } from '../../shared/forms/Select.tsx'
import { fieldLabel, valueText } from '../../shared/labels/fieldLabels.ts'
import { type Column, DataTable, ListBody, PageLinks, RowLink, withParam } from '../../shared/lists/DataTable.tsx'
import {
  ClearFilters,
  dayFilter,
  type Filter,
  FilterFields,
  type FilterProps,
  options,
  unchecked,
  useCheckedFilters,
} from '../../shared/lists/filters.tsx'

/** Labels by the names of the log. An action or a kind of record that is no longer in use shows its name. */
const actions = new Map<string, string>(Object.entries(labels.actions))
const subjects: Record<string, { name: string; path?: string }> = labels.subjects
const subjectNames = Object.fromEntries(Object.entries(subjects).map(([kind, { name }]) => [kind, name]))

/** The operators of the shown entries: removed operators are in no other list. */
const ShownOperators = createContext<AuditEntry['operator'][]>([])

/** The filters of the audit log. The server checks them. */
const filters = {
  operator_id: { Control: OperatorSelect },
  group: unchecked(options('Action', optionsOf('All actions', labels.groups))),
  subject_kind: {
    // Records of another kind have other numbers.
    Control: ({ value, change }) => (
      <Select
        label="Record"
        options={optionsOf('All records', subjectNames)}
        value={value}
        onChange={(kind) => change({ subject_kind: kind, subject_id: '' })}
      />
    ),
  },
  subject_id: {
    Control: ({ value, onChange, error, values }) =>
      values.subject_kind ? (
        <SearchField label="Record number" value={value} error={error} onSearch={onChange} />
      ) : null,
  },
  from: dayFilter('From'),
  to: dayFilter('Until'),
  before: {},
} satisfies Record<string, Filter>

export function AuditPage() {
  const { values, sent, change, clear, isFiltered } = useCheckedFilters(filters)
  const query = useQuery({ ...q(auditLog, sent), placeholderData: keepPreviousData })
  return (
    <Page title="Audit log">
      <ShownOperators value={query.data?.data.map(({ operator }) => operator) ?? []}>
        <FilterFields
          filters={filters}
          values={values}
          layout={layout}
          change={(changes) => change({ ...changes, before: '' })}
          error={query.error}
        >
          <ClearFilters isFiltered={isFiltered} clear={clear} />
        </FilterFields>
      </ShownOperators>
      <ListBody query={query} what="audit log" none="No entries found.">
        {(log) => (
          <>
            <DataTable caption="Audit log" columns={columns} rows={log.data} keyOf={({ id }) => id} />
            <OlderNewerLinks older={log.older} />
          </>
        )}
      </ListBody>
    </Page>
  )
}

function OperatorSelect({ value, onChange }: FilterProps) {
  const { data = [] } = useQuery(allOperatorsQuery)
  const known = data.map(({ id, name }) => ({ value: String(id), name }))
  const shown = useContext(ShownOperators).find((one) => String(one?.id) === value)
  const name = shown?.name ?? `Operator ${value}`
  const other = value && known.every((one) => one.value !== value) ? [{ value, name }] : []
  const all = [{ value: '', name: 'All operators' }, ...known, ...other]
  return <Select label="Operator" options={all} value={value} onChange={onChange} />
}

const PAGES = 20

const allOperatorsQuery = queryOptions({ queryKey: [operators.path, 'every'], queryFn: () => fetchFrom(1) })

async function fetchFrom(page: number): Promise<OperatorRow[]> {
  const found = await callWithSession(operators, { page })
  return hasMore(found) && page < PAGES ? [...found.data, ...(await fetchFrom(page + 1))] : found.data
}

// The fields fill their rows, whatever their number.
const layout = 'flex flex-wrap items-start gap-3 [&>div]:min-w-0 [&>div]:flex-[1_0_9rem]'

const columns: Column<AuditEntry>[] = [
  { name: 'Time', cell: ({ created_at }) => <When at={created_at} hasSeconds /> },
  { name: 'Operator', cell: (entry) => <Actor {...entry} /> },
  { name: 'Action', cell: ({ action }) => actions.get(action) ?? action },
  { name: 'Record', cell: Subject },
  { name: 'Change', cell: (entry) => <Changes {...entry} /> },
]

function Actor({ operator, owner }: AuditEntry) {
  if (owner)
    return (
      <span className="block md:min-w-28">
        <span className="block text-small text-muted">Owner</span>
        <RowLink to={`/owners/${owner.id}`}>{owner.name}</RowLink>
      </span>
    )
  if (!operator) return 'Command line'
  return (
    <span className="block md:min-w-28">
      <RowLink to={`/audit?operator_id=${operator.id}`}>{operator.name}</RowLink>
    </span>
  )
}

/** The subject's name under its kind, or its number without a name. */
function Subject({ subject_kind, subject_id: id, subject_name: name, subject_gone: isRemoved }: AuditEntry) {
  const { name: kind = subject_kind, path } = subjects[subject_kind] ?? {}
  const label = name ?? `${kind} ${id}`
  return (
    <>
      {name ? <span className="block text-small text-muted">{kind}</span> : null}
      {path && !isRemoved ? (
        <RowLink to={path.replace(':id', String(id))}>{label}</RowLink>
      ) : (
        <span className="wrap-anywhere">{label}</span>
      )}
      {isRemoved ? <span className="block text-small text-muted">deleted</span> : null}
    </>
  )
}

function OlderNewerLinks({ older }: { older: number | null }) {
  const [params] = useSearchParams()
  return (
    <PageLinks
      back={params.has('before') && { to: withParam(params, 'before', null), text: 'Newest' }}
      on={older !== null && { to: withParam(params, 'before', older), text: 'Older' }}
    />
  )
}

const SHOWN = 300

/** Each changed field before and after; only the field names if the log has no values. */
function Changes({ changes, changed_fields }: Pick<AuditEntry, 'changes' | 'changed_fields'>) {
  if (!changes) return <span className="text-muted">{changed_fields.map(fieldLabel).join(', ') || '–'}</span>
  return (
    <dl className="grid gap-1.5 text-small">
      {changes.map((change) => (
        <ChangedField key={change.field} {...change} />
      ))}
    </dl>
  )
}

function ChangedField({ field, before, after }: NonNullable<AuditEntry['changes']>[number]) {
  const was = before && valueText(field, before)
  const is = after && valueText(field, after)
  return (
    <div>
      <dt className="font-semibold">{fieldLabel(field)}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        <span className="sr-only">Before: </span>
        <Value text={was} />
        <span aria-hidden="true"> → </span>
        <span className="sr-only">, after: </span>
        <Value text={is && is === was ? `${is} (changed)` : is} />
      </dd>
    </div>
  )
}

/** A long text is cut, with a button that shows all of it. */
function Value({ text }: { text: string | null }) {
  const [whole, setWhole] = useState(false)
  if (!text) return <span className="text-muted">empty</span>
  if (text.length <= SHOWN) return text
  return (
    <>
      {whole ? text : `${text.slice(0, SHOWN)}…`}
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        className="min-h-11 min-w-11 px-1 font-semibold text-blue hover:underline"
      >
        {whole ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
