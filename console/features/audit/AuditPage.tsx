import { type AuditEntry, auditLog } from '@stampus/contract/console/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { fieldLabel, valueText } from '../../shared/labels/fieldLabels.ts'
import { type Column, DataTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { FilterFields } from '../../shared/lists/FilterFields.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'
import { PageLink } from '../../shared/lists/Pager.tsx'
import { ClearFilters, useCheckedFilters } from '../../shared/lists/useFilters.tsx'
import { actionLabel, subjectOf } from './actions.ts'
import { auditFilters, ShownOperators } from './auditFilters.tsx'

/** The audit log: all actions of operators, the newest first. */
export function AuditPage() {
  const { values, sent, change, clear, isFiltered } = useCheckedFilters(auditFilters)
  const query = useQuery({ ...q(auditLog, sent), placeholderData: keepPreviousData })
  return (
    <Page title="Audit log">
      <ShownOperators value={query.data?.data.map(({ operator }) => operator) ?? []}>
        <FilterFields
          filters={auditFilters}
          values={values}
          change={(changes) => change({ ...changes, before: '' })}
          error={query.error}
          layout={layout}
        >
          <ClearFilters isFiltered={isFiltered} onClear={clear} />
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

// The fields fill their rows, whatever their number.
const layout = 'flex flex-wrap items-start gap-3 [&>div]:min-w-0 [&>div]:flex-[1_0_9rem]'

const columns: Column<AuditEntry>[] = [
  { name: 'Time', cell: ({ created_at }) => <When at={created_at} hasSeconds /> },
  { name: 'Operator', cell: (entry) => <Actor {...entry} /> },
  { name: 'Action', cell: ({ action }) => actionLabel(action) },
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
  const { kind, path } = subjectOf(subject_kind, id)
  const label = name ?? `${kind} ${id}`
  return (
    <>
      {name ? <span className="block text-small text-muted">{kind}</span> : null}
      {path && !isRemoved ? <RowLink to={path}>{label}</RowLink> : <span className="wrap-anywhere">{label}</span>}
      {isRemoved ? <span className="block text-small text-muted">deleted</span> : null}
    </>
  )
}

/** Links to older entries and back to the newest. */
function OlderNewerLinks({ older }: { older: number | null }) {
  const [params] = useSearchParams()
  const goesBack = params.has('before')
  if (!goesBack && older === null) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      {goesBack ? <PageLink to={withBefore(params, null)}>Newest</PageLink> : <span />}
      {older === null ? <span /> : <PageLink to={withBefore(params, older)}>Older</PageLink>}
    </nav>
  )
}

function withBefore(params: URLSearchParams, before: number | null): string {
  const next = new URLSearchParams(params)
  next.delete('before')
  if (before !== null) next.set('before', String(before))
  return `?${next}`
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
