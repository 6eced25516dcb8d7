import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Filled } from '../../../shared/receipts/draft.ts'
import { dateError, type ReceiptFields, type ReceiptForm, today } from './receiptFields.ts'

export type FilledField = keyof Filled

const fields: FilledField[] = ['merchant_id', 'purchase_amount', 'purchase_date', 'invoice_number']
const factOf: Record<FilledField, FactName> = {
  merchant_id: 'merchant',
  purchase_amount: 'purchase_amount',
  purchase_date: 'purchase_date',
  invoice_number: 'invoice_number',
}

type Asked = { asksForMerchant: boolean; asksForDate: boolean }

/**
 * Fills in what the photo says for sure, where the member has typed nothing and the field has the value that it started
 * with. Another photo, or none, takes these values back.
 */
export function usePhotoFill(form: ReceiptForm, read: PreviewFacts | undefined, asked: Asked): void {
  const typed = useRef(new Set<FilledField>())
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
          }
          const field = fields.find((one) => one === name)
          if (!field) return
          if (type === 'change') typed.current.add(field)
          forgetChanged(form, field)
        },
      }),
    [subscribe],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer fills once
  useEffect(() => {
    if (read?.sure) fillIn(form, sureValues(read, asked), typed.current)
  }, [read])
}

/** Whether a field still has the value that was filled in from the photo. */
export function useIsFilled({ control }: ReceiptForm, field: FilledField): boolean {
  const [filled, value] = useWatch({ control, name: ['filled', field] })
  return filled?.[field] !== undefined && filled[field] === value
}

/** The sure values of the fields that the form asks for. A date that would be refused is not among them. */
function sureValues(read: PreviewFacts, { asksForMerchant, asksForDate }: Asked): Filled {
  const { merchant, purchase_amount, purchase_date, invoice_number } = read
  const isUsable = asksForDate && purchase_date && dateError(purchase_date) === undefined
  const values = {
    merchant_id: asksForMerchant && merchant ? String(merchant.id) : null,
    purchase_amount,
    purchase_date: isUsable ? purchase_date : null,
    invoice_number,
  }
  const sure = fields.flatMap((field) => {
    const value = values[field]
    return value && read.sure?.includes(factOf[field]) ? [[field, value]] : []
  })
  return Object.fromEntries(sure)
}

function fillIn(form: ReceiptForm, values: Filled, typed: ReadonlySet<FilledField>): void {
  const filled = { ...form.getValues('filled') }
  const open = fields.filter((field) => values[field] !== undefined && isOpen(form, field, typed))
  const hadSearch = isFocused('merchant_id')
  for (const field of open) {
    const value = values[field] ?? ''
    filled[field] = value
    form.setValue(field, value, { shouldValidate: form.formState.isSubmitted })
  }
  if (open.length > 0) form.setValue('filled', filled)
  // The search disappears.
  if (hadSearch && open.includes('merchant_id')) form.setFocus('purchase_amount')
}

/** Whether a field may be filled in. Not while it has the focus and a text. */
function isOpen(form: ReceiptForm, field: FilledField, typed: ReadonlySet<FilledField>): boolean {
  const { filled, correct, [field]: value } = form.getValues()
  if (isFocused(field) && focusedText() !== '') return false
  if (filled?.[field] === value) return true
  return !typed.has(field) && value === startValue(field) && !(correct && field === 'purchase_date')
}

/** Empties the fields that were filled in from the former photo. */
function takeBack(form: ReceiptForm): void {
  const { filled = {}, ...values } = form.getValues()
  const unchanged = fields.filter((field) => filled[field] !== undefined && filled[field] === values[field])
  for (const field of unchanged) {
    if (!isFocused(field)) form.setValue(field, startValue(field), { shouldValidate: form.formState.isSubmitted })
  }
  if (Object.keys(filled).length > 0) form.setValue('filled', {})
}

/** A value that was changed is no longer the photo's. */
function forgetChanged(form: ReceiptForm, field: FilledField): void {
  const { filled = {}, [field]: value } = form.getValues()
  if (filled[field] === undefined || filled[field] === value) return
  const { [field]: _, ...others } = filled
  form.setValue('filled', others)
}

function startValue(field: FilledField): ReceiptFields[FilledField] {
  return field === 'purchase_date' ? today() : ''
}

/** The merchant's field is a search without a name of its own. */
function isFocused(field: FilledField): boolean {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement)) return false
  return field === 'merchant_id' ? focused.type === 'search' : focused.name === field
}

function focusedText(): string {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement ? focused.value : ''
}
