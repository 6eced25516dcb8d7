import { invoiceDigits, invoiceToSend } from '@stampus/contract/values/invoices'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { FieldRows } from '../../../shared/forms/FieldRows.tsx'
import { amount, type ControlProps, day, type FieldsOf, inputOf, line } from '../../../shared/forms/fields.tsx'
import { MerchantFilter } from '../../../shared/forms/MerchantField.tsx'
import { type FactValues, type TypedReceipt, validateFacts } from '../../../shared/receipts/facts.ts'

/** What is not understood is kept as it was typed, for its error. */
const fields = {
  purchase_amount: amount('Amount'),
  purchase_date: day('Purchase date'),
  invoice_number: { ...line('Invoice number'), send: invoiceToSend, Control: InvoiceField },
  merchant_id: {
    ...line('Merchant'),
    Control: ({ value, onChange, error }: ControlProps<string>) => (
      <MerchantFilter id={value} onChange={onChange} error={error} />
    ),
  },
} satisfies FieldsOf<FactValues, FactValues>

function InvoiceField({ value, onChange, ...control }: ControlProps<string>) {
  const digits = invoiceDigits(value)
  return (
    <Field
      label="Invoice number"
      inputMode="numeric"
      note={digits && digits !== value.trim() ? `We kept only the digits: ${digits}` : ''}
      {...control}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type Props = {
  item: TypedReceipt
  initialValues: FactValues
  action?: string
  isBusy?: boolean
  /** How old the purchase may be; by default the setting. */
  maxAgeDays?: number
  onSubmit: (facts: FactValues) => void
  /** Called with the values of the fields when Escape closed the form. */
  onCancel: (values?: FactValues) => void
  children?: ReactNode
}

/** Corrects the typed facts to what the picture shows. The rules are those of the members' form. */
export function CorrectionForm({ item, initialValues, action = 'Use these values', isBusy = false, ...props }: Props) {
  const { maxAgeDays, onSubmit, onCancel, children } = props
  const form = useForm<FactValues>({ defaultValues: initialValues })
  const { setFocus } = form
  useEffect(() => setFocus('purchase_amount', { shouldSelect: true }), [setFocus])
  const submit = (values: FactValues) => {
    const facts = inputOf<FactValues>(fields, values)
    const invalid = validateFacts(item, facts, maxAgeDays)
    if (invalid.length === 0) return onSubmit(facts)
    for (const { name, message } of invalid) form.setError(name, { message })
  }
  return (
    <form
      onSubmit={form.handleSubmit(submit)}
      onKeyDown={({ key }) => key === 'Escape' && !isBusy && onCancel(form.getValues())}
      noValidate
      aria-label="Correct the details"
      className="grid gap-4 rounded-sheet border border-blue bg-sheet p-4 shadow-sheet"
    >
      <h2 className="font-bold text-lead">Correct the details</h2>
      <FormProvider {...form}>
        <FieldRows fields={fields} />
      </FormProvider>
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
