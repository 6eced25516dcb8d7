import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount, parseAmount } from '@stampus/contract/values/money'
import { useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import { readableDay } from '../../../shared/dates.ts'
import { settings } from '../../../shared/settings.ts'
import { dateFault, type ReceiptForm } from '../form/receiptForm.ts'
import { ReadHint } from './ReadHint.tsx'

type Props = { form: ReceiptForm; read: PreviewFacts | undefined }

/**
 * What a total of nothing means, for it is taken (D-42), once more is not being typed; and the total that the picture says,
 * where another one stands in the field.
 */
export function AmountHint({ form, read }: Props) {
  const typed = useWatch({ control: form.control, name: 'purchase_amount' })
  const amount = read?.purchase_amount ?? ''
  const isOther = parseAmount(amount) !== parseAmount(String(typed))
  return (
    <>
      <div role="status">
        {parseAmount(String(typed)) === 0 ? (
          <p className="mt-1.5 text-small text-muted group-has-[input:focus]:hidden">
            {sentences.receiptAmountNothing(formatAmount(0, settings.currency))}
          </p>
        ) : null}
      </div>
      <ReadHint
        form={form}
        name="purchase_amount"
        read={isOther ? amount : undefined}
        inWords={formatAmount(amount, settings.currency)}
      />
    </>
  )
}

/** The day that the picture says, where it is another one that can be sent. */
export function DateHint({ form, read }: Props) {
  const typed = useWatch({ control: form.control, name: 'purchase_date' })
  const day = read?.purchase_date
  const isOffered = day && day !== typed && dateFault(day) === undefined
  return isOffered ? <ReadHint form={form} name="purchase_date" read={day} inWords={readableDay(day)} /> : null
}

/** The number that the picture says, where another one stands in the field. */
export function InvoiceHint({ form, read }: Props) {
  const typed = useWatch({ control: form.control, name: 'invoice_number' })
  const number = read?.invoice_number ?? ''
  const isOther = invoiceKey(number) !== invoiceKey(typed.trim())
  return <ReadHint form={form} name="invoice_number" read={isOther ? number : undefined} inWords={number} />
}
