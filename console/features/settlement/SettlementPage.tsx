import { type AdminStatement, exportStatements, list } from '@stampus/contract/console/settlement/statements'
import { formatMonth } from '@stampus/contract/values/days'
import { statementStates } from '@stampus/contract/values/statements'
import { Field } from '@stampus/ui/Field'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFile, fieldError } from '../../shared/api/api.ts'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { type Column, DataTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'
import { Pager } from '../../shared/lists/Pager.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { StatementBadge } from './StatementBadge.tsx'
import { money, nextLabels, stateLabels, statementPath } from './statementLabels.ts'

const states = [
  { value: '', name: 'All statuses' },
  ...statementStates.map((value) => ({ value, name: stateLabels[value] })),
]

/** What merchants are owed: first what waits for an answer, then the statements, beginning with what is to be done. */
export default function SettlementPage() {
  const { values, change, clear, isFiltered } = useFilters('month', 'state')
  const state = statementStates.find((known) => known === values.state)
  const filter = { ...(values.month && { month: values.month }), ...(state && { state }) }
  const query = useQuery({ ...q(list, { page: values.page, ...filter }), placeholderData: keepPreviousData })
  return (
    <Page
      title="Settlement"
      actions={
        <ExportButton
          fetchFile={() => callFile(exportStatements, values.month ? { month: values.month } : {})}
          note={`the lines of ${values.month ? 'this month' : 'all months'}. The export is recorded in the audit log.`}
        />
      }
    >
      <OpenQuestions />
      <search className="grid items-start gap-3 sm:grid-cols-3">
        <Field
          label="Month"
          type="month"
          value={values.month ?? ''}
          onChange={({ target }) => change({ month: target.value })}
          error={fieldError(query.error, 'month')}
        />
        <Select
          label="Status"
          options={states}
          value={state ?? ''}
          onChange={({ target }) => change({ state: target.value })}
        />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <ListBody
        query={query}
        what="statements"
        none={isFiltered ? 'No statements found.' : 'No statements yet. The first one starts with the first hand-over.'}
      >
        {(found) => (
          <>
            <DataTable
              caption="Statements"
              columns={columns}
              rows={found.data}
              keyOf={({ merchant, month }) => `${merchant.id}/${month}`}
            />
            <Pager list={found} />
          </>
        )}
      </ListBody>
    </Page>
  )
}

const columns: Column<AdminStatement>[] = [
  {
    name: 'Merchant',
    cell: ({ merchant, month }) => <RowLink to={statementPath(merchant, month)}>{merchant.name}</RowLink>,
  },
  { name: 'Month', cell: ({ month }) => <span className="whitespace-nowrap">{formatMonth(month)}</span> },
  { name: 'Status', cell: ({ state }) => <StatementBadge state={state} /> },
  { name: 'To do', cell: ({ next }) => (next ? <StateBadge look="soon">{nextLabels[next]}</StateBadge> : null) },
  { name: 'Lines', align: 'right', cell: ({ lines }) => lines },
  { name: 'Total', align: 'right', cell: ({ total_sen }) => money(total_sen) },
]
