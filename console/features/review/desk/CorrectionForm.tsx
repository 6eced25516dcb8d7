import { INVOICE_MAX_DIGITS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { DayField } from '../../../shared/forms/DateTimeFields.tsx'
import { MerchantFilter } from '../../../shared/forms/MerchantField.tsx'
import { type FactsTyped, factFaults, type TypedReceipt } from '../../../shared/receipts/facts.ts'
import { settings } from '../../../shared/settings.ts'

type Props = {
  item: TypedReceipt
  /** What stands in the fields at first. */
  begun: FactsTyped
  /** The words of the button that keeps what was typed. */
  action?: string
  busy?: boolean
  /** How old the purchase may be; the setting where it is not given. */
  maxAgeDays?: number
  onKeep: (facts: FactsTyped) => void
  /** It is closed and nothing is kept; `left` is what stood in the fields when Escape closed it. */
  onLeave: (left?: FactsTyped) => void
  /** Other ways out. */
  children?: ReactNode
}

/** Reads the picture's facts into the fields; nothing is decided by it. The rules are those of the members' form. */
export function CorrectForm({
  item,
  begun,
  action = 'Use these values',
  busy = false,
  maxAgeDays,
  onKeep,
  onLeave,
  children,
}: Props) {
  const { register, control, handleSubmit, getValues, setError, setFocus, formState } = useForm<FactsTyped>({
    defaultValues: begun,
  })
  const { errors } = formState
  useEffect(() => setFocus('purchase_amount', { shouldSelect: true }), [setFocus])
  const keep = (typed: FactsTyped) => {
    const faults = factFaults(item, typed, maxAgeDays)
    if (faults.length === 0) return onKeep(typed)
    for (const { name, message } of faults) setError(name, { message })
  }
  return (
    <form
      onSubmit={handleSubmit(keep)}
      onKeyDown={({ key }) => key === 'Escape' && !busy && onLeave(getValues())}
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
        {children}
        <Button look="secondary" aria-disabled={busy} onClick={() => busy || onLeave()}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
