import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount, parseAmount } from '@stampus/contract/values/money'
import { Field } from '@stampus/ui/Field'
import { ScanText } from 'lucide-react'
import type { FormEvent } from 'react'
import { useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { dateError, type ReceiptFields, type ReceiptForm, today } from './receiptFields.ts'

type Props = {
  form: ReceiptForm
  asksForDate: boolean
  /** The submission that already contains this receipt. */
  earlierId: number | undefined
  /** What OCR found in the picture. */
  read: PreviewFacts | undefined
}

/** The facts that the member types from the receipt. */
export function ReceiptFieldset({ form, asksForDate, earlierId, read }: Props) {
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
          onBeforeInput={replaceComma}
          {...register('purchase_amount')}
        />
        <AmountHint form={form} read={read} />
      </div>
      {asksForDate ? (
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
      <div className={asksForDate ? 'sm:col-span-2' : ''}>
        <Field
          label={words.receiptInvoice}
          inputMode="numeric"
          autoComplete="off"
          hint={earlierId ? null : words.receiptInvoiceHint}
          error={errors.invoice_number?.message}
          {...register('invoice_number')}
        />
        <InvoiceHint form={form} read={read} />
        {earlierId ? <EarlierSubmissionLink id={earlierId} /> : null}
      </div>
    </div>
  )
}

function EarlierSubmissionLink({ id }: { id: number }) {
  return (
    <Link
      to={linkTo('submission', { id })}
      className="inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4"
    >
      {words.receiptEarlier}
    </Link>
  )
}

/**
 * In languages that write a point, browsers silently drop the comma of `12,50`, which makes 1250. Type a point instead.
 */
function replaceComma(event: FormEvent<HTMLInputElement>) {
  if ((event.nativeEvent as InputEvent).data !== ',') return
  event.preventDefault()
  document.execCommand('insertText', false, '.')
}

type OcrHintsProps = { form: ReceiptForm; read: PreviewFacts | undefined }

/** Explains an amount of 0, which is allowed, once the field loses the focus. Offers the OCR amount if it differs. */
function AmountHint({ form, read }: OcrHintsProps) {
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
      <OcrHint
        form={form}
        name="purchase_amount"
        read={isOther ? amount : undefined}
        asText={formatAmount(amount, settings.currency)}
      />
    </>
  )
}

/** Offers the OCR date if it differs and is allowed. */
function DateHint({ form, read }: OcrHintsProps) {
  const typed = useWatch({ control: form.control, name: 'purchase_date' })
  const day = read?.purchase_date
  const isUsable = day && day !== typed && dateError(day) === undefined
  return isUsable ? <OcrHint form={form} name="purchase_date" read={day} asText={readableDay(day)} /> : null
}

/** Offers the OCR invoice number if it differs. */
function InvoiceHint({ form, read }: OcrHintsProps) {
  const typed = useWatch({ control: form.control, name: 'invoice_number' })
  const number = read?.invoice_number ?? ''
  const isOther = invoiceKey(number) !== invoiceKey(typed.trim())
  return <OcrHint form={form} name="invoice_number" read={isOther ? number : undefined} asText={number} />
}

type OcrHintProps = {
  form: ReceiptForm
  name: 'purchase_amount' | 'purchase_date' | 'invoice_number'
  /** The OCR value in the field's format, and as a text. Undefined if the field has the same value. */
  read: string | undefined
  asText: string
}

/** Offers an OCR value under its field. It never fills in the field by itself, because OCR can be wrong. */
function OcrHint({ form, name, read, asText }: OcrHintProps) {
  const use = (value: ReceiptFields[typeof name]) => {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    form.setFocus(name)
  }
  return (
    <div role="status">
      {read ? (
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
          <ScanText aria-hidden="true" className="size-4 shrink-0" />
          {sentences.receiptRead(asText)}
          <button
            type="button"
            onClick={() => use(read)}
            aria-label={sentences.receiptReadUseInFull(asText)}
            className="inline-flex min-h-11 items-center px-1 font-semibold text-blue underline underline-offset-4"
          >
            {words.receiptReadUse}
          </button>
        </p>
      ) : null}
    </div>
  )
}
