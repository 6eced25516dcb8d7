import { type AdminLinkGroup, change, create, list, remove, show } from '@stampus/contract/console/contact/linkGroups'
import type { InputOf } from '@stampus/contract/endpoint'
import { LINK_GROUPS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { RecordPage } from '../../shared/components/RecordPage.tsx'
import type { FieldsOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { recordForm } from '../../shared/forms/RecordForm.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { LinkFields, links } from './LinkFields.tsx'

const columns: Column<AdminLinkGroup>[] = [
  { name: 'Group', cell: ({ id, title }) => <RowLink to={`/links/${id}`}>{title}</RowLink> },
  { name: 'Position', align: 'right', cell: ({ position }) => position },
  { name: 'Links', align: 'right', cell: (group) => group.links.length },
  { name: 'Shown today', cell: (group) => <ShownToday {...group} /> },
]

function ShownToday({ shown_today, links: all }: AdminLinkGroup) {
  if (shown_today === 0) return <StateBadge look="quiet" name="Hidden" />
  return <StateBadge look="good" name={shown_today === all.length ? 'All' : `${shown_today} of ${all.length}`} />
}

export function LinkGroupsPage() {
  return (
    <ListPage
      title="Links"
      caption="Groups of links"
      call={list}
      columns={columns}
      add={{ to: '/links/new', text: 'New group' }}
      none="No links yet."
      hasPages={false}
    />
  )
}

const invalidates = ['/console/link-groups']
const removal = { call: remove, invalidates, consequence: 'Members will no longer see this group and its links.' }

export function LinkGroupPage() {
  const parent = { to: '/links', name: 'Links' }
  return <RecordPage what="Group of links" list={parent} show={show} removal={removal} Form={GroupForm} />
}

const fields = {
  title: field.line('Title', TITLE_MAX),
  title_ms: field.line('Title in Malay (optional)', TITLE_MAX),
  position: field.beginsWith(
    () => '1',
    field.count('Position', {
      maxLength: String(LINK_GROUPS_MAX).length,
      hint: 'Position 1 is shown first.',
      className: 'max-w-60',
    }),
  ),
  links,
} satisfies FieldsOf<AdminLinkGroup, InputOf<typeof create>>

const GroupForm = recordForm({
  fields,
  create,
  change,
  invalidates,
  add: 'Add group',
  groups: [{ names: ['title', 'title_ms'] }],
  children: () => <LinkFields />,
})
