import { INVOICE_MAX_DIGITS } from '@stampus/contract/limits'
import type { ReviewItem } from '@stampus/contract/review'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { settings } from '../app/settings.ts'
import { MerchantFilter } from '../merchants/MerchantFilter.tsx'
import { DayField } from '../parts/DayField.tsx'
import { type FactsTyped, factFaults, typedFacts } from './correction.ts'
import type { Draft } from './draft.ts'

type Props = {
  item: ReviewItem
  /** What stands in the fields at first. */
  begun: FactsTyped
  onType: (part: Partial<Draft>) => void
  onClose: () => void
}

/** Reads the picture's facts into the fields; nothing is decided by it. The rules are those of the members' form. */
export function CorrectForm({ item, begun, onType, onClose }: Props) {
  const { register, control, handleSubmit, getValues, setError, setFocus, formState } = useForm<FactsTyped>({
    defaultValues: begun,
  })
  const { errors } = formState
  useEffect(() => setFocus('purchase_amount', { shouldSelect: true }), [setFocus])
  const end = (part: Partial<Draft> = {}) => {
    onType({ fields: undefined, ...part })
    onClose()
  }
  const keep = (typed: FactsTyped) => {
    const faults = factFaults(item, typed)
    if (faults.length === 0) return end({ facts: typed })
    for (const { name, message } of faults) setError(name, { message })
  }
  return (
    <form
      onSubmit={handleSubmit(keep)}
      onKeyDown={({ key }) => key === 'Escape' && end({ fields: getValues() })}
      noValidate
      aria-label="Correct what was typed"
      className="grid gap-4 rounded-sheet border border-blue bg-sheet p-4 shadow-sheet"
    >
      <h2 className="font-bold text-lead">As the picture says</h2>
      <Field
        label="Amount"
        leading={settings.currency}
        inputMode="decimal"
        error={errors.purchase_amount?.message}
        {...register('purchase_amount')}
      />
      <Controller
        control={control}
        name="purchase_date"
        render={({ field: { value, onChange, ref } }) => (
          <DayField
            ref={ref}
            label="Purchase date"
            value={value}
            onChange={onChange}
            error={errors.purchase_date?.message}
          />
        )}
      />
      <Field
        label="Invoice number"
        inputMode="numeric"
        maxLength={INVOICE_MAX_DIGITS}
        error={errors.invoice_number?.message}
        {...register('invoice_number')}
      />
      <Controller
        control={control}
        name="merchant_id"
        render={({ field: { value, onChange } }) => (
          <MerchantFilter id={value} onChange={onChange} error={errors.merchant_id?.message} />
        )}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={() => end({ facts: typedFacts(item) })}>
          As typed
        </Button>
        <Button look="secondary" onClick={() => end()}>
          Cancel
        </Button>
        <Button type="submit">Keep</Button>
      </div>
    </form>
  )
}
