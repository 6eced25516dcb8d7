import type { AdminReward } from '@stampus/contract/console/rewards'
import { CONDITIONS_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { Field } from '@stampus/ui/Field'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { AmountField } from '../../shared/forms/AmountField.tsx'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { MerchantField } from '../../shared/forms/MerchantField.tsx'
import { PictureControl } from '../../shared/forms/PictureField.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { pastDayWarning, type RewardValues } from './rewardValues.ts'

type FormProps = { form: UseFormReturn<RewardValues> }
type Props = FormProps & { reward: AdminReward | undefined }

/** All facts of a reward. */
export function RewardFields({ form, reward }: Props) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Place form={form} />
      <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
      <Conditions form={form} name="conditions" label="Conditions" />
      <MalaySection form={form} pairs={malayPairs}>
        <Field
          label="Title in Malay"
          lang="ms"
          maxLength={TITLE_MAX}
          error={errors.title_ms?.message}
          {...register('title_ms')}
        />
        <Conditions form={form} name="conditions_ms" label="Conditions in Malay" />
      </MalaySection>
      <PictureControl form={form} name="image_key" label="Picture" kind="cover" />
      <Price form={form} />
      <Limits form={form} />
      <ClaimPeriod form={form} reward={reward} />
    </>
  )
}

const malayPairs = [
  ['title', 'title_ms'],
  ['conditions', 'conditions_ms'],
] as const

const places = [
  { value: 'merchant', name: 'A merchant' },
  { value: 'desk', name: desk },
] as const

/** Who hands the reward out: a merchant, or nobody but the scheme itself. */
function Place({ form: { control, register, watch, formState } }: FormProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-sheet border border-line p-4">
      <legend className="px-1 font-semibold">Handed out by</legend>
      <div className="flex flex-wrap gap-x-6">
        {places.map(({ value, name }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input type="radio" value={value} className="size-5 shrink-0 accent-blue" {...register('place')} />
            {name}
          </label>
        ))}
      </div>
      {watch('place') === 'merchant' ? (
        <Controller
          control={control}
          name="merchant_id"
          render={({ field: { value, onChange } }) => (
            <MerchantField
              label="Merchant"
              value={value}
              onChange={onChange}
              hint="Type part of the name, then choose the merchant."
              error={formState.errors.merchant_id?.message}
            />
          )}
        />
      ) : null}
    </fieldset>
  )
}

type ConditionsProps = FormProps & { name: 'conditions' | 'conditions_ms'; label: string }

function Conditions({ form: { control }, name, label }: ConditionsProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <TextArea
          label={label}
          lang={name === 'conditions_ms' ? 'ms' : undefined}
          value={value}
          onChange={onChange}
          max={CONDITIONS_MAX}
          rows={4}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** What a member pays, and what the merchant gets for each hand-over. */
function Price({ form: { register, watch, formState } }: FormProps) {
  const { errors } = formState
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="Stamps"
        inputMode="numeric"
        hint="What a member pays."
        error={errors.stamps?.message}
        {...register('stamps')}
      />
      {watch('place') === 'merchant' ? (
        <AmountField
          label="Owed to the merchant"
          typed={watch('owed_sen')}
          hint="For each hand-over. It may be 0."
          error={errors.owed_sen?.message}
          {...register('owed_sen')}
        />
      ) : null}
    </div>
  )
}

const limits = [
  { name: 'stock', label: 'Stock' },
  { name: 'limit_total', label: 'Per member, in all' },
  { name: 'limit_30_days', label: 'Per member, 30 days' },
] as const

function Limits({ form: { register, formState } }: FormProps) {
  return (
    <fieldset className="grid min-w-0 items-start gap-4 rounded-sheet border border-line p-4 sm:grid-cols-3">
      <legend className="px-1 font-semibold">Limits (optional)</legend>
      {limits.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          inputMode="numeric"
          error={formState.errors[name]?.message}
          {...register(name)}
        />
      ))}
    </fieldset>
  )
}

const days = [
  { name: 'start_date', label: 'First day' },
  { name: 'end_date', label: 'Last day (optional)' },
] as const

/** When it can be claimed, and how long a voucher is valid. */
function ClaimPeriod({ form: { control, register, watch, formState }, reward }: Props) {
  const past = pastDayWarning(watch(), reward)
  return (
    <fieldset className="grid min-w-0 items-start gap-4 rounded-sheet border border-line p-4 sm:grid-cols-3">
      <legend className="px-1 font-semibold">When it can be claimed</legend>
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
              hint={name === 'end_date' ? past : undefined}
            />
          )}
        />
      ))}
      <Field
        label="Days valid"
        inputMode="numeric"
        hint="A voucher's last day is so many days after its claim."
        error={formState.errors.valid_days?.message}
        {...register('valid_days')}
      />
    </fieldset>
  )
}
