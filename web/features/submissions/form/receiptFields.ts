import { zodResolver } from '@hookform/resolvers/zod'
import { purchaseDateError, receiptFacts } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { type PictureRule, pictureError } from '@stampus/contract/values/pictures'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Draft } from '../../../shared/receipts/draft.ts'
import { settings } from '../../../shared/settings.ts'

/** What the form holds: every field as typed, and the submission that it corrects. */
export type ReceiptFields = {
  receipt_image: File | null
  merchant_id: string
  purchase_date: string
  purchase_amount: string
  invoice_number: string
  correct?: number
}
export type ReceiptForm = UseFormReturn<ReceiptFields>

/** What a form is for: its merchant if that is given, its pictures, and whether it asks for the purchase date. */
type Asked = { merchantId: number | undefined; rule: PictureRule; dateAsked: boolean }

/** Today on campus. */
export function today(): string {
  return dayIn(settings.time_zone, new Date())
}

/** The rules of S-5.06 to S-5.10 as a resolver: the contract's, and those of a file that is not sent yet. */
export function resolverFor(rule: PictureRule): Resolver<ReceiptFields> {
  const form = z.extend(receiptFacts, {
    merchant_id: z.string().check(z.minLength(1, texts.requiredFields)),
    purchase_date: receiptFacts.shape.purchase_date.check(
      z.refine((day) => dateFault(day) === undefined, { error: ({ input }) => dateFault(input as string) }),
    ),
    receipt_image: z.nullable(z.instanceof(File)).check(
      z.refine((file) => file !== null, { error: texts.requiredFields, abort: true }),
      z.refine((file) => faultOf(file, rule) === undefined, { error: ({ input }) => faultOf(input as File, rule) }),
    ),
  })
  return zodResolver(form, undefined, { raw: true }) as Resolver<ReceiptFields>
}

/** The form's fields out of a draft, which counts where it is for this merchant or for none yet. */
export function fieldsOf(draft: Draft | null, { merchantId, rule, dateAsked }: Asked): ReceiptFields {
  const forOther = merchantId !== undefined && draft?.merchantId !== undefined && draft.merchantId !== merchantId
  const kept = (forOther ? null : draft) ?? {}
  const { file, amount = '', invoiceNumber = '', merchantId: chosen, purchaseDate, correct } = kept
  return {
    receipt_image: file && faultOf(file, rule) === undefined ? file : null,
    merchant_id: String(merchantId ?? chosen ?? ''),
    purchase_date: (dateAsked ? purchaseDate : undefined) ?? today(),
    purchase_amount: amount,
    invoice_number: invoiceNumber,
    ...(correct && { correct }),
  }
}

/** The draft that the fields make, or undefined where nothing is filled in (S-3.06). */
export function draftOf(fields: ReceiptFields, dateAsked: boolean): Draft | undefined {
  const {
    receipt_image: file,
    purchase_amount: amount,
    invoice_number: invoiceNumber,
    merchant_id,
    purchase_date,
    correct,
  } = fields
  if (!file && !amount && !invoiceNumber) return undefined
  return {
    ...(file && { file }),
    amount,
    invoiceNumber,
    ...(merchant_id && { merchantId: Number(merchant_id) }),
    ...(dateAsked && { purchaseDate: purchase_date }),
    ...(correct && { correct }),
  }
}

export function faultOf(file: File | null | undefined, rule: PictureRule): string | undefined {
  return file ? pictureError(file, rule) : undefined
}

/** What is wrong with a purchase date today, in words. */
export function dateFault(day: string): string | undefined {
  return purchaseDateError(day, { today: today(), maxAgeDays: settings.max_receipt_age_days })
}
