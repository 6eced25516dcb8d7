import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { receiptPicture, receiptPictureOrGif } from '@stampus/contract/values/pictures'
import { expect, test } from 'vitest'
import { stubBrowserGlobals } from '../../../../tests/support/browser/browser-globals.ts'

stubBrowserGlobals()
const { draftOf, fieldsOf, resolverFor, today } = await import('./receiptFields.ts')

const picture = (name: string, type = 'image/jpeg', bytes = 10) => new File([new Uint8Array(bytes)], name, { type })
const daysAgo = (days: number) => dayIn('Asia/Kuala_Lumpur', new Date(Date.now() - days * 86_400_000))
const options = (merchantId: number | undefined, asksForDate = true) => ({
  merchantId,
  rule: receiptPicture,
  asksForDate,
})
const filled = {
  receipt_image: picture('receipt.jpg'),
  merchant_id: '7',
  purchase_date: today(),
  purchase_amount: '12.50',
  invoice_number: '0047',
}

const empty = { receipt_image: null, merchant_id: '', purchase_date: '', purchase_amount: '', invoice_number: ' ' }
const missing = {
  receipt_image: texts.requiredFields,
  merchant_id: texts.requiredFields,
  purchase_date: texts.requiredFields,
  purchase_amount: texts.requiredFields,
  invoice_number: texts.invoiceRequired,
}
const photo = (name: string, type: string, bytes?: number) => ({ receipt_image: picture(name, type, bytes) })

test.each<[what: string, fields: object, errors: object]>([
  ['a complete form', {}, {}],
  ['nothing of an empty form', empty, missing],
  ['a GIF', photo('a.gif', 'image/gif'), {}],
  ['no PDF', photo('a.pdf', 'application/pdf'), { receipt_image: texts.invalidReceiptTypeOrGif }],
  ['a picture of exactly 10 MB', photo('a.jpg', 'image/jpeg', 10_485_760), {}],
  ['no picture above 10 MB', photo('a.jpg', 'image/jpeg', 10_485_761), { receipt_image: texts.receiptTooLarge }],
  ['an amount as people write it', { purchase_amount: 'RM12,5' }, {}],
  ['no amount that may mean two things', { purchase_amount: '1.200' }, { purchase_amount: texts.invalidAmount }],
  ['no amount below zero', { purchase_amount: '-1' }, { purchase_amount: texts.invalidAmount }],
  ['an invoice number with a word', { invoice_number: 'No. 12-345' }, {}],
  ['no invoice number without a digit', { invoice_number: 'INV' }, { invoice_number: texts.invalidInvoice }],
  ['a day 60 days ago', { purchase_date: daysAgo(60) }, {}],
  ['no day 61 days ago', { purchase_date: daysAgo(61) }, { purchase_date: texts.oldReceipt(60) }],
  ['no day in the future', { purchase_date: daysAgo(-1) }, { purchase_date: texts.futureDate }],
  ['no day that does not exist', { purchase_date: '2026-02-30' }, { purchase_date: texts.invalidDate }],
])('S-5.06 S-5.08 S-5.09 S-5.10 D-42 D-105 before an upload the form takes %s', async (_what, fields, expected) => {
  const given = { ...filled, ...fields }
  const { errors } = await resolverFor(receiptPictureOrGif)(given, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message])
  expect(Object.fromEntries(messages)).toEqual(expected)
})

test('S-3.06 a draft fills the form of its own merchant, or of any merchant if it names none', () => {
  const file = picture('receipt.jpg')
  const draft = { receipt_image: file, purchase_amount: '5', invoice_number: '12', merchant_id: '7' }
  const expected = { receipt_image: file, purchase_amount: '5', invoice_number: '12', merchant_id: '7' }
  expect(fieldsOf(draft, options(7))).toMatchObject(expected)
  expect(fieldsOf(draft, options(undefined))).toMatchObject(expected)
  expect(fieldsOf({ receipt_image: file }, options(8))).toMatchObject({ receipt_image: file, merchant_id: '8' })
  expect(fieldsOf(draft, options(8))).toMatchObject({ receipt_image: null, purchase_amount: '' })
})

test('D-03 D-96 a draft whose merchant is what the photo says fills the form of any merchant', () => {
  const file = picture('receipt.jpg')
  const draft = {
    receipt_image: file,
    purchase_amount: '5',
    merchant_id: '7',
    filled: { merchant_id: '7', purchase_amount: '5' },
  }
  expect(fieldsOf(draft, options(8))).toMatchObject({
    receipt_image: file,
    merchant_id: '8',
    filled: { purchase_amount: '5' },
  })
  expect(fieldsOf(draft, options(undefined))).toMatchObject({ merchant_id: '7', filled: draft.filled })
  const attempt = { key: 'k', purchaseDate: today(), waits: true }
  expect(fieldsOf({ ...draft, attempt }, options(8))).toMatchObject({ receipt_image: null })
})

test('D-96 a form knows what the photo filled in only of the fields that it asks for, and only with the photo', () => {
  const file = picture('receipt.jpg')
  const marked = { merchant_id: '7', purchase_date: today(), invoice_number: '12' }
  const draft = { receipt_image: file, invoice_number: '12', merchant_id: '7', filled: marked }
  expect(fieldsOf(draft, options(7)).filled).toEqual({ purchase_date: today(), invoice_number: '12' })
  expect(fieldsOf(draft, options(undefined, false)).filled).toEqual({ merchant_id: '7', invoice_number: '12' })
  const { receipt_image: _, ...withoutPicture } = draft
  expect(fieldsOf(withoutPicture, options(undefined))).not.toHaveProperty('filled')
  const pdf = picture('receipt.pdf', 'application/pdf')
  expect(fieldsOf({ ...draft, receipt_image: pdf }, options(undefined))).not.toHaveProperty('filled')
})

test('D-96 S-3.06 the draft stores which fields the member has typed', () => {
  const draft = draftOf({ ...filled, typed: ['merchant_id'] }, true) ?? null
  expect(fieldsOf(draft, options(undefined)).typed).toEqual(['merchant_id'])
  expect(draftOf({ ...filled, typed: [] }, true)).not.toHaveProperty('typed')
})

test('S-3.06 the filled fields become the draft, and an empty form has none', () => {
  const { receipt_image } = filled
  expect(draftOf(filled, false)).toEqual({
    receipt_image,
    purchase_amount: '12.50',
    invoice_number: '0047',
    merchant_id: '7',
  })
  expect(draftOf({ ...filled, receipt_image: null, purchase_amount: '', invoice_number: '' }, true)).toBeUndefined()
})

test('S-3.06 the draft stores the purchase date if the form asks for it', () => {
  const draft = draftOf({ ...filled, purchase_date: daysAgo(3) }, true) ?? null
  expect(fieldsOf(draft, options(7)).purchase_date).toBe(daysAgo(3))
  expect(fieldsOf(draft, options(7, false)).purchase_date).toBe(today())
  expect(draftOf(filled, false)).not.toHaveProperty('purchase_date')
})
