import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Field } from '@stampus/ui/Field'
import { ScanText } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { TextLink } from '../../../shared/components/TextLink.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { linkTo } from '../../../shared/paths.ts'
import type { FactField } from '../../../shared/receipts/receipt.ts'
import { settings } from '../../../shared/settings.ts'
import { facts } from './facts.ts'
import { useIsFilled } from './photoFill.ts'
import { dateError, type ReceiptForm, today } from './receiptFields.ts'

/** The form, and what OCR found in the picture. */
type FactProps = { form: ReceiptForm; read: PreviewFacts | undefined }

type Props = FactProps & {
  asksForDate: boolean
  /** The submission that already contains this receipt. */
  earlierId: number | undefined
}

/** The facts that the member types from the receipt. */
export function ReceiptFieldset({ asksForDate, earlierId, ...given }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="group">
        <AmountField {...given} />
      </div>
      {asksForDate ? (
        <div>
          <DateField {...given} />
        </div>
      ) : null}
      <div className={asksForDate ? 'sm:col-span-2' : ''}>
        <InvoiceField {...given} hint={earlierId ? null : words.receiptInvoiceHint} />
        {earlierId ? <TextLink to={linkTo('submission', { id: earlierId })} label={words.receiptEarlier} /> : null}
      </div>
    </div>
  )
}

/**
 * Takes an amount as people type it. Shows what will be sent unless that is what was typed. Explains an amount of 0, which
 * is allowed, once the field loses the focus.
 */
function AmountField({ form, read }: FactProps) {
  const isFilled = useIsFilled(form, 'purchase_amount')
  const typed = useWatch({ control: form.control, name: 'purchase_amount' })
  const toSend = plainAmount(typed, settings.currency)
  const willSend = parseAmount(typed) === undefined && !isFilled ? toSend : undefined
  return (
    <>
      <Field
        label={words.receiptAmount}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        leading={settings.currency}
        hint={isFilled ? <FilledNote /> : null}
        note={willSend ? sentences.receiptWillSend(formatAmount(willSend, settings.currency)) : ''}
        error={form.formState.errors.purchase_amount?.message}
        {...form.register('purchase_amount')}
      />
      <div role="status">
        {toSend === '0.00' ? (
          <p className="mt-1.5 text-small text-muted group-has-[input:focus]:invisible">
            {sentences.receiptAmountNothing(formatAmount(0, settings.currency))}
          </p>
        ) : null}
      </div>
      <OcrHint form={form} read={read} field="purchase_amount" isTyped={read?.purchase_amount === toSend} />
    </>
  )
}

/** Says why the date that OCR found would be refused, until the member has typed another. */
function DateField({ form, read }: FactProps) {
  const [value, typed] = useWatch({ control: form.control, name: ['purchase_date', 'typed'] })
  const day = read?.purchase_date ?? ''
  const error = day ? dateError(day) : undefined
  return (
    <>
      <Field
        label={words.receiptDate}
        type="date"
        max={today()}
        hint={useIsFilled(form, 'purchase_date') ? <FilledNote /> : null}
        error={form.formState.errors.purchase_date?.message}
        {...form.register('purchase_date')}
      />
      <div role="status">
        {error && !typed?.includes('purchase_date') ? (
          <p className="mt-1.5 text-small text-muted">{sentences.receiptReadRefused(readableDay(day), error)}</p>
        ) : null}
      </div>
      <OcrHint form={form} read={read} field="purchase_date" isTyped={day === value || error !== undefined} />
    </>
  )
}

/** Takes an invoice number as it is printed. Shows the digits that will be sent unless only those were typed. */
function InvoiceField({ form, read, hint }: FactProps & { hint: string | null }) {
  const isFilled = useIsFilled(form, 'invoice_number')
  const typed = useWatch({ control: form.control, name: 'invoice_number' })
  const digits = invoiceDigits(typed)
  const isTyped = invoiceKey(read?.invoice_number ?? '') === invoiceKey(digits ?? '')
  return (
    <>
      <Field
        label={words.receiptInvoice}
        inputMode="numeric"
        autoComplete="off"
        hint={isFilled ? <FilledNote /> : hint}
        note={digits && digits !== typed.trim() && !isFilled ? sentences.receiptInvoiceKept(digits) : ''}
        error={form.formState.errors.invoice_number?.message}
        {...form.register('invoice_number')}
      />
      <OcrHint form={form} read={read} field="invoice_number" isTyped={isTyped} />
    </>
  )
}

/** Marks a value that was filled in from the photo. */
export function FilledNote() {
  return (
    <span className="flex items-start gap-1.5 text-muted">
      <ScanText aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {words.receiptFilled}
    </span>
  )
}

/** `isTyped`: the field has the value already, or cannot take it. */
type OcrHintProps = FactProps & { field: FactField; isTyped: boolean }

/** Offers what OCR found under its field. */
export function OcrHint({ form, read, field, isTyped }: OcrHintProps) {
  const found = read && !isTyped ? facts.find((fact) => fact.field === field)?.read(read) : undefined
  const use = (value: string) => {
    form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    // The search for merchants disappears.
    form.setFocus(field === 'merchant_id' ? 'purchase_amount' : field)
  }
  return (
    <div role="status">
      {found ? (
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
          <ScanText aria-hidden="true" className="size-4 shrink-0" />
          {sentences.receiptRead(found.text)}
          <button
            type="button"
            onClick={() => use(found.value)}
            aria-label={sentences.receiptReadUseInFull(found.text)}
            className="inline-flex min-h-11 items-center px-1 font-semibold text-blue underline underline-offset-4"
          >
            {words.receiptReadUse}
          </button>
        </p>
      ) : null}
    </div>
  )
}
