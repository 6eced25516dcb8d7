import { invoiceDigits, invoiceToSend } from '@stampus/contract/values/invoices'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { AmountField } from '../../../shared/forms/AmountField.tsx'
import { DayField } from '../../../shared/forms/DateTimeFields.tsx'
import { MerchantFilter } from '../../../shared/forms/MerchantField.tsx'
import { type FactValues, type TypedReceipt, validateFacts } from '../../../shared/receipts/facts.ts'
import { settings } from '../../../shared/settings.ts'

type Props = {
  item: TypedReceipt
  initialValues: FactValues
  /** The text of the submit button. */
  action?: string
  isBusy?: boolean
  /** How old the purchase may be; by default the setting. */
  maxAgeDays?: number
  onSubmit: (facts: FactValues) => void
  /** Called with the values of the fields when Escape closed the form. */
  onCancel: (values?: FactValues) => void
  /** More buttons. */
  children?: ReactNode
}

/** Corrects the typed facts to what the picture shows. The rules are those of the members' form. */
export function CorrectionForm({
  item,
  initialValues,
  action = 'Use these values',
  isBusy = false,
  maxAgeDays,
  onSubmit,
  onCancel,
  children,
}: Props) {
  const { register, control, handleSubmit, getValues, setError, setFocus, formState } = useForm<FactValues>({
    defaultValues: initialValues,
  })
  const { errors } = formState
  useEffect(() => setFocus('purchase_amount', { shouldSelect: true }), [setFocus])
  const [typedAmount, typedInvoice] = useWatch({ control, name: ['purchase_amount', 'invoice_number'] })
  const digits = invoiceDigits(typedInvoice)
  const submit = (values: FactValues) => {
    const facts = withPlainNumbers(values)
    const invalid = validateFacts(item, facts, maxAgeDays)
    if (invalid.length === 0) return onSubmit(facts)
    for (const { name, message } of invalid) setError(name, { message })
  }
  return (
    <form
      onSubmit={handleSubmit(submit)}
      onKeyDown={({ key }) => key === 'Escape' && !isBusy && onCancel(getValues())}
      noValidate
      aria-label="Correct the details"
      className="grid gap-4 rounded-sheet border border-blue bg-sheet p-4 shadow-sheet"
    >
      <h2 className="font-bold text-lead">Correct the details</h2>
      <AmountField
        label="Amount"
        typed={typedAmount}
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
        note={digits && digits !== typedInvoice.trim() ? `We kept only the digits: ${digits}` : ''}
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
        <Button look="secondary" aria-disabled={isBusy} onClick={() => isBusy || onCancel()}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** The amount as decimal text and the digits of the invoice number. What is not understood stays, for its error. */
function withPlainNumbers(typed: FactValues): FactValues {
  return {
    ...typed,
    purchase_amount: amountToSend(typed.purchase_amount, settings.currency),
    invoice_number: invoiceToSend(typed.invoice_number),
  }
}
