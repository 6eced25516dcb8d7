import { type MemberRow, memberStates, searchMembers } from '@stampus/contract/console/members'
import { EmailText } from '@stampus/ui/EmailText'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { SearchField } from '../../shared/forms/SearchField.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { useFilters } from '../../shared/lists/useFilters.tsx'
import { MemberState } from './MemberState.tsx'

const STATES = [
  { value: '', name: 'All statuses' },
  { value: 'verified', name: 'Verified' },
  { value: 'unverified', name: 'Not verified' },
  { value: 'suspended', name: 'Suspended' },
]

/** All members, searched by name, address or number. */
export default function MembersPage() {
  const { values, change } = useFilters('search', 'state')
  const state = memberStates.find((known) => known === values.state)
  const query = { search: values.search, state, page: values.page }
  const list = useQuery({ ...q(searchMembers, query), placeholderData: (before) => before })
  return (
    <Page title="Members">
      <search className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchField
          label="Name, email or member number"
          value={values.search ?? ''}
          onSearch={(search) => change({ search })}
        />
        <Select
          label="Status"
          options={STATES}
          value={state ?? ''}
          onChange={(event) => change({ state: event.target.value })}
        />
      </search>
      <PagedTable query={list} what="members" caption="Members" none="No members found." columns={columns} />
    </Page>
  )
}

const columns: Column<MemberRow>[] = [
  { name: 'Name', cell: ({ id, name }) => <RowLink to={`/members/${id}`}>{name}</RowLink> },
  { name: 'Email', cell: ({ email }) => email && <EmailText address={email} /> },
  { name: 'Member number', align: 'right', cell: ({ id }) => id },
  { name: 'Registered', cell: ({ created_at }) => <When at={created_at} /> },
  { name: 'Status', cell: (member) => <MemberState member={member} /> },
]
