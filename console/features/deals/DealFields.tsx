import type { KeptDeal } from '@stampus/contract/console/deals'
import { DESCRIPTION_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { DayField } from '../../shared/forms/DayField.tsx'
import { MerchantField } from '../../shared/forms/MerchantField.tsx'
import { PictureOf } from '../../shared/forms/PictureOf.tsx'
import { Words } from '../../shared/forms/TextArea.tsx'
import { type DealValues, pastDay } from './dealValues.ts'

type Props = { form: UseFormReturn<DealValues>; deal: KeptDeal | undefined }

/** What members see of a deal, and on which days. */
export function DealFields({ form, deal }: Props) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <>
      <Controller
        control={control}
        name="merchant_id"
        render={({ field: { value, onChange } }) => (
          <MerchantField
            label="Merchant"
            value={value}
            onChange={onChange}
            hint="Type a part of its name and choose it."
            error={errors.merchant_id?.message}
          />
        )}
      />
      <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="description"
        render={({ field: { value, onChange } }) => (
          <Words
            label="Description"
            value={value}
            onChange={onChange}
            max={DESCRIPTION_MAX}
            rows={5}
            fault={errors.description?.message}
          />
        )}
      />
      <Days form={form} deal={deal} />
      <PictureOf form={form} name="image_key" label="Picture" kind="cover" />
    </>
  )
}

const days = [
  { name: 'start_date', label: 'First day' },
  { name: 'end_date', label: 'Last day' },
] as const

function Days({ form: { control, watch, formState }, deal }: Props) {
  const past = pastDay(watch(), deal)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {days.map(({ name, label }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, onChange, ref } }) => (
            <DayField
              ref={ref}
              label={label}
              value={value}
              onChange={onChange}
              error={formState.errors[name]?.message}
              hint={past?.field === name ? past.words : undefined}
            />
          )}
        />
      ))}
    </div>
  )
}
