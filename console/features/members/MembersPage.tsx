import { type MemberRow, searchMembers } from '@stampus/contract/console/members'
import { EmailText } from '@stampus/ui/EmailText'
import { When } from '../../shared/components/When.tsx'
import { optionsOf } from '../../shared/forms/Select.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { options, search } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { MemberState } from './MemberState.tsx'

const states = { verified: 'Verified', unverified: 'Not verified', suspended: 'Suspended' }

const columns: Column<MemberRow>[] = [
  { name: 'Name', cell: ({ id, name }) => <RowLink to={`/members/${id}`}>{name}</RowLink> },
  { name: 'Email', cell: ({ email }) => email && <EmailText address={email} /> },
  { name: 'Member number', align: 'right', cell: ({ id }) => id },
  { name: 'Registered', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'Status', cell: (member) => <MemberState member={member} /> },
]

const filters = {
  search: search('Name, email or member number'),
  state: options('Status', optionsOf('All statuses', states)),
}

export function MembersPage() {
  return (
    <ListPage
      title="Members"
      call={searchMembers}
      columns={columns}
      filters={filters}
      layout="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      clear="none"
    />
  )
}
