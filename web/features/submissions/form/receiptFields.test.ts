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

async function errorsOf(fields: object, rule = receiptPictureOrGif) {
  const { errors } = await resolverFor(rule)({ ...filled, ...fields }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

test('S-5.09 a complete form has no errors, and its date is today', async () => {
  expect(await errorsOf({})).toEqual({})
  expect(fieldsOf(null, options(7)).purchase_date).toBe(daysAgo(0))
})

test('S-5.10 a missing field shows its error under the field', async () => {
  const empty = { receipt_image: null, merchant_id: '', purchase_date: '', purchase_amount: '', invoice_number: ' ' }
  expect(await errorsOf(empty)).toEqual({
    receipt_image: texts.requiredFields,
    merchant_id: texts.requiredFields,
    purchase_date: texts.requiredFields,
    purchase_amount: texts.requiredFields,
    invoice_number: texts.invoiceRequired,
  })
})

test('S-5.06 S-5.07 only the form page accepts a gif', async () => {
  const receipt_image = picture('receipt.gif', 'image/gif')
  expect(await errorsOf({ receipt_image }, receiptPictureOrGif)).toEqual({})
  expect(await errorsOf({ receipt_image }, receiptPicture)).toEqual({ receipt_image: texts.invalidReceiptType })
  const pdf = picture('receipt.pdf', 'application/pdf')
  expect(await errorsOf({ receipt_image: pdf })).toEqual({ receipt_image: texts.invalidReceiptTypeOrGif })
})

test('S-5.08 a file over 10MB is rejected, one of exactly 10MB is accepted', async () => {
  expect(await errorsOf({ receipt_image: picture('a.jpg', 'image/jpeg', 10_485_760) })).toEqual({})
  const large = await errorsOf({ receipt_image: picture('a.jpg', 'image/jpeg', 10_485_761) })
  expect(large).toEqual({ receipt_image: texts.receiptTooLarge })
})

test('D-105 the amount and the invoice number may be typed as people write them', async () => {
  for (const purchase_amount of ['12,50', 'RM12.5', ' 1 200.00', '1,200']) {
    expect(await errorsOf({ purchase_amount })).toEqual({})
    expect(draftOf({ ...filled, purchase_amount }, false)?.amount).toBe(purchase_amount)
  }
  for (const invoice_number of ['No. 12-345', 'INV#00123']) {
    expect(await errorsOf({ invoice_number })).toEqual({})
    expect(draftOf({ ...filled, invoice_number }, false)?.invoiceNumber).toBe(invoice_number)
  }
})

test('D-105 an amount that may mean two things is asked for', async () => {
  const error = 'Type the amount like 12.50 or 1200.00.'
  for (const purchase_amount of ['1.200', '12.505', '1,20,000', 'RM', '5 ringgit'])
    expect(await errorsOf({ purchase_amount })).toEqual({ purchase_amount: error })
})

test('S-5.09 the amount and the invoice number must be numeric', async () => {
  expect(await errorsOf({ purchase_amount: '-1' })).toEqual({ purchase_amount: texts.invalidAmount })
  expect(await errorsOf({ purchase_amount: '1.005' })).toEqual({ purchase_amount: texts.invalidAmount })
  expect(await errorsOf({ invoice_number: 'INV' })).toEqual({ invoice_number: texts.invalidInvoice })
})

test('D-42 a date in the future or older than 60 days is rejected before the upload', async () => {
  expect(await errorsOf({ purchase_date: daysAgo(60) })).toEqual({})
  expect(await errorsOf({ purchase_date: daysAgo(61) })).toEqual({ purchase_date: texts.oldReceipt(60) })
  expect(await errorsOf({ purchase_date: daysAgo(-1) })).toEqual({ purchase_date: texts.futureDate })
  expect(await errorsOf({ purchase_date: '2026-02-30' })).toEqual({ purchase_date: texts.invalidDate })
})

test('S-3.06 a draft fills the form of its own merchant, or of any merchant if it names none', () => {
  const file = picture('receipt.jpg')
  const draft = { file, amount: '5', invoiceNumber: '12', merchantId: 7 }
  const expected = { receipt_image: file, purchase_amount: '5', invoice_number: '12', merchant_id: '7' }
  expect(fieldsOf(draft, options(7))).toMatchObject(expected)
  expect(fieldsOf(draft, options(undefined))).toMatchObject(expected)
  expect(fieldsOf({ file }, options(8))).toMatchObject({ receipt_image: file, merchant_id: '8' })
  expect(fieldsOf(draft, options(8))).toMatchObject({ receipt_image: null, purchase_amount: '' })
})

test('D-03 D-96 a draft whose merchant is what the photo says fills the form of any merchant', () => {
  const file = picture('receipt.jpg')
  const draft = { file, amount: '5', merchantId: 7, filled: { merchant_id: '7', purchase_amount: '5' } }
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
  const draft = { file, invoiceNumber: '12', merchantId: 7, filled: marked }
  expect(fieldsOf(draft, options(7)).filled).toEqual({ purchase_date: today(), invoice_number: '12' })
  expect(fieldsOf(draft, options(undefined, false)).filled).toEqual({ merchant_id: '7', invoice_number: '12' })
  const { file: _, ...withoutPicture } = draft
  expect(fieldsOf(withoutPicture, options(undefined))).not.toHaveProperty('filled')
  const pdf = picture('receipt.pdf', 'application/pdf')
  expect(fieldsOf({ ...draft, file: pdf }, options(undefined))).not.toHaveProperty('filled')
})

test('D-96 S-3.06 the draft stores which fields the member has typed', () => {
  const draft = draftOf({ ...filled, typed: ['merchant_id'] }, true) ?? null
  expect(fieldsOf(draft, options(undefined)).typed).toEqual(['merchant_id'])
  expect(draftOf({ ...filled, typed: [] }, true)).not.toHaveProperty('typed')
})

test('S-3.06 the filled fields become the draft, and an empty form has none', () => {
  const { receipt_image: file } = filled
  expect(draftOf(filled, false)).toEqual({ file, amount: '12.50', invoiceNumber: '0047', merchantId: 7 })
  expect(draftOf({ ...filled, receipt_image: null, purchase_amount: '', invoice_number: '' }, true)).toBeUndefined()
})

test('S-3.06 the draft stores the purchase date if the form asks for it', () => {
  const draft = draftOf({ ...filled, purchase_date: daysAgo(3) }, true) ?? null
  expect(fieldsOf(draft, options(7)).purchase_date).toBe(daysAgo(3))
  expect(fieldsOf(draft, options(7, false)).purchase_date).toBe(today())
  expect(draftOf(filled, false)).not.toHaveProperty('purchaseDate')
})
