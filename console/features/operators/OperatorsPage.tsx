import { type OperatorRow, operators } from '@stampus/contract/console/operators'
import { Button } from '@stampus/ui/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { EmailText } from '../../shared/components/EmailText.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { State } from '../../shared/components/State.tsx'
import { When } from '../../shared/components/When.tsx'
import { useFilters } from '../../shared/filters.ts'
import { roleNames } from '../../shared/labels/roles.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { AddOperator } from './AddOperator.tsx'

/** Who may sign in at the console. */
export default function OperatorsPage() {
  const { given } = useFilters()
  const query = useQuery({ ...q(operators, { page: given.page }), placeholderData: keepPreviousData })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Add operator
    </Button>
  )
  return (
    <Page title="Operators" actions={add}>
      <PagedTable
        query={query}
        what="operators"
        caption="Operators"
        none="There are no operators on this page."
        columns={columns}
      />
      {adding ? <AddOperator onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

const columns: Column<OperatorRow>[] = [
  { name: 'Operator', cell: (operator) => <Name {...operator} /> },
  { name: 'Role', cell: ({ role }) => roleNames[role] },
  {
    name: 'Second factor',
    cell: ({ has_second_factor }) => (
      <State look={has_second_factor ? 'good' : 'quiet'}>{has_second_factor ? 'On' : 'Off'}</State>
    ),
  },
  { name: 'Last seen', cell: (operator) => <Seen {...operator} /> },
  { name: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
]

function Name({ id, name, email }: OperatorRow) {
  return (
    <Link to={`/operators/${id}`} className="grid min-h-11 content-center text-blue hover:underline">
      <span className="font-semibold">{name}</span>
      <span className="text-small text-muted">
        <EmailText address={email} />
      </span>
    </Link>
  )
}

function Seen({ last_seen_at, invited }: OperatorRow) {
  if (invited) return <State look="soon">No password yet</State>
  return last_seen_at ? <When at={last_seen_at} /> : 'Never'
}
