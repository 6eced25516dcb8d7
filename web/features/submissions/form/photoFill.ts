import type { FactName, PreviewFacts } from '@stampus/contract/ocrPreview'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Filled } from '../../../shared/receipts/draft.ts'
import { dateError, type FilledField, type ReceiptFields, type ReceiptForm, today } from './receiptFields.ts'

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
 * with. A field that has the focus is filled in when it loses it. Another photo, or none, takes these values back.
 * Returns the fields that this photo has filled in, in the order of the form.
 */
export function usePhotoFill(form: ReceiptForm, read: PreviewFacts | undefined, asked: Asked): FilledField[] {
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
          if (type === 'change') noteTyped(form, field)
          forgetChanged(form, field)
        },
      }),
    [subscribe],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer fills once
  useEffect(() => {
    if (!read?.sure) return
    const values = sureValues(read, asked)
    const file = form.getValues('receipt_image')
    const fill = (held: FilledField | undefined) => {
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
  return fields.filter((field) => shown[field] !== undefined)
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

/** Fills in the new values, but not into the field that the focus holds. Whether it filled in any. */
function fillIn(form: ReceiptForm, values: Filled, held: FilledField | undefined): boolean {
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
function isOpen(form: ReceiptForm, field: FilledField): boolean {
  const { filled, typed = [], correct, [field]: value } = form.getValues()
  if (field === 'merchant_id' && isSearching()) return false
  if (filled?.[field] === value) return true
  return !typed.includes(field) && value === startValue(field) && !(correct && field === 'purchase_date')
}

/** Empties the fields that were filled in from the former photo. */
function takeBack(form: ReceiptForm): void {
  const { filled = {}, ...values } = form.getValues()
  const unchanged = fields.filter((field) => filled[field] !== undefined && filled[field] === values[field])
  for (const field of unchanged) form.setValue(field, startValue(field), { shouldValidate: form.formState.isSubmitted })
  if (Object.keys(filled).length > 0) form.setValue('filled', {})
}

function noteTyped(form: ReceiptForm, field: FilledField): void {
  const { typed = [] } = form.getValues()
  if (!typed.includes(field)) form.setValue('typed', [...typed, field])
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

/** Whether the member has typed into the search for merchants. */
function isSearching(): boolean {
  return Boolean(document.querySelector<HTMLInputElement>('[data-field=merchant_id] input')?.value)
}

/** The field that an element belongs to. The merchant's has a search and a list. */
function fieldOf(element: EventTarget | null): FilledField | undefined {
  if (!(element instanceof HTMLElement)) return undefined
  if (element.closest('[data-field=merchant_id]')) return 'merchant_id'
  return fields.find((field) => element instanceof HTMLInputElement && element.name === field)
}
