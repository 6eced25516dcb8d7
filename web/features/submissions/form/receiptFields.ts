import { zodResolver } from '@hookform/resolvers/zod'
import { purchaseDateError, receiptFacts } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceToSend } from '@stampus/contract/values/invoices'
import { type PictureRule, pictureError } from '@stampus/contract/values/pictures'
import { amountToSend } from '@stampus/contract/values/typedAmounts'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { chosenMerchant, type Draft, type DraftAndAttempt, type Filled } from '../../../shared/receipts/draft.ts'
import { settings } from '../../../shared/settings.ts'

/**
 * The form's values as typed, the id of the submission that it corrects, what was filled in from the photo, and the
 * fields that the member has typed or emptied.
 */
export type ReceiptFields = {
  receipt_image: File | null
  merchant_id: string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
  correct?: number
  filled?: Filled
  typed?: FilledField[]
}
/** A field that can be filled in from the photo. */
export type FilledField = keyof Filled
export type ReceiptForm = UseFormReturn<ReceiptFields>

/** What the form is for: its merchant (if given), the allowed pictures, and whether it asks for the purchase date. */
type FormOptions = { merchantId: number | undefined; rule: PictureRule; asksForDate: boolean }

/** Today in the campus's time zone. */
export function today(): string {
  return dayIn(settings.time_zone, new Date())
}

/** The contract's rules, for amount and invoice number as people type them, plus those of the file. */
export function resolverFor(rule: PictureRule): Resolver<ReceiptFields> {
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
  return zodResolver(form, undefined, { raw: true }) as Resolver<ReceiptFields>
}

/** The form's values from a draft. Ignores a draft of another merchant. */
export function fieldsOf(draft: DraftAndAttempt | null, options: FormOptions): ReceiptFields {
  const { merchantId, rule, asksForDate } = options
  const chosen = draft ? chosenMerchant(draft) : undefined
  const isOfOtherMerchant = merchantId !== undefined && chosen !== undefined && chosen !== merchantId
  const source: DraftAndAttempt = (isOfOtherMerchant ? null : draft) ?? {}
  const { file, amount = '', invoiceNumber = '', merchantId: draftMerchant, purchaseDate, correct, typed } = source
  const picture = file && fileError(file, rule) === undefined ? file : null
  const filled = picture ? filledIn(source, options) : undefined
  return {
    receipt_image: picture,
    merchant_id: String(merchantId ?? draftMerchant ?? ''),
    purchase_date: (asksForDate ? purchaseDate : undefined) ?? today(),
    purchase_amount: amount,
    invoice_number: invoiceNumber,
    ...(correct && { correct }),
    ...(filled && { filled }),
    ...(typed && { typed }),
  }
}

/** What the photo filled in, of the fields that the form asks for. */
function filledIn({ filled }: Draft, { merchantId, asksForDate }: FormOptions): Filled | undefined {
  if (!filled) return undefined
  const { merchant_id, purchase_date, ...facts } = filled
  return {
    ...facts,
    ...(merchant_id && merchantId === undefined && { merchant_id }),
    ...(purchase_date && asksForDate && { purchase_date }),
  }
}

/** The draft from the form's values. Undefined if nothing is filled in. */
export function draftOf(fields: ReceiptFields, asksForDate: boolean): Draft | undefined {
  const {
    receipt_image: file,
    purchase_amount: amount,
    invoice_number: invoiceNumber,
    merchant_id,
    purchase_date,
    correct,
    filled,
    typed,
  } = fields
  if (!file && !amount && !invoiceNumber) return undefined
  return {
    ...(file && { file }),
    amount,
    invoiceNumber,
    ...(merchant_id && { merchantId: Number(merchant_id) }),
    ...(asksForDate && { purchaseDate: purchase_date }),
    ...(correct && { correct }),
    ...(filled && Object.keys(filled).length > 0 && { filled }),
    ...(typed && typed.length > 0 && { typed }),
  }
}

export function fileError(file: File | null | undefined, rule: PictureRule): string | undefined {
  return file ? pictureError(file, rule) : undefined
}

/** The error of a purchase date, if it has one. */
export function dateError(day: string): string | undefined {
  return purchaseDateError(day, { today: today(), maxAgeDays: settings.max_receipt_age_days })
}
