import { type FactName, type PreviewFacts, requestOcrPreview } from '@stampus/contract/ocrPreview'
import { formatAmount } from '@stampus/contract/values/money'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as words from '#words'
import { call } from '../../../shared/api/api.ts'
import { readableDay } from '../../../shared/dates.ts'
import type { FactField, ReceiptFacts } from '../../../shared/receipts/draft.ts'
import { settings } from '../../../shared/settings.ts'
import { dateError, type ReceiptForm, today } from './receiptFields.ts'

type Read = { value: string; text: string }

/** A fact of a receipt: its field, its name in what was read, its label, and its name among what was filled in. */
type Fact = {
  field: FactField
  name: FactName
  label: string
  filledName: string
  read: (photo: PreviewFacts) => Read | undefined
}

export const facts: readonly Fact[] = [
  {
    field: 'merchant_id',
    name: 'merchant',
    label: words.receiptMerchant,
    filledName: words.receiptFilledMerchant,
    read: ({ merchant }) => (merchant ? { value: String(merchant.id), text: merchant.name } : undefined),
  },
  {
    field: 'purchase_amount',
    name: 'purchase_amount',
    label: words.receiptAmount,
    filledName: words.receiptFilledAmount,
    read: ({ purchase_amount }) => withText(purchase_amount, (amount) => formatAmount(amount, settings.currency)),
  },
  {
    field: 'purchase_date',
    name: 'purchase_date',
    label: words.receiptDate,
    filledName: words.receiptFilledDate,
    read: ({ purchase_date }) => withText(purchase_date, readableDay),
  },
  {
    field: 'invoice_number',
    name: 'invoice_number',
    label: words.receiptInvoice,
    filledName: words.receiptFilledInvoice,
    read: ({ invoice_number }) => withText(invoice_number, (number) => number),
  },
]

function withText(value: string | null, textOf: (value: string) => string): Read | undefined {
  return value ? { value, text: textOf(value) } : undefined
}

/** What was read in a photo, of the facts that the form shows. */
export function readFacts(photo: PreviewFacts | undefined, asksForDate: boolean) {
  return facts.flatMap(({ field, name, label, read }) => {
    const found = photo && (asksForDate || field !== 'purchase_date') ? read(photo) : undefined
    return found ? [{ name, label, text: found.text, place: photo?.places?.[name] }] : []
  })
}

export type ReadFact = ReturnType<typeof readFacts>[number]

export type OcrPreview = ReturnType<typeof useOcrPreview>

/** Runs OCR on the chosen picture if the server offers it, but leaves the connection to a receipt on its way. */
export function useOcrPreview({ control }: ReceiptForm, wanted: boolean) {
  const file = useWatch({ control, name: 'receipt_image' })
  const [read, setRead] = useState<{ file: File; facts: PreviewFacts | null; isOver: boolean }>()
  const own = read?.file === file ? read : undefined
  const isReading = file !== null && !own?.isOver && wanted && settings.reads_receipts && !savesData()
  useEffect(() => {
    if (!file || wanted) return
    setRead((before) => ({ file, facts: before?.file === file ? before.facts : null, isOver: true }))
  }, [file, wanted])
  useEffect(() => {
    if (!file || !isReading) return
    const stop = new AbortController()
    const keep = (facts: PreviewFacts | null, isOver: boolean) => {
      if (stop.signal.aborted) return
      // Keep what was already found if the rest fails.
      setRead((before) => ({ file, facts: facts ?? (before?.file === file ? before.facts : null), isOver }))
    }
    const onLine = ({ data }: { data: PreviewFacts | null }) => keep(data, false)
    call(requestOcrPreview, { receipt_image: file }, { signal: stop.signal, onLine }).then(
      ({ data }) => keep(data, true),
      () => keep(null, true),
    )
    return () => stop.abort()
  }, [file, isReading])
  return { read: own?.facts ?? undefined, isReading, problem: own?.facts?.picture_problem ?? undefined }
}

/** Whether the data saver is on. OCR would send the picture a second time. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}

type Filled = Partial<ReceiptFacts>

const fields = facts.map(({ field }) => field)

type Asked = { asksForMerchant: boolean; asksForDate: boolean }

/**
 * Fills in what the photo says for sure, where the member has typed nothing; a focused field only when it loses the
 * focus. Another photo, or none, takes these values back. Returns the names of what this photo has filled in.
 */
export function usePhotoFill(form: ReceiptForm, read: PreviewFacts | undefined, asked: Asked): string[] {
  const [shown, setShown] = useState<Filled>({})
  const photo = useRef(form.getValues('receipt_image'))
  const { subscribe } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form stays the same
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type, values: { receipt_image } }) => {
          if (receipt_image !== photo.current) {
            photo.current = receipt_image
            takeBack(form)
            setShown({})
          }
          const field = fields.find((one) => one === name)
          if (!field) return
          const { filled = {}, typed = [], [field]: value } = form.getValues()
          if (type === 'change' && !typed.includes(field)) form.setValue('typed', [...typed, field])
          const { [field]: former, ...others } = filled
          if (former !== undefined && former !== value) form.setValue('filled', others)
        },
      }),
    [subscribe],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer fills once
  useEffect(() => {
    if (!read?.sure) return
    const values = sureValues(read, asked)
    const file = form.getValues('receipt_image')
    const fill = (held: FactField | undefined) => {
      // The focus also leaves the pressed button that removes the photo.
      if (form.getValues('receipt_image') !== file) return
      if (fillIn(form, values, held)) setShown(form.getValues('filled') ?? {})
    }
    const focused = document.activeElement
    fill(focused instanceof HTMLInputElement ? fieldOf(focused) : undefined)
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // The list of merchants stays while one is pressed. In some browsers, a pressed button does not take the focus.
      const isMaybePress = !relatedTarget && fieldOf(target) === 'merchant_id'
      fill(isMaybePress ? 'merchant_id' : fieldOf(relatedTarget ?? document.activeElement))
    }
    document.addEventListener('focusout', onFocusOut)
    return () => document.removeEventListener('focusout', onFocusOut)
  }, [read])
  return facts.filter(({ field }) => shown[field] !== undefined).map(({ filledName }) => filledName)
}

export function useIsFilled({ control }: ReceiptForm, field: FactField): boolean {
  const [filled, value] = useWatch({ control, name: ['filled', field] })
  return filled?.[field] !== undefined && filled[field] === value
}

function sureValues(photo: PreviewFacts, { asksForMerchant, asksForDate }: Asked): Filled {
  const sure = facts.flatMap(({ field, name, read }) => {
    const value = photo.sure?.includes(name) ? read(photo)?.value : undefined
    if (value === undefined || (field === 'merchant_id' && !asksForMerchant)) return []
    if (field === 'purchase_date' && (!asksForDate || dateError(value) !== undefined)) return []
    return [[field, value]]
  })
  return Object.fromEntries(sure)
}

/** Fills in the new values, but not into the field that the focus holds. Whether it filled in any. */
function fillIn(form: ReceiptForm, values: Filled, held: FactField | undefined): boolean {
  const filled = { ...form.getValues('filled') }
  const open = fields.filter((field) => {
    const isNew = values[field] !== undefined && values[field] !== filled[field]
    return isNew && field !== held && isOpen(form, field)
  })
  const hadMerchants = fieldOf(document.activeElement) === 'merchant_id'
  for (const field of open) {
    const value = values[field] ?? ''
    filled[field] = value
    form.setValue(field, value, { shouldValidate: form.formState.isSubmitted })
  }
  if (open.length > 0) form.setValue('filled', filled)
  // The list of merchants disappears.
  if (hadMerchants && open.includes('merchant_id')) form.setFocus('purchase_amount')
  return open.length > 0
}

/** Whether a field may be filled in: it is untouched, or has a value of the photo. */
function isOpen(form: ReceiptForm, field: FactField): boolean {
  const { filled, typed = [], corrects, [field]: value } = form.getValues()
  const search = document.querySelector<HTMLInputElement>('[data-field=merchant_id] input')
  if (field === 'merchant_id' && search?.value) return false
  if (filled?.[field] === value) return true
  return !typed.includes(field) && value === startValue(field) && !(corrects && field === 'purchase_date')
}

function takeBack(form: ReceiptForm): void {
  const { filled = {}, ...values } = form.getValues()
  const unchanged = fields.filter((field) => filled[field] !== undefined && filled[field] === values[field])
  for (const field of unchanged) form.setValue(field, startValue(field), { shouldValidate: form.formState.isSubmitted })
  if (Object.keys(filled).length > 0) form.setValue('filled', {})
}

const startValue = (field: FactField) => (field === 'purchase_date' ? today() : '')

/** The field that an element belongs to. The merchant's has a search and a list. */
function fieldOf(element: EventTarget | null): FactField | undefined {
  if (!(element instanceof HTMLElement)) return undefined
  if (element.closest('[data-field=merchant_id]')) return 'merchant_id'
  return fields.find((field) => element instanceof HTMLInputElement && element.name === field)
}
