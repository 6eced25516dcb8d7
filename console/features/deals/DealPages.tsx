import { type AdminDeal, change, create, type DealState, list, remove, show } from '@stampus/contract/console/deals'
import type { InputOf } from '@stampus/contract/endpoint'
import { DESCRIPTION_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { isRealDay } from '@stampus/contract/values/days'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { RecordPage } from '../../shared/components/RecordPage.tsx'
import { When } from '../../shared/components/When.tsx'
import { today } from '../../shared/dates.ts'
import type { FieldsOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { recordForm } from '../../shared/forms/RecordForm.tsx'
import { type Column, RowLink } from '../../shared/lists/DataTable.tsx'
import { merchantFilter, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'

const states: States<DealState> = {
  planned: { name: 'Scheduled', look: 'soon' },
  running: { name: 'Active', look: 'good' },
  over: { name: 'Ended', look: 'quiet' },
}

const columns: Column<AdminDeal>[] = [
  { name: 'Deal', cell: ({ id, title }) => <RowLink to={`/deals/${id}`}>{title}</RowLink> },
  { name: 'Merchant', cell: (deal) => deal.merchant.name },
  { name: 'Status', cell: ({ state }) => <StateBadge {...states[state]} /> },
  { name: 'First day', cell: ({ start_date }) => <When at={start_date} /> },
  { name: 'Last day', cell: ({ end_date }) => <When at={end_date} /> },
]

const filters = { merchant_id: merchantFilter, state: stateFilter(states) }

export function DealsPage() {
  const add = { to: '/deals/new', text: 'New deal' }
  return <ListPage title="Deals" call={list} columns={columns} filters={filters} add={add} />
}

const removal = { call: remove, consequence: 'Members will no longer see this deal. Its picture is deleted too.' }

export function DealPage() {
  const parent = { to: '/deals', name: 'Deals' }
  return <RecordPage what="Deal" list={parent} show={show} removal={removal} Form={DealForm} />
}

const fields = {
  merchant_id: field.merchant('Merchant', (deal: AdminDeal) => deal.merchant),
  title: field.line('Title', TITLE_MAX),
  description: field.paragraphs('Description', DESCRIPTION_MAX, 5),
  title_ms: field.line('Title in Malay', TITLE_MAX),
  description_ms: field.paragraphs('Description in Malay', DESCRIPTION_MAX, 5),
  start_date: field.day('First day'),
  end_date: field.day('Last day'),
  image_key: field.picture('Picture', 'cover', (deal: AdminDeal) => [deal.image_key, deal.image_url]),
} satisfies FieldsOf<AdminDeal, InputOf<typeof create>>

const DealForm = recordForm({
  fields,
  create,
  change,
  add: 'Add deal',
  groups: [{ names: ['start_date', 'end_date'] }],
  invalidates: ['/console/deals', '/console/merchants'],
  hints: pastDayHint,
  confirmationFor: (values, deal) => Object.values(pastDayHint(values, deal))[0],
})

type Days = { start_date: string; end_date: string }

/** A warning below a new day in the past. The server rejects invalid days. */
function pastDayHint({ start_date, end_date }: Days, deal: AdminDeal | undefined): Partial<Days> {
  if (!isRealDay(start_date) || !isRealDay(end_date) || end_date < start_date) return {}
  if (end_date < today() && end_date !== deal?.end_date)
    return { end_date: "This day has passed. Members won't see the deal." }
  if (start_date < today() && start_date !== deal?.start_date && end_date >= today())
    return { start_date: 'This day has passed. Members will see the deal as soon as you save.' }
  return {}
}
