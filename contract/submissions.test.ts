import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { receiptFacts } from './submissions.ts'

const typed = { merchant_id: '3', purchase_date: '2026-11-20', purchase_amount: '12.50', invoice_number: '0042' }

function errorsOf(changed: object) {
  const read = z.safeParse(receiptFacts, { ...typed, ...changed })
  return read.success ? [] : read.error.issues.map(({ path, message }) => [path[0], message])
}

test('S-5.09 the typed facts are parsed, the amount to sen', () => {
  expect(z.parse(receiptFacts, typed)).toEqual({ ...typed, merchant_id: 3, purchase_amount: 1250 })
  expect(z.parse(receiptFacts, { ...typed, purchase_amount: 12.5 }).purchase_amount).toBe(1250)
})

test.each([
  [{ invoice_number: '' }, 'invoice_number', 'The Invoice Number is required.'],
  [{ invoice_number: undefined }, 'invoice_number', 'The Invoice Number is required.'],
  [{ purchase_amount: '' }, 'purchase_amount', 'Please fill in all required fields.'],
  [{ purchase_date: '' }, 'purchase_date', 'Please fill in all required fields.'],
])('S-5.10 %j is missing', (changed, field, text) => {
  expect(errorsOf(changed)).toEqual([[field, text]])
})

test.each(['12a', '-1', '1 2', '9'.repeat(31)])('D-42 %j is not an invoice number', (invoice_number) => {
  expect(errorsOf({ invoice_number })).toEqual([['invoice_number', expect.any(String)]])
})
