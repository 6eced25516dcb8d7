import {
  type AnnouncementState,
  announcementState,
  type ListedAnnouncement,
  list,
} from '@stampus/contract/console/announcements'
import { buttonClass } from '@stampus/ui/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { Select } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { useFilters } from '../../shared/lists/useFilters.tsx'

const stateNames: Record<AnnouncementState, string> = {
  draft: 'Draft',
  planned: 'Scheduled',
  published: 'Published',
  ended: 'Ended',
}
const looks = { draft: 'quiet', planned: 'soon', published: 'good', ended: 'quiet' } as const
const states = [
  { value: '', name: 'All statuses' },
  ...announcementState.options.map((value) => ({ value, name: stateNames[value] })),
]

/** All announcements, the newest first, including drafts and planned ones. */
export default function AnnouncementsPage() {
  const { values, change } = useFilters('state')
  const state = announcementState.options.find((known) => known === values.state) ?? ''
  const query = useQuery({ ...q(list, { page: values.page, state }), placeholderData: keepPreviousData })
  return (
    <Page title="Announcements" actions={<AddLink />}>
      <search className="max-w-72">
        <Select
          label="Status"
          options={states}
          value={state}
          onChange={(event) => change({ state: event.target.value })}
        />
      </search>
      <PagedTable
        query={query}
        what="announcements"
        caption="Announcements"
        none="No announcements found."
        columns={columns}
      />
    </Page>
  )
}

const columns: Column<ListedAnnouncement>[] = [
  { name: 'Announcement', cell: ({ id, title }) => <RowLink to={`/announcements/${id}`}>{title}</RowLink> },
  { name: 'Status', cell: ({ state }) => <StateBadge look={looks[state]}>{stateNames[state]}</StateBadge> },
  { name: 'Published', cell: ({ published_at }) => (published_at ? <When at={published_at} /> : '–') },
  { name: 'Ends', cell: ({ ends_at }) => (ends_at ? <When at={ends_at} /> : '–') },
  { name: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
]

function AddLink() {
  return (
    <Link to="/announcements/new" className={buttonClass('primary')}>
      <Plus aria-hidden="true" className="size-4" />
      New announcement
    </Link>
  )
}
