import { type AdminStatement, exportStatements, list } from '@stampus/contract/console/settlement/statements'
import { formatMonth } from '@stampus/contract/values/days'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ExportButton } from '../../shared/lists/ExportButton.tsx'
import { monthFilter, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { money, nextLabels, StatementBadge, statementPath, statementStates } from './statementLabels.tsx'

const filters = { month: monthFilter('Month'), state: stateFilter(statementStates) }

/** What merchants are owed: first what waits for an answer, then the statements, beginning with what is to be done. */
export function SettlementPage() {
  return (
    <ListPage
      title="Settlement"
      caption="Statements"
      what="statements"
      call={list}
      columns={columns}
      filters={filters}
      layout="grid items-start gap-3 sm:grid-cols-3"
      none={(isFiltered) =>
        isFiltered ? 'No statements found.' : 'No statements yet. The first one starts with the first hand-over.'
      }
      keyOf={({ merchant, month }) => `${merchant.id}/${month}`}
      actions={({ month }) => (
        <ExportButton
          call={exportStatements}
          input={{ month }}
          note={`the lines of ${month ? 'this month' : 'all months'}. The export is recorded in the audit log.`}
        />
      )}
    >
      <OpenQuestions />
    </ListPage>
  )
}

const columns: Column<AdminStatement>[] = [
  {
    name: 'Merchant',
    cell: ({ merchant, month }) => <RowLink to={statementPath(merchant, month)}>{merchant.name}</RowLink>,
  },
  { name: 'Month', cell: ({ month }) => <span className="whitespace-nowrap">{formatMonth(month)}</span> },
  { name: 'Status', cell: ({ state }) => <StatementBadge state={state} /> },
  { name: 'To do', cell: ({ next }) => (next ? <StateBadge look="soon" name={nextLabels[next]} /> : null) },
  { name: 'Lines', align: 'right', cell: ({ lines }) => lines },
  { name: 'Total', align: 'right', cell: ({ total_sen }) => money(total_sen) },
]
