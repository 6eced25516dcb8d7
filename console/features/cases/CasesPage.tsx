import { type AdminCaseRow, caseFilters, list } from '@stampus/contract/console/contact/cases'
import { caseSubject } from '@stampus/contract/contact/cases'
import { buttonClass } from '@stampus/ui/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { ClearFilters, useFilters } from '../../shared/lists/useFilters.tsx'
import { CaseStateBadge } from './CaseStateBadge.tsx'
import { filterLabels, objectText, subjectLabels } from './caseLabels.ts'
import { Waiting } from './Waiting.tsx'

const states = [{ value: '', name: 'All' }, ...caseFilters.map((value) => ({ value, name: filterLabels[value] }))]
const subjects = [
  { value: '', name: 'Everything' },
  ...caseSubject.options.map((value) => ({ value, name: subjectLabels[value] })),
]
const assignees = ['mine', 'none'] as const
const assigneeOptions = [
  { value: '', name: 'Anyone' },
  { value: 'mine', name: 'Me' },
  { value: 'none', name: 'Nobody' },
]

/** What members ask: first what waits, the longest first. Links may ask for one member. */
export default function CasesPage() {
  const { values, change, clear, isFiltered } = useFilters('state', 'subject', 'assignee', 'member_id')
  const state = caseFilters.find((known) => known === values.state) ?? ''
  const subject = caseSubject.options.find((known) => known === values.subject) ?? ''
  const assignee = assignees.find((known) => known === values.assignee) ?? ''
  const member_id = /^\d{1,15}$/.test(values.member_id ?? '') ? values.member_id : ''
  const query = useQuery({
    ...q(list, { page: values.page, state, subject, assignee, member_id }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Cases"
      actions={
        <Link to="/canned-answers" className={buttonClass('secondary')}>
          Canned answers
        </Link>
      }
    >
      <search className="grid gap-3 sm:grid-cols-3">
        <Select
          label="Status"
          options={states}
          value={state}
          onChange={({ target }) => change({ state: target.value })}
        />
        <Select
          label="About"
          options={subjects}
          value={subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Select
          label="Assigned to"
          options={assigneeOptions}
          value={assignee}
          onChange={({ target }) => change({ assignee: target.value })}
        />
      </search>
      <ClearFilters isFiltered={isFiltered} onClear={clear} />
      <PagedTable query={query} what="cases" caption="Cases" none="No cases found." columns={columns} />
    </Page>
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
