import { expect, test } from 'vitest'
import { likeness } from './likeness.ts'

const receipt = ['1183154', '4.80', '2.20', '09/06/26', '16:00', '9555023307724']

test('D-51 the same numbers are alike, others are not', () => {
  expect(likeness(receipt, receipt)).toBe(1)
  expect(likeness(receipt, ['1219461', '4.20', '2.10', '30/06/26', '22:16'])).toBe(0)
})

test('D-51 a second photograph that misreads some is still alike', () => {
  const again = ['1183164', '4.80', '2.28', '09/06/26', '15:00', '9555023307124', '17']
  expect(likeness(receipt, again)).toBeGreaterThan(0.55)
})

test('D-51 two receipts of the same day and price are not', () => {
  expect(likeness(receipt, ['1183311', '4.80', '1.30', '3.50', '09/06/26', '19:40'])).toBeLessThan(0.55)
})

test('D-51 of three numbers nothing is said', () => {
  expect(likeness(['4.80', '2.20', '16:00'], ['4.80', '2.20', '16:00'])).toBe(0)
})
