import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Field } from '@stampus/ui/Field'
import { ScanText } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { linkTo } from '../../../shared/paths.ts'
import { settings } from '../../../shared/settings.ts'
import { FilledNote } from './FilledNote.tsx'
import { useIsFilled } from './photoFill.ts'
import { dateError, type FilledField, type ReceiptFields, type ReceiptForm, today } from './receiptFields.ts'

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
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="group">
        <AmountField form={form} />
        <AmountHint form={form} read={read} />
      </div>
      {asksForDate ? (
        <div>
          <DateField form={form} />
          <DateHint form={form} read={read} />
        </div>
      ) : null}
      <div className={asksForDate ? 'sm:col-span-2' : ''}>
        <InvoiceField form={form} hint={earlierId ? null : words.receiptInvoiceHint} />
        <InvoiceHint form={form} read={read} />
        {earlierId ? <EarlierSubmissionLink id={earlierId} /> : null}
      </div>
    </div>
  )
}

/** Takes an amount as people type it. Shows what will be sent unless that is what was typed. */
function AmountField({ form }: { form: ReceiptForm }) {
  const { control, register, formState } = form
  const isFilled = useIsFilled(form, 'purchase_amount')
  const typed = useWatch({ control, name: 'purchase_amount' })
  const amount = parseAmount(typed) === undefined ? plainAmount(typed, settings.currency) : undefined
  return (
    <Field
      label={words.receiptAmount}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      leading={settings.currency}
      hint={isFilled ? <FilledNote /> : null}
      note={amount && !isFilled ? sentences.receiptWillSend(formatAmount(amount, settings.currency)) : ''}
      error={formState.errors.purchase_amount?.message}
      {...register('purchase_amount')}
    />
  )
}

function DateField({ form }: { form: ReceiptForm }) {
  return (
    <Field
      label={words.receiptDate}
      type="date"
      max={today()}
      hint={useIsFilled(form, 'purchase_date') ? <FilledNote /> : null}
      error={form.formState.errors.purchase_date?.message}
      {...form.register('purchase_date')}
    />
  )
}

/** Takes an invoice number as it is printed. Shows the digits that will be sent unless only those were typed. */
function InvoiceField({ form, hint }: { form: ReceiptForm; hint: string | null }) {
  const { control, register, formState } = form
  const isFilled = useIsFilled(form, 'invoice_number')
  const typed = useWatch({ control, name: 'invoice_number' })
  const digits = invoiceDigits(typed)
  return (
    <Field
      label={words.receiptInvoice}
      inputMode="numeric"
      autoComplete="off"
      hint={isFilled ? <FilledNote /> : hint}
      note={digits && digits !== typed.trim() && !isFilled ? sentences.receiptInvoiceKept(digits) : ''}
      error={formState.errors.invoice_number?.message}
      {...register('invoice_number')}
    />
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

type OcrHintsProps = { form: ReceiptForm; read: PreviewFacts | undefined }

/** Explains an amount of 0, which is allowed, once the field loses the focus. Offers the OCR amount if it differs. */
function AmountHint({ form, read }: OcrHintsProps) {
  const typed = useWatch({ control: form.control, name: 'purchase_amount' })
  const amount = read?.purchase_amount ?? ''
  const toSend = plainAmount(typed, settings.currency)
  return (
    <>
      <div role="status">
        {toSend === '0.00' ? (
          <p className="mt-1.5 text-small text-muted group-has-[input:focus]:invisible">
            {sentences.receiptAmountNothing(formatAmount(0, settings.currency))}
          </p>
        ) : null}
      </div>
      <OcrHint
        form={form}
        name="purchase_amount"
        read={amount === toSend ? undefined : amount}
        asText={formatAmount(amount, settings.currency)}
      />
    </>
  )
}

/** Offers the OCR date if it differs. Says why it would be refused, until the member has typed another. */
function DateHint({ form, read }: OcrHintsProps) {
  const [value, typed] = useWatch({ control: form.control, name: ['purchase_date', 'typed'] })
  const day = read?.purchase_date ?? ''
  const error = day ? dateError(day) : undefined
  const isOther = day !== value && !error
  return (
    <>
      <div role="status">
        {error && !typed?.includes('purchase_date') ? (
          <p className="mt-1.5 text-small text-muted">{sentences.receiptReadRefused(readableDay(day), error)}</p>
        ) : null}
      </div>
      <OcrHint form={form} name="purchase_date" read={isOther ? day : undefined} asText={readableDay(day)} />
    </>
  )
}

/** Offers the OCR invoice number if it differs. */
function InvoiceHint({ form, read }: OcrHintsProps) {
  const typed = useWatch({ control: form.control, name: 'invoice_number' })
  const number = read?.invoice_number ?? ''
  const isOther = invoiceKey(number) !== invoiceKey(invoiceDigits(typed) ?? '')
  return <OcrHint form={form} name="invoice_number" read={isOther ? number : undefined} asText={number} />
}

type OcrHintProps = {
  form: ReceiptForm
  name: FilledField
  /** The OCR value in the field's format, and as a text. Undefined if the field has the same value. */
  read: string | undefined
  asText: string
}

/** Offers an OCR value under its field. */
export function OcrHint({ form, name, read, asText }: OcrHintProps) {
  const use = (value: ReceiptFields[typeof name]) => {
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    // The search for merchants disappears.
    form.setFocus(name === 'merchant_id' ? 'purchase_amount' : name)
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
