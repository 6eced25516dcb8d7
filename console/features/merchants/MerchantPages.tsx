import { type ListedMerchant, list, show } from '@stampus/contract/console/merchants'
import { buttonClass } from '@stampus/ui/Button'
import { Picture } from '@stampus/ui/Picture'
import { Gift, QrCode, Smartphone, Tag } from 'lucide-react'
import { Link } from 'react-router'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { RecordPage } from '../../shared/components/RecordPage.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { recordFilter, search, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { categories } from './categories.ts'
import { MerchantForm } from './MerchantForm.tsx'

const states: States<'active' | 'inactive'> = {
  active: { name: 'Active', look: 'good' },
  inactive: { name: 'Inactive', look: 'quiet' },
}

const columns: Column<ListedMerchant>[] = [
  { name: 'Merchant', cell: (merchant) => <Name {...merchant} /> },
  { name: 'Category', cell: ({ category }) => category.name },
  { name: 'Status', cell: ({ is_active }) => <StateBadge {...states[is_active ? 'active' : 'inactive']} /> },
  { name: 'Active deals', align: 'right', cell: ({ running_deals }) => running_deals },
]

function Name({ id, name, slug, logo_url }: ListedMerchant) {
  return (
    <Link to={`/merchants/${id}`} className="flex min-h-11 items-center gap-3 text-blue hover:underline">
      <Picture src={logo_url} alt="" width={40} height={40} className="size-10 rounded-control" />
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block text-small text-muted">{slug}</span>
      </span>
    </Link>
  )
}

const filters = {
  search: search('Name'),
  category_id: recordFilter('Category', categories('All categories')),
  state: stateFilter(states),
}

/** All merchants, filtered by name, category and state. */
export function MerchantsPage() {
  return (
    <ListPage
      title="Merchants"
      call={list}
      columns={columns}
      filters={filters}
      add={{ to: '/merchants/new', text: 'New merchant' }}
      actions={<LinkButton to="/categories">Categories</LinkButton>}
    />
  )
}

/** Adds a merchant, or shows one to change it, with links to its poster, deals, rewards and owners. */
export function MerchantPage() {
  const parent = { to: '/merchants', name: 'Merchants' }
  return <RecordPage what="Merchant" list={parent} show={show} actions={MerchantLinks} Form={MerchantForm} />
}

function MerchantLinks({ id }: { id: number }) {
  const links = [
    { to: `/merchants/${id}/poster`, Icon: QrCode, text: 'QR poster' },
    { to: `/deals?merchant_id=${id}`, Icon: Tag, text: 'Deals' },
    { to: `/rewards?merchant_id=${id}`, Icon: Gift, text: 'Rewards' },
    { to: `/owners?merchant_id=${id}`, Icon: Smartphone, text: 'Owners' },
  ]
  return links.map(({ to, Icon, text }) => (
    <Link key={to} to={to} className={buttonClass('secondary')}>
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </Link>
  ))
}
