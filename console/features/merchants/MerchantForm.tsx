import { type AdminMerchant, change, create } from '@stampus/contract/console/merchants'
import type { InputOf } from '@stampus/contract/endpoint'
import {
  ADDRESS_MAX,
  CONTACT_MAX,
  FURTHER_NAMES_TEXT_MAX,
  NAME_MAX,
  PEOPLE_TEXT_MAX,
  SLUG_MAX,
} from '@stampus/contract/limits'
import { MERCHANT_DESCRIPTION_MAX, OPENING_HOURS_MAX } from '@stampus/contract/merchants'
import { slugOf } from '@stampus/contract/values/slugs'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { useFormContext } from 'react-hook-form'
import type { RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import {
  amount,
  type ControlProps,
  checkbox,
  count,
  type FieldsOf,
  line,
  lines,
  paragraphs,
  picture,
  recordChoice,
} from '../../shared/forms/fields.tsx'
import { RecordForm } from '../../shared/forms/RecordForm.tsx'
import { categories } from './categories.ts'
import { confirmDeactivation } from './confirmDeactivation.tsx'

/** What members see, the merchant's rules for receipts, and the addresses of its own people. */
const fields = {
  name: { ...line('Name'), Control: NameField },
  slug: { ...line('Page URL'), Control: SlugField },
  further_names: lines('Other names on its receipts, one per line (optional)', FURTHER_NAMES_TEXT_MAX, 2),
  category_id: recordChoice(
    'Category',
    categories('Choose a category'),
    (merchant: AdminMerchant) => merchant.category,
  ),
  address: line('Address', ADDRESS_MAX),
  contact_number: line('Contact number (optional)', CONTACT_MAX, { type: 'tel' }),
  description: paragraphs('Description (optional)', MERCHANT_DESCRIPTION_MAX, 4),
  opening_hours: paragraphs('Opening hours (optional)', OPENING_HOURS_MAX, 2),
  description_ms: paragraphs('Description in Malay', MERCHANT_DESCRIPTION_MAX, 4),
  opening_hours_ms: paragraphs('Opening hours in Malay', OPENING_HOURS_MAX, 2),
  logo_key: picture('Logo', 'logo', (merchant: AdminMerchant) => [merchant.logo_key, merchant.logo_url]),
  is_active: checkbox('Active (members can find it and send receipts)', true),
  minimum_spend: amount('Minimum spend'),
  receipts_per_day: count('Receipts per member per day'),
  // Addresses are separated by lines, spaces, commas or semicolons.
  people: lines('Staff email addresses, one per line', PEOPLE_TEXT_MAX, 4, /[\s,;]+/),
} satisfies FieldsOf<AdminMerchant, InputOf<typeof create>>

/** Adds a merchant or changes one. */
export function MerchantForm(props: RecordPageFormProps<AdminMerchant>) {
  return (
    <RecordForm
      {...props}
      fields={fields}
      groups={[{ legend: 'Receipt rules (optional)', names: ['minimum_spend', 'receipts_per_day'] }]}
      create={create}
      change={change}
      invalidates={['/console/merchants', '/console/categories']}
      add="Add merchant"
      confirmationFor={confirmDeactivation}
    />
  )
}

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
  return <Field label="Name" maxLength={NAME_MAX} {...control} onChange={({ target }) => change(target.value)} />
}

function SlugField({ onChange, ...control }: ControlProps<string>) {
  const saved = useFormContext<NameAndSlug>().formState.defaultValues?.slug
  return (
    <>
      <Field
        label="Page URL"
        maxLength={SLUG_MAX}
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
