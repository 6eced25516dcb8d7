import { change, create, type KeptMerchant } from '@stampus/contract/console/merchants'
import type { InputOf } from '@stampus/contract/endpoint'
import { ADDRESS_MAX, CONTACT_MAX, NAME_MAX, PEOPLE_TEXT_MAX, SLUG_MAX } from '@stampus/contract/limits'
import { slugOf } from '@stampus/contract/values/slugs'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { Tick } from '../../shared/forms/Checkbox.tsx'
import { type Chosen, chosen, PictureOf } from '../../shared/forms/PictureField.tsx'
import { SavedForm, useSaving } from '../../shared/forms/RecordForm.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'
import { settings } from '../../shared/settings.ts'
import { CategoryChoice } from './CategoryChoice.tsx'
import { doubtOfSwitchingOff as doubtOf } from './switchingOff.tsx'

type Props = {
  /** The merchant as it was opened; absent for a new one. */
  merchant?: KeptMerchant
  onSaved: (merchant: KeptMerchant) => void
  onReload?: () => void
}

const touches = ['/console/merchants', '/console/categories']

/** Adds a merchant or changes one. */
export function MerchantForm({ merchant: opened, onSaved, onReload }: Props) {
  const adding = useCall(create, touches)
  const changing = useCall(change, touches)
  const fields = merchantFields
  const saving = useSaving({ opened, valuesOf, fields, adding, changing, inputOf, changeOf, doubtOf, onSaved })
  const { form, thing: merchant } = saving
  return (
    <SavedForm
      {...saving}
      unsaved={form.formState.isDirty}
      shownFields={merchantFields}
      onReload={onReload}
      action={merchant ? 'Save' : 'Add merchant'}
    >
      <MerchantFields form={form} merchant={merchant} />
    </SavedForm>
  )
}

type MerchantFieldsProps = { form: UseFormReturn<MerchantValues>; merchant: KeptMerchant | undefined }

/** What members see of a merchant, what it asks of receipts, and who its own people are. */
export function MerchantFields({ form, merchant }: MerchantFieldsProps) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <NameAndSlug form={form} merchant={merchant} />
      <CategoryChoice {...register('category_id')} error={errors.category_id?.message} />
      <Field label="Address" maxLength={ADDRESS_MAX} error={errors.address?.message} {...register('address')} />
      <Field
        label="Contact number (optional)"
        type="tel"
        maxLength={CONTACT_MAX}
        error={errors.contact_number?.message}
        {...register('contact_number')}
      />
      <PictureOf form={form} name="logo_key" label="Logo" kind="logo" />
      <Tick label="Active: members find it and can send receipts" {...register('is_active')} />
      <Rules form={form} />
      <Controller
        control={control}
        name="people"
        render={({ field: { value, onChange } }) => (
          <TextArea
            label="Email addresses of its own people, one a line"
            value={value}
            onChange={onChange}
            max={PEOPLE_TEXT_MAX}
            rows={4}
            fault={errors.people?.message}
          />
        )}
      />
    </>
  )
}

/** The slug follows the name until it is written by hand; of a merchant that stands it is kept. */
function NameAndSlug({ form, merchant }: MerchantFieldsProps) {
  const { register, setValue, formState, watch } = form
  const { errors, dirtyFields } = formState
  const slug = watch('slug')
  const follow = (name: string) => {
    if (!merchant && (!dirtyFields.slug || slug === slugOf(form.getValues('name')))) setValue('slug', slugOf(name))
  }
  const name = register('name')
  return (
    <>
      <Field
        label="Name"
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...name}
        onChange={(event) => {
          follow(event.target.value)
          return name.onChange(event)
        }}
      />
      <Field
        label="Address of its page"
        maxLength={SLUG_MAX}
        leading="/merchants/"
        error={errors.slug?.message}
        hint="Small letters, digits and hyphens. The QR poster leads here."
        {...register('slug')}
      />
      {merchant && slug !== merchant.slug ? (
        <Notice kind="warning" role="status">
          Posters that are printed already lead to the old address and no longer work. Print new ones after saving.
        </Notice>
      ) : null}
    </>
  )
}

function Rules({ form: { register, formState } }: { form: UseFormReturn<MerchantValues> }) {
  const { errors } = formState
  return (
    <fieldset className="grid gap-4 rounded-sheet border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">Rules for receipts (optional)</legend>
      <Field
        label="Minimum spend"
        inputMode="decimal"
        leading={settings.currency}
        error={errors.minimum_spend?.message}
        {...register('minimum_spend')}
      />
      <Field
        label="Receipts a day from each member"
        inputMode="numeric"
        error={errors.receipts_per_day?.message}
        {...register('receipts_per_day')}
      />
    </fieldset>
  )
}

/** What the form of a merchant holds, as it is typed. */
export type MerchantValues = {
  name: string
  slug: string
  category_id: string
  address: string
  contact_number: string
  logo_key: Chosen
  is_active: boolean
  minimum_spend: string
  receipts_per_day: string
  people: string
}

/** The fields of the form, in their order. */
export const merchantFields = [
  'name',
  'slug',
  'category_id',
  'address',
  'contact_number',
  'logo_key',
  'minimum_spend',
  'receipts_per_day',
  'people',
] as const

/** What the form begins with; a new merchant is active and has no rules. */
export function valuesOf(merchant: KeptMerchant | undefined): MerchantValues {
  return {
    name: merchant?.name ?? '',
    slug: merchant?.slug ?? '',
    category_id: merchant ? String(merchant.category.id) : '',
    address: merchant?.address ?? '',
    contact_number: merchant?.contact_number ?? '',
    logo_key: merchant ? chosen(merchant.logo_key, merchant.logo_url) : null,
    is_active: merchant?.is_active ?? true,
    minimum_spend: merchant?.minimum_spend ?? '',
    receipts_per_day: String(merchant?.receipts_per_day ?? ''),
    people: merchant?.people.join('\n') ?? '',
  }
}

/** What is sent: one address a line, or with commas between them. */
export function inputOf(values: MerchantValues): InputOf<typeof create> {
  const people = values.people.split(/[\s,;]+/).filter(Boolean)
  return { ...values, logo_key: values.logo_key?.key ?? null, people }
}

/** What is sent of a merchant that was opened with this version. */
export function changeOf(values: MerchantValues, { id, version }: KeptMerchant): InputOf<typeof change> {
  return { ...inputOf(values), id, version }
}
