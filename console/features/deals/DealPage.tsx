import { type AdminDeal, change, create, remove, show } from '@stampus/contract/console/deals'
import type { InputOf } from '@stampus/contract/endpoint'
import { DESCRIPTION_MAX, TITLE_MAX } from '@stampus/contract/limits'
import { isRealDay } from '@stampus/contract/values/days'
import { Field } from '@stampus/ui/Field'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCall } from '../../shared/api/queries.ts'
import { RecordPage, type RecordPageFormProps } from '../../shared/components/RecordPage.tsx'
import { today } from '../../shared/dates.ts'
import { DayField } from '../../shared/forms/DateTimeFields.tsx'
import { MalaySection } from '../../shared/forms/MalaySection.tsx'
import { MerchantField, type MerchantOption } from '../../shared/forms/MerchantField.tsx'
import { type PictureChoice, PictureControl, toPictureChoice } from '../../shared/forms/PictureField.tsx'
import { RecordForm, useRecordForm } from '../../shared/forms/RecordForm.tsx'
import { TextArea } from '../../shared/forms/TextArea.tsx'

const invalidates = ['/console/deals', '/console/merchants']

/** Adds a deal, or shows one to change or remove it. */
export default function DealPage() {
  return (
    <RecordPage
      what="Deal"
      list={{ to: '/deals', name: 'Deals' }}
      show={show}
      removal={{
        call: remove,
        consequence: 'Members will no longer see this deal. Its picture is deleted too.',
      }}
      Form={DealForm}
    />
  )
}

function DealForm({ opened, onSaved, onReload }: RecordPageFormProps<AdminDeal>) {
  const adding = useCall(create, invalidates)
  const changing = useCall(change, invalidates)
  const confirmationFor = (...given: Parameters<typeof pastDayWarning>) => pastDayWarning(...given)?.text
  const saving = useRecordForm({
    opened,
    toFormValues,
    fields: dealFields,
    adding,
    changing,
    toCreateInput,
    toChangeInput,
    confirmationFor,
    onSaved,
  })
  return (
    <RecordForm {...saving} onReload={onReload} action={saving.record ? 'Save' : 'Add deal'}>
      <DealFields form={saving.form} deal={saving.record} />
    </RecordForm>
  )
}

type DealFieldsProps = { form: UseFormReturn<DealValues>; deal: AdminDeal | undefined }

/** What members see of a deal, and on which days. */
function DealFields({ form, deal }: DealFieldsProps) {
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
            hint="Type part of the name, then choose the merchant."
            error={errors.merchant_id?.message}
          />
        )}
      />
      <Field label="Title" maxLength={TITLE_MAX} error={errors.title?.message} {...register('title')} />
      <Controller
        control={control}
        name="description"
        render={({ field: { value, onChange } }) => (
          <TextArea
            label="Description"
            value={value}
            onChange={onChange}
            max={DESCRIPTION_MAX}
            rows={5}
            error={errors.description?.message}
          />
        )}
      />
      <MalayFields form={form} />
      <Days form={form} deal={deal} />
      <PictureControl form={form} name="image_key" label="Picture" kind="cover" />
    </>
  )
}

const malayPairs = [
  ['title', 'title_ms'],
  ['description', 'description_ms'],
] as const

function MalayFields({ form }: { form: UseFormReturn<DealValues> }) {
  const { control, register, formState } = form
  const { errors } = formState
  return (
    <MalaySection form={form} pairs={malayPairs}>
      <Field
        label="Title in Malay"
        lang="ms"
        maxLength={TITLE_MAX}
        error={errors.title_ms?.message}
        {...register('title_ms')}
      />
      <Controller
        control={control}
        name="description_ms"
        render={({ field: { value, onChange } }) => (
          <TextArea
            label="Description in Malay"
            lang="ms"
            value={value}
            onChange={onChange}
            max={DESCRIPTION_MAX}
            rows={5}
            error={errors.description_ms?.message}
          />
        )}
      />
    </MalaySection>
  )
}

const days = [
  { name: 'start_date', label: 'First day' },
  { name: 'end_date', label: 'Last day' },
] as const

function Days({ form: { control, watch, formState }, deal }: DealFieldsProps) {
  const past = pastDayWarning(watch(), deal)
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
              hint={past?.field === name ? past.text : undefined}
            />
          )}
        />
      ))}
    </div>
  )
}

type DealInput = InputOf<typeof create>
/** The values of the form as typed, one for each field of the contract. */
type DealValues = Record<Exclude<keyof DealInput, 'merchant_id' | 'image_key'>, string> & {
  merchant_id: MerchantOption | null
  image_key: PictureChoice
}

/** The fields that can show an error, in the order of the form. The type makes a missing one a compile error. */
const withError: Record<keyof DealInput, true> = {
  merchant_id: true,
  title: true,
  description: true,
  title_ms: true,
  description_ms: true,
  image_key: true,
  start_date: true,
  end_date: true,
}
const dealFields = Object.keys(withError) as (keyof typeof withError)[]

function toFormValues(deal: AdminDeal | undefined): DealValues {
  return {
    merchant_id: deal?.merchant ?? null,
    title: deal?.title ?? '',
    description: deal?.description ?? '',
    title_ms: deal?.title_ms ?? '',
    description_ms: deal?.description_ms ?? '',
    image_key: deal ? toPictureChoice(deal.image_key, deal.image_url) : null,
    start_date: deal?.start_date ?? '',
    end_date: deal?.end_date ?? '',
  }
}

function toCreateInput(values: DealValues): DealInput {
  return { ...values, merchant_id: values.merchant_id?.id ?? '', image_key: values.image_key?.key ?? null }
}

function toChangeInput(values: DealValues, { id, version }: AdminDeal): InputOf<typeof change> {
  return { ...toCreateInput(values), id, version }
}

type PastDayWarning = { field: 'start_date' | 'end_date'; text: string }

/** A warning about a new day in the past. The server rejects invalid days. */
function pastDayWarning({ start_date, end_date }: DealValues, deal: AdminDeal | undefined): PastDayWarning | undefined {
  if (!isRealDay(start_date) || !isRealDay(end_date) || end_date < start_date) return undefined
  if (end_date < today() && end_date !== deal?.end_date)
    return { field: 'end_date', text: "This day has passed. Members won't see the deal." }
  if (start_date < today() && start_date !== deal?.start_date && end_date >= today())
    return { field: 'start_date', text: 'This day has passed. Members will see the deal as soon as you save.' }
  return undefined
}
