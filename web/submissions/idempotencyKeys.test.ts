import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotencyKeys.ts'

const picture = new File(['a receipt'], 'receipt.jpg', { type: 'image/jpeg' })
const receipt = {
  receipt_image: picture,
  merchant_id: '7',
  purchase_date: '2026-11-20',
  purchase_amount: '12.50',
  invoice_number: '4711',
}

test('D-40 an unchanged retry keeps its key', () => {
  const { keyFor } = idempotencyKeys()
  expect(keyFor({ ...receipt })).toBe(keyFor({ ...receipt }))
})

test('D-40 a changed field or another file gets a new key', () => {
  const { keyFor } = idempotencyKeys()
  const first = keyFor(receipt)
  const edited = keyFor({ ...receipt, purchase_amount: '12.55' })
  const other = keyFor({ ...receipt, receipt_image: new File(['a receipt'], 'receipt.jpg') })
  expect(new Set([first, edited, other]).size).toBe(3)
})

test('D-40 a refused receipt is sent again under a new key', () => {
  const { keyFor, renew } = idempotencyKeys()
  const first = keyFor(receipt)
  renew()
  expect(keyFor(receipt)).not.toBe(first)
})
