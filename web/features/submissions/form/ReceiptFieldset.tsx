import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { Field } from '@stampus/ui/Field'
import type { FormEvent } from 'react'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { AmountHint, DateHint, InvoiceHint } from '../picture/ReadHints.tsx'
import type { ReceiptForm } from './receiptForm.ts'
import { today } from './receiptForm.ts'

type Props = {
  form: ReceiptForm
  dateAsked: boolean
  /** The submission that already holds this receipt (D-41). */
  earlierId: number | undefined
  /** What the picture says. */
  read: PreviewFacts | undefined
}

/** What is typed off the receipt (S-5.09). */
export function ReceiptFieldset({ form, dateAsked, earlierId, read }: Props) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="group">
        <Field
          label={words.receiptAmount}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          autoComplete="off"
          placeholder="0.00"
          leading={settings.currency}
          error={errors.purchase_amount?.message}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onBeforeInput={typePoint}
          {...register('purchase_amount')}
        />
        <AmountHint form={form} read={read} />
      </div>
      {dateAsked ? (
        <div>
          <Field
            label={words.receiptDate}
            type="date"
            max={today()}
            error={errors.purchase_date?.message}
            {...register('purchase_date')}
          />
          <DateHint form={form} read={read} />
        </div>
      ) : null}
      <div className={dateAsked ? 'sm:col-span-2' : ''}>
        <Field
          label={words.receiptInvoice}
          inputMode="numeric"
          autoComplete="off"
          hint={earlierId ? null : words.receiptInvoiceHint}
          error={errors.invoice_number?.message}
          {...register('invoice_number')}
        />
        <InvoiceHint form={form} read={read} />
        {earlierId ? <EarlierLink id={earlierId} /> : null}
      </div>
    </div>
  )
}

function EarlierLink({ id }: { id: number }) {
  return (
    <Link
      to={linkTo('submission', { id })}
      className="inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4"
    >
      {words.receiptEarlier}
    </Link>
  )
}

/** A browser drops the comma of `12,50` without a word where its language writes a point: that would be 1250. */
function typePoint(event: FormEvent<HTMLInputElement>) {
  if ((event.nativeEvent as InputEvent).data !== ',') return
  event.preventDefault()
  document.execCommand('insertText', false, '.')
}
