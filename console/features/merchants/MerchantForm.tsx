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
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { Checkbox } from '@stampus/ui/Checkbox'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { type PictureChoice, PictureControl, toPictureChoice } from '../../shared/forms/PictureField.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'
import { settings } from '../../shared/settings.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { confirmDeactivation as confirmationFor } from './confirmDeactivation.tsx'

type Props = {
  /** The merchant as it was loaded; absent for a new one. */
  merchant?: AdminMerchant
  onSaved: (merchant: AdminMerchant) => void
  onReload?: () => void
}

const invalidates = ['/console/merchants', '/console/categories']

/** Adds a merchant or changes one. */
export function MerchantForm({ merchant: opened, onSaved, onReload }: Props) {
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  const saving = useRecordForm({
    opened,
    toFormValues,
    fields: merchantFields,
    adding,
    changing,
    toCreateInput,
    toChangeInput,
    confirmationFor,
    onSaved,
  })
  const { form, record: merchant } = saving
  return (
    <RecordForm {...saving} onReload={onReload} action={merchant ? 'Save' : 'Add merchant'}>
      <MerchantFields form={form} merchant={merchant} />
    </RecordForm>
  )
}

type MerchantFieldsProps = { form: UseFormReturn<MerchantValues>; merchant: AdminMerchant | undefined }

/** What members see, the merchant's rules for receipts, and the addresses of its own people. */
function MerchantFields({ form, merchant }: MerchantFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <NameAndSlug form={form} merchant={merchant} />
      <ListField
        form={form}
        name="further_names"
        label="Other names on its receipts, one per line (optional)"
        max={FURTHER_NAMES_TEXT_MAX}
        rows={2}
      />
      <CategorySelect {...register('category_id')} error={errors.category_id?.message} />
      <Field label="Address" maxLength={ADDRESS_MAX} error={errors.address?.message} {...register('address')} />
      <Field
        label="Contact number (optional)"
        type="tel"
        maxLength={CONTACT_MAX}
        error={errors.contact_number?.message}
        {...register('contact_number')}
      />
      <DetailField form={form} name="description" label="Description (optional)" />
      <DetailField form={form} name="opening_hours" label="Opening hours (optional)" />
      <MalaySection form={form} pairs={malayPairs}>
        <DetailField form={form} name="description_ms" label="Description in Malay" lang="ms" />
        <DetailField form={form} name="opening_hours_ms" label="Opening hours in Malay" lang="ms" />
      </MalaySection>
      <PictureControl form={form} name="logo_key" label="Logo" kind="logo" />
      <Checkbox label="Active (members can find it and send receipts)" {...register('is_active')} />
      <Rules form={form} />
      <ListField form={form} name="people" label="Staff email addresses, one per line" max={PEOPLE_TEXT_MAX} rows={4} />
    </>
  )
}

type ListFieldProps = {
  form: UseFormReturn<MerchantValues>
  name: 'further_names' | 'people'
  label: string
  max: number
  rows: number
}

/** A list with one value per line. */
function ListField({ form: { control }, name, ...props }: ListFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <TextArea {...props} value={value} onChange={onChange} error={fieldState.error?.message} />
      )}
    />
  )
}

const malayPairs = [
  ['description', 'description_ms'],
  ['opening_hours', 'opening_hours_ms'],
] as const

const detailSizes = {
  description: { max: MERCHANT_DESCRIPTION_MAX, rows: 4 },
  description_ms: { max: MERCHANT_DESCRIPTION_MAX, rows: 4 },
  opening_hours: { max: OPENING_HOURS_MAX, rows: 2 },
  opening_hours_ms: { max: OPENING_HOURS_MAX, rows: 2 },
}

type DetailFieldProps = {
  form: UseFormReturn<MerchantValues>
  name: keyof typeof detailSizes
  label: string
  lang?: 'ms'
}

/** An optional text of several lines. */
function DetailField({ form: { control }, name, ...props }: DetailFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <TextArea
          {...props}
          {...detailSizes[name]}
          value={value}
          onChange={onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** The slug of a new merchant follows the name until it is edited. An existing merchant keeps its slug. */
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
        label="Page URL"
        maxLength={SLUG_MAX}
        leading="/merchants/"
        error={errors.slug?.message}
        hint="Lower-case letters, digits and hyphens. The QR poster links here."
        {...register('slug')}
      />
      {merchant && slug !== merchant.slug ? (
        <Notice kind="warning" role="status">
          Printed posters use the old URL and will stop working. Print new ones after you save.
        </Notice>
      ) : null}
    </>
  )
}

function Rules({ form: { register, formState, watch } }: { form: UseFormReturn<MerchantValues> }) {
  const { errors } = formState
  return (
    <fieldset className="grid gap-4 rounded-sheet border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">Receipt rules (optional)</legend>
      <AmountField
        label="Minimum spend"
        typed={watch('minimum_spend')}
        error={errors.minimum_spend?.message}
        {...register('minimum_spend')}
      />
      <Field
        label="Receipts per member per day"
        inputMode="numeric"
        error={errors.receipts_per_day?.message}
        {...register('receipts_per_day')}
      />
    </fieldset>
  )
}

type MerchantInput = InputOf<typeof create>
/** The values of the form as typed, one for each field of the contract. */
type MerchantValues = Record<Exclude<keyof MerchantInput, 'logo_key' | 'is_active'>, string> & {
  logo_key: PictureChoice
  is_active: boolean
}

/** The fields that can show an error, in the order of the form. The type makes a missing one a compile error. */
const withError: Record<Exclude<keyof MerchantInput, 'is_active'>, true> = {
  name: true,
  further_names: true,
  slug: true,
  category_id: true,
  address: true,
  contact_number: true,
  description: true,
  opening_hours: true,
  description_ms: true,
  opening_hours_ms: true,
  logo_key: true,
  minimum_spend: true,
  receipts_per_day: true,
  people: true,
}
const merchantFields = Object.keys(withError) as (keyof typeof withError)[]

/** The initial values; a new merchant is active and has no rules. */
function toFormValues(merchant: AdminMerchant | undefined): MerchantValues {
  return {
    name: merchant?.name ?? '',
    further_names: merchant?.further_names.join('\n') ?? '',
    slug: merchant?.slug ?? '',
    category_id: merchant ? String(merchant.category.id) : '',
    address: merchant?.address ?? '',
    contact_number: merchant?.contact_number ?? '',
    description: merchant?.description ?? '',
    opening_hours: merchant?.opening_hours ?? '',
    description_ms: merchant?.description_ms ?? '',
    opening_hours_ms: merchant?.opening_hours_ms ?? '',
    logo_key: merchant ? toPictureChoice(merchant.logo_key, merchant.logo_url) : null,
    is_active: merchant?.is_active ?? true,
    minimum_spend: merchant?.minimum_spend ?? '',
    receipts_per_day: String(merchant?.receipts_per_day ?? ''),
    people: merchant?.people.join('\n') ?? '',
  }
}

/** The input of the call. Addresses are separated by lines, spaces, commas or semicolons. */
function toCreateInput(values: MerchantValues): MerchantInput {
  const people = values.people.split(/[\s,;]+/).filter(Boolean)
  const further_names = values.further_names.split('\n').flatMap((name) => name.trim() || [])
  const minimum_spend = amountToSend(values.minimum_spend, settings.currency)
  return { ...values, further_names, minimum_spend, logo_key: values.logo_key?.key ?? null, people }
}

function toChangeInput(values: MerchantValues, { id, version }: AdminMerchant): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}
