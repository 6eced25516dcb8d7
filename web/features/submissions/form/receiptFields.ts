import { zodResolver } from '@hookform/resolvers/zod'
import { purchaseDateError, receiptFacts } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceToSend } from '@stampus/contract/values/invoices'
import { type PictureRule, pictureError } from '@stampus/contract/values/pictures'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { chosenMerchant, type Draft, type OpenedDraft, type Receipt } from '../../../shared/receipts/receipt.ts'
import { settings } from '../../../shared/settings.ts'

export type ReceiptForm = UseFormReturn<Receipt>

/** What the form is for: its merchant (if given), the allowed pictures, and whether it asks for the purchase date. */
type FormOptions = { merchantId: number | undefined; rule: PictureRule; asksForDate: boolean }

/** Today in the campus's time zone. */
export function today(): string {
  return dayIn(settings.time_zone, new Date())
}

/** The contract's rules, for amount and invoice number as people type them, plus those of the file. */
export function resolverFor(rule: PictureRule): Resolver<Receipt> {
  const form = z.extend(receiptFacts, {
    merchant_id: z.string().check(z.minLength(1, texts.requiredFields)),
    purchase_date: receiptFacts.shape.purchase_date.check(
      z.refine((day) => dateError(day) === undefined, { error: ({ input }) => dateError(input as string) }),
    ),
    purchase_amount: z.pipe(
      z.transform((typed: string): string | number => amountToSend(typed, settings.currency)),
      receiptFacts.shape.purchase_amount,
    ),
    invoice_number: z.pipe(z.transform(invoiceToSend), receiptFacts.shape.invoice_number),
    receipt_image: z.nullable(z.instanceof(File)).check(
      z.refine((file) => file !== null, { error: texts.requiredFields, abort: true }),
      z.refine((file) => fileError(file, rule) === undefined, { error: ({ input }) => fileError(input as File, rule) }),
    ),
  })
  return zodResolver(form, undefined, { raw: true }) as Resolver<Receipt>
}

/**
 * The form's values from a draft. Ignores a draft of another merchant, and what the photo filled in if it is gone or if
 * the form does not ask for it.
 */
export function fieldsOf(draft: Omit<OpenedDraft, 'id'> | null, options: FormOptions): Receipt {
  const { merchantId, rule, asksForDate } = options
  const given = merchantId === undefined ? undefined : String(merchantId)
  const isOfOtherMerchant = draft && given && ![given, undefined].includes(chosenMerchant(draft))
  const { receipt_image, purchase_date, corrects, filled, typed, ...facts } = (isOfOtherMerchant ? null : draft) ?? {}
  const picture = receipt_image && fileError(receipt_image, rule) === undefined ? receipt_image : null
  const unasked = [...(given ? ['merchant_id'] : []), ...(asksForDate ? [] : ['purchase_date'])]
  return {
    receipt_image: picture,
    merchant_id: given ?? facts.merchant_id ?? '',
    purchase_date: (asksForDate ? purchase_date : undefined) ?? today(),
    purchase_amount: facts.purchase_amount ?? '',
    invoice_number: facts.invoice_number ?? '',
    ...(corrects && { corrects }),
    ...(picture && filled && { filled: without(filled, unasked) }),
    ...(typed && { typed }),
  }
}

function without<T extends object>(given: T, names: string[]): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name))) as Partial<T>
}

/** The draft from the form's values. Undefined if nothing is filled in. */
export function draftOf(form: Receipt, asksForDate: boolean): Draft | undefined {
  const { receipt_image, merchant_id, purchase_date, corrects, filled = {}, typed = [], ...facts } = form
  if (!receipt_image && !facts.purchase_amount && !facts.invoice_number) return undefined
  return {
    ...facts,
    ...(receipt_image && { receipt_image }),
    ...(merchant_id && { merchant_id }),
    ...(asksForDate && { purchase_date }),
    ...(corrects && { corrects }),
    ...(Object.keys(filled).length > 0 && { filled }),
    ...(typed.length > 0 && { typed }),
  }
}

export function fileError(file: File | null | undefined, rule: PictureRule): string | undefined {
  return file ? pictureError(file, rule) : undefined
}

/** The error of a purchase date, if it has one. */
export function dateError(day: string): string | undefined {
  return purchaseDateError(day, { today: today(), maxAgeDays: settings.max_receipt_age_days })
}
