import { type AdminCaseRow, list } from '@stampus/contract/console/contact/cases'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { When } from '../../shared/components/When.tsx'
import { optionsOf } from '../../shared/forms/Select.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { linkedId, options } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { CaseStateBadge, filterLabels, objectText, subjectLabels, subjectOptions, Waiting } from './caseLabels.tsx'

const filters = {
  state: options('Status', optionsOf('All', filterLabels)),
  subject: options('About', subjectOptions),
  assignee: options('Assigned to', optionsOf('Anyone', { mine: 'Me', none: 'Nobody' })),
  member_id: linkedId,
}

/** What members ask: first what waits, the longest first. Links may ask for one member. */
export function CasesPage() {
  return (
    <ListPage
      title="Cases"
      call={list}
      columns={columns}
      filters={filters}
      actions={<LinkButton to="/canned-answers">Canned answers</LinkButton>}
    />
  )
}

const columns: Column<AdminCaseRow>[] = [
  {
    name: 'Case',
    cell: ({ id, subject, object }) => (
      <>
        <RowLink to={`/cases/${id}`}>{`${subjectLabels[subject]} (${id})`}</RowLink>
        {object ? <span className="wrap-anywhere block text-small text-muted">{objectText(object)}</span> : null}
      </>
    ),
  },
  {
    name: 'Member',
    cell: ({ member }) => (member ? <RowLink to={`/members/${member.id}`}>{member.name}</RowLink> : 'Deleted account'),
  },
  { name: 'Status', cell: ({ state }) => <CaseStateBadge state={state} /> },
  { name: 'Waiting', cell: (row) => <Waiting row={row} /> },
  { name: 'Assigned to', cell: ({ assignee }) => assignee?.name ?? 'Nobody' },
  { name: 'Last message', cell: ({ updated_at }) => <When at={updated_at} /> },
]
