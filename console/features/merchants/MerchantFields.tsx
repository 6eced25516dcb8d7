import type { KeptMerchant } from '@stampus/contract/console/merchants'
import { ADDRESS_MAX, CONTACT_MAX, NAME_MAX, PEOPLE_TEXT_MAX, SLUG_MAX } from '@stampus/contract/limits'
import { slugOf } from '@stampus/contract/values/slugs'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Tick } from '../../shared/forms/Checkbox.tsx'
import { PictureOf } from '../../shared/forms/PictureOf.tsx'
import { Words } from '../../shared/forms/TextArea.tsx'
import { settings } from '../../shared/settings.ts'
import { CategoryChoice } from './CategoryChoice.tsx'
import type { MerchantValues } from './merchantValues.ts'

type Props = { form: UseFormReturn<MerchantValues>; merchant: KeptMerchant | undefined }

/** What members see of a merchant, what it asks of receipts, and who its own people are. */
export function MerchantFields({ form, merchant }: Props) {
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
          <Words
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
function NameAndSlug({ form, merchant }: Props) {
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
