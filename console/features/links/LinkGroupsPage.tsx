import { type AdminLinkGroup, list } from '@stampus/contract/console/contact/linkGroups'
import { buttonClass } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { type Column, DataTable, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'

/** The groups of links, in the order in which members see them. */
export default function LinkGroupsPage() {
  const query = useQuery(q(list, {}))
  return (
    <Page
      title="Links"
      actions={
        <Link to="/links/new" className={buttonClass('primary')}>
          <Plus aria-hidden="true" className="size-4" />
          New group
        </Link>
      }
    >
      <ListBody query={query} what="links" none="No links yet.">
        {({ data }) => <DataTable caption="Groups of links" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </ListBody>
    </Page>
  )
}

const columns: Column<AdminLinkGroup>[] = [
  { name: 'Group', cell: ({ id, title }) => <RowLink to={`/links/${id}`}>{title}</RowLink> },
  { name: 'Position', align: 'right', cell: ({ position }) => position },
  { name: 'Links', align: 'right', cell: ({ links }) => links.length },
  { name: 'Shown today', cell: (group) => <ShownToday {...group} /> },
]

function ShownToday({ shown_today, links }: AdminLinkGroup) {
  if (shown_today === 0) return <StateBadge look="quiet">Hidden</StateBadge>
  return (
    <StateBadge look="good">{shown_today === links.length ? 'All' : `${shown_today} of ${links.length}`}</StateBadge>
  )
}
