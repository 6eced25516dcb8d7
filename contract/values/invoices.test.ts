import { expect, test } from 'vitest'
import { invoiceDigits } from './invoices.ts'

test.each([
  ['00123', '00123'],
  [' 123 ', '123'],
  ['No. 12-345', '12345'],
  ['INV#00123', '00123'],
  ['12 345', '12345'],
  ['A/12/B-7', '127'],
  ['１２３', '123'],
  ['\u200e123', '123'],
  [`INV ${'1'.repeat(30)}`, '1'.repeat(30)],
])('D-105 %j typed as an invoice number is %s', (typed, digits) => {
  expect(invoiceDigits(typed)).toBe(digits)
})

test.each(['', 'INV', '#', '1'.repeat(31), 'INV ١٢', 'INV 1२'])(
  'D-105 %j is not understood as an invoice number, so the form asks',
  (typed) => {
    expect(invoiceDigits(typed)).toBeUndefined()
  },
)
