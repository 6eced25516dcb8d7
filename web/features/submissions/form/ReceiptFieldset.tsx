import { type Merchant, list as merchants, show } from '@stampus/contract/merchants'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { type Submission, list as submissions } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import { formatAmount } from '@stampus/contract/values/money'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Field, FieldError } from '@stampus/ui/Field'
import { Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { type Ref, useEffect, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { isMissing } from '../../../shared/api/CallError.ts'
import { useEndlessList } from '../../../shared/api/endless.ts'
import { TextLink } from '../../../shared/components/Link.tsx'
import { QueryFailure } from '../../../shared/components/QueryFailure.tsx'
import { readableDay } from '../../../shared/dates.ts'
import { SearchField } from '../../../shared/forms/SearchField.tsx'
import { MerchantRules } from '../../../shared/merchants/MerchantDetails.tsx'
import { acceptingReceipts } from '../../../shared/merchants/merchantFilter.ts'
import { linkTo } from '../../../shared/paths.ts'
import type { FactField } from '../../../shared/receipts/draft.ts'
import { settings } from '../../../shared/settings.ts'
import { facts, useIsFilled } from './photoFill.ts'
import { dateError, type ReceiptForm, today } from './receiptFields.ts'

/** `read`: what OCR found in the picture. */
type FactProps = { form: ReceiptForm; read: PreviewFacts | undefined }

export function MerchantField({ form, read }: FactProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'merchant_id' })
  const [chosen, setChosen] = useState<Choice>()
  const isChosen = field.value !== '' && String(chosen?.id) === field.value
  const known = useQuery({ ...q(show, { id: field.value }), enabled: field.value !== '' && !isChosen })
  // A merchant that is closed must not be submitted unnoticed. One that cannot be loaded now stays chosen.
  const closed = !isChosen && (isMissing(known.error) || known.data?.data.is_active === false)
  const { onChange } = field
  useEffect(() => {
    if (closed) onChange('')
  }, [closed, onChange])
  const choose = (choice: Choice | undefined) => {
    setChosen(choice)
    onChange(choice ? String(choice.id) : '')
    // The pressed button disappears. Focus its replacement after the render.
    setTimeout(() => form.setFocus(choice ? 'purchase_amount' : 'merchant_id'))
  }
  const isFilled = useIsFilled(form, 'merchant_id')
  const merchant = field.value === '' ? undefined : isChosen ? chosen : known.data?.data
  const error = fieldState.error?.message
  const id = useId()
  const described = [isFilled && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ')
  if (merchant)
    return (
      <div className="grid gap-3">
        <div>
          <p className="mb-1.5 font-semibold">{words.receiptMerchant}</p>
          <div
            className={`flex flex-wrap items-center gap-3 rounded-control border bg-sheet py-2 pr-1 pl-3 ${error ? 'border-rejected' : 'border-border-strong'}`}
          >
            <p className="min-w-0 flex-1 basis-32">
              <span className="block font-medium">{merchant.name}</span>
              <span className="line-clamp-1 text-small text-muted">{merchant.address}</span>
            </p>
            <Button
              ref={field.ref}
              look="quiet"
              onClick={() => choose(undefined)}
              aria-label={words.receiptMerchantChangeInFull}
              aria-describedby={described || undefined}
            >
              {words.receiptMerchantChange}
            </Button>
          </div>
          {isFilled ? (
            <div id={`${id}-note`} className="mt-1.5 text-small">
              <FilledNote />
            </div>
          ) : null}
          {error ? <FieldError id={`${id}-error`} text={error} /> : null}
        </div>
        <MerchantRules merchant={merchant} />
      </div>
    )
  if (field.value !== '' && known.isPending) return <Skeleton className="h-18 w-full" />
  if (field.value !== '' && known.isError && !closed) return <QueryFailure text={texts.merchantFailed} query={known} />
  return (
    <div data-field="merchant_id">
      <OcrHint form={form} read={read} field="merchant_id" isTyped={false} />
      <MerchantChoices onChoose={choose} inputRef={field.ref} error={error} />
    </div>
  )
}

type ChoicesProps = { onChoose: (choice: Choice) => void; inputRef: Ref<HTMLInputElement>; error: string | undefined }

function MerchantChoices({ onChoose, inputRef, error }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const { recent, choices, more, failed, retry, waiting } = useMerchantChoices(search)
  return (
    <div className="grid gap-3">
      <SearchField
        ref={inputRef}
        search={search}
        label={words.receiptMerchant}
        placeholder={words.merchantsSearchPlaceholder}
        error={error}
        onSearch={setSearch}
      />
      {recent && choices?.length ? <p className="text-small text-muted">{words.receiptMerchantsFromBefore}</p> : null}
      <div aria-live="polite" aria-busy={waiting}>
        {failed ? <Failure text={texts.merchantsFailed} retry={words.retry} isBusy={waiting} onRetry={retry} /> : null}
        {choices?.length === 0 ? <p className="rounded-control bg-tint px-4 py-3">{texts.noMerchants}</p> : null}
        {choices?.length ? (
          <ul className="overflow-hidden rounded-control border border-line bg-sheet">
            {choices.map((choice) => (
              <li key={choice.id} className="border-line border-b last:border-b-0">
                <button
                  type="button"
                  onClick={() => onChoose(choice)}
                  className="block min-h-14 w-full px-4 py-2 text-left hover:bg-tint focus-visible:-outline-offset-4"
                >
                  <span className="block font-medium">{choice.name}</span>
                  <span className="line-clamp-1 text-small text-muted">{choice.address}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {choices && more && !failed ? (
          <Button look="quiet" isBusy={waiting} onClick={more} className="mt-1">
            {words.showMore}
          </Button>
        ) : null}
        {!choices && !failed ? <Skeleton className="h-48 w-full" /> : null}
      </div>
    </div>
  )
}

/** The rules are only known for merchants that a search has found. */
type Choice = Pick<Merchant, 'id' | 'name' | 'address' | 'minimum_spend' | 'receipts_per_day'>

const SHOWN = 6

/** Search results, else the member's latest merchants, else all. Six at first; `choices` is undefined while loading. */
function useMerchantChoices(search: string) {
  const recent = useQuery(q(submissions, {}))
  const latest = latestMerchants(recent.data?.data)
  const usesSearch = search !== '' || (!recent.isPending && latest.length === 0)
  const found = useEndlessList(merchants, acceptingReceipts(search ? { search } : {}), { enabled: usesSearch })
  const [wanted, setWanted] = useState({ search, count: SHOWN })
  const count = wanted.search === search ? wanted.count : SHOWN
  const rows: Choice[] = usesSearch ? found.rows : latest
  const known = usesSearch ? found.data && !(found.isPlaceholderData && rows.length === 0) : !recent.isPending
  const more = () => {
    setWanted({ search, count: count + SHOWN })
    if (usesSearch && found.hasNextPage && rows.length < count + SHOWN) void found.fetchNextPage()
  }
  return {
    recent: !usesSearch,
    choices: known ? rows.slice(0, count) : undefined,
    more: rows.length > count || (usesSearch && found.hasNextPage) ? more : undefined,
    failed: usesSearch && (found.isLoadingError || found.isFetchNextPageError),
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
    waiting: usesSearch ? found.isFetching : recent.isPending,
  }
}

/** Empty on servers that do not return the merchant's id with a submission. */
function latestMerchants(sent: Pick<Submission, 'merchant'>[] = []): Choice[] {
  const byId = new Map<number, Choice>()
  for (const { merchant } of sent) {
    const { id, name, address } = merchant
    if (id !== undefined && !byId.has(id)) byId.set(id, { id, name, address })
  }
  return [...byId.values()]
}

type Props = FactProps & { asksForDate: boolean; earlierId: number | undefined }

export function ReceiptFieldset({ asksForDate, earlierId, ...given }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <AmountField {...given} />
      {asksForDate ? <DateField {...given} /> : null}
      <div className={asksForDate ? 'sm:col-span-2' : ''}>
        <InvoiceField {...given} hint={earlierId ? null : words.receiptInvoiceHint} />
        {earlierId ? <TextLink to={linkTo('submission', { id: earlierId })} label={words.receiptEarlier} /> : null}
      </div>
    </div>
  )
}

/** Shows what will be sent unless that was typed. Explains an amount of 0 once the field loses the focus. */
function AmountField({ form, read }: FactProps) {
  const isFilled = useIsFilled(form, 'purchase_amount')
  const typed = useWatch({ control: form.control, name: 'purchase_amount' })
  const toSend = plainAmount(typed, settings.currency)
  const willSend = parseAmount(typed) === undefined && !isFilled ? toSend : undefined
  return (
    <div className="group">
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
    </div>
  )
}

/** Says why the date that OCR found would be refused, until the member has typed another. */
function DateField({ form, read }: FactProps) {
  const [value, typed] = useWatch({ control: form.control, name: ['purchase_date', 'typed'] })
  const day = read?.purchase_date ?? ''
  const error = day ? dateError(day) : undefined
  return (
    <div>
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
    </div>
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

function FilledNote() {
  return (
    <span className="flex items-start gap-1.5 text-muted">
      <ScanText aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {words.receiptFilled}
    </span>
  )
}

function OcrHint({ form, read, field, isTyped }: FactProps & { field: FactField; isTyped: boolean }) {
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
