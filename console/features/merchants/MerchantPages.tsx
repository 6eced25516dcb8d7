import type { AdminMerchant, ListedMerchant, MerchantUsage } from '@stampus/contract/console/merchants'
import * as merchants from '@stampus/contract/console/merchants'
import type { InputOf } from '@stampus/contract/endpoint'
import * as limits from '@stampus/contract/limits'
import { MERCHANT_DESCRIPTION_MAX, OPENING_HOURS_MAX } from '@stampus/contract/merchants'
import { slugOf } from '@stampus/contract/values/slugs'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { Picture } from '@stampus/ui/Picture'
import { Gift, QrCode, Smartphone, Tag } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../shared/api/api.ts'
import { reportSignedOut } from '../../shared/api/queries.ts'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { RecordPage } from '../../shared/components/RecordPage.tsx'
import { TextLink } from '../../shared/components/TextLink.tsx'
import type { ControlProps, FieldsOf } from '../../shared/forms/fields.tsx'
import * as field from '../../shared/forms/fields.tsx'
import { type Confirmation, recordForm } from '../../shared/forms/RecordForm.tsx'
import { receiptsText } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { recordFilter, search, stateFilter } from '../../shared/lists/filters.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { categories } from './CategoriesPage.tsx'

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

export function MerchantsPage() {
  return (
    <ListPage
      title="Merchants"
      call={merchants.list}
      columns={columns}
      filters={filters}
      add={{ to: '/merchants/new', text: 'New merchant' }}
      actions={<LinkButton to="/categories">Categories</LinkButton>}
    />
  )
}

export function MerchantPage() {
  const parent = { to: '/merchants', name: 'Merchants' }
  return <RecordPage what="Merchant" list={parent} show={merchants.show} actions={MerchantLinks} Form={MerchantForm} />
}

function MerchantLinks({ id }: { id: number }) {
  const links = [
    { to: `/merchants/${id}/poster`, icon: QrCode, text: 'QR poster' },
    { to: `/deals?merchant_id=${id}`, icon: Tag, text: 'Deals' },
    { to: `/rewards?merchant_id=${id}`, icon: Gift, text: 'Rewards' },
    { to: `/owners?merchant_id=${id}`, icon: Smartphone, text: 'Owners' },
  ]
  return links.map(({ text, ...link }) => (
    <LinkButton key={text} {...link}>
      {text}
    </LinkButton>
  ))
}

const fields = {
  name: { ...field.line('Name'), Control: NameField },
  slug: { ...field.line('Page URL'), Control: SlugField },
  further_names: field.lines('Other names on its receipts, one per line (optional)', limits.FURTHER_NAMES_TEXT_MAX, 2),
  category_id: field.recordChoice(
    'Category',
    categories('Choose a category'),
    (merchant: AdminMerchant) => merchant.category,
  ),
  address: field.line('Address', limits.ADDRESS_MAX),
  contact_number: field.line('Contact number (optional)', limits.CONTACT_MAX, { type: 'tel' }),
  description: field.paragraphs('Description (optional)', MERCHANT_DESCRIPTION_MAX, 4),
  opening_hours: field.paragraphs('Opening hours (optional)', OPENING_HOURS_MAX, 2),
  description_ms: field.paragraphs('Description in Malay', MERCHANT_DESCRIPTION_MAX, 4),
  opening_hours_ms: field.paragraphs('Opening hours in Malay', OPENING_HOURS_MAX, 2),
  logo_key: field.picture('Logo', 'logo', (merchant: AdminMerchant) => [merchant.logo_key, merchant.logo_url]),
  is_active: field.checkbox('Active (members can find it and send receipts)', true),
  minimum_spend: field.amount('Minimum spend'),
  receipts_per_day: field.count('Receipts per member per day'),
  // Addresses are separated by lines, spaces, commas or semicolons.
  people: field.lines('Staff email addresses, one per line', limits.PEOPLE_TEXT_MAX, 4, /[\s,;]+/),
} satisfies FieldsOf<AdminMerchant, InputOf<typeof merchants.create>>

const MerchantForm = recordForm({
  fields,
  create: merchants.create,
  change: merchants.change,
  add: 'Add merchant',
  confirmationFor: confirmDeactivation,
  groups: [{ legend: 'Receipt rules (optional)', names: ['minimum_spend', 'receipts_per_day'] }],
  invalidates: ['/console/merchants', '/console/categories'],
})

type NameAndSlug = { name: string; slug: string }

/** The slug of a new merchant follows the name until it is edited. An existing merchant keeps its slug. */
function NameField({ onChange, ...control }: ControlProps<string>) {
  const { formState, getValues, setValue } = useFormContext<NameAndSlug>()
  const { defaultValues, dirtyFields } = formState
  const change = (name: string) => {
    const isEdited = dirtyFields.slug && getValues('slug') !== slugOf(getValues('name'))
    if (!defaultValues?.slug && !isEdited) setValue('slug', slugOf(name))
    onChange(name)
  }
  return <Field label="Name" maxLength={limits.NAME_MAX} {...control} onChange={({ target }) => change(target.value)} />
}

function SlugField({ onChange, ...control }: ControlProps<string>) {
  const saved = useFormContext<NameAndSlug>().formState.defaultValues?.slug
  return (
    <>
      <Field
        label="Page URL"
        maxLength={limits.SLUG_MAX}
        leading="/merchants/"
        hint="Lower-case letters, digits and hyphens. The QR poster links here."
        {...control}
        onChange={({ target }) => onChange(target.value)}
      />
      {saved && control.value !== saved ? (
        <Notice kind="warning" role="status">
          Printed posters use the old URL and will stop working. Print new ones after you save.
        </Notice>
      ) : null}
    </>
  )
}

const DEALS_SHOWN = 5

/** What to confirm before an active merchant is switched off; undefined if no receipt waits and no deal runs there. */
async function confirmDeactivation(
  { is_active }: { is_active: boolean },
  merchant: AdminMerchant | undefined,
): Promise<Confirmation | undefined> {
  if (!merchant?.is_active || is_active) return undefined
  const title = `Deactivate ${merchant.name}?`
  const action = 'Deactivate'
  try {
    const { data } = await call(merchants.usage, { id: merchant.id })
    if (data.waiting === 0 && data.deals.length === 0) return undefined
    return { title, action, text: <Usage id={merchant.id} {...data} /> }
  } catch (error) {
    reportSignedOut(error)
    return { title, action, text: "We couldn't check for pending receipts or active deals." }
  }
}

function Usage({ id, waiting, deals }: MerchantUsage & { id: number }) {
  const more = deals.length - DEALS_SHOWN
  return (
    <div className="grid gap-3">
      <p>Members won't find it and can't send it receipts.</p>
      {waiting > 0 ? (
        <p>
          <TextLink to={`/submissions?status=pending&merchant_id=${id}`} target="_blank" isInSentence>
            {receiptsText(waiting)}
          </TextLink>{' '}
          {waiting === 1 ? 'is' : 'are'} still pending and can be decided as before.
        </p>
      ) : null}
      {deals.length > 0 ? (
        <>
          <p>{deals.length === 1 ? 'This deal stays' : 'These deals stay'} visible until the last day:</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {deals.slice(0, DEALS_SHOWN).map((deal) => (
              <li key={deal.id}>
                <TextLink to={`/deals/${deal.id}`} target="_blank" isInSentence>
                  {deal.title}
                </TextLink>
              </li>
            ))}
            {more > 0 ? <li>and {more} more</li> : null}
          </ul>
        </>
      ) : null}
    </div>
  )
}
