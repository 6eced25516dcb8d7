import { expect, test } from 'vitest'
import { likeness } from './likeness.ts'
import type { Numbers } from './reading.ts'

const read = (numbers: string[], doubtful: string[] = []): Numbers => ({ numbers, doubtful })
const receipt = read(['1183154', '4.80', '2.20', '09/06/26', '16:00', '9555023307724'])

test('D-51 the same numbers are alike, others are not', () => {
  expect(likeness(receipt, receipt)).toBe(1)
  expect(likeness(receipt, read(['1219461', '4.20', '2.10', '30/06/26', '22:16']))).toBe(0)
})

test('D-51 a second photograph that misreads some is still alike', () => {
  const again = read(['1183164', '4.80', '2.28', '09/06/26', '15:00', '9555023307124', '17'])
  expect(likeness(receipt, again)).toBeGreaterThan(0.55)
})

test('D-51 of a faint print what one reading saw counts for what the other receipt’s readings agree on', () => {
  const again = read(['4.80', '8.00', '17', '9555023307724'], ['1183154', '2.20', '09/06/26'])
  expect(likeness(receipt, again)).toBeGreaterThan(0.55)
  expect(likeness(receipt, { ...again, doubtful: [] })).toBeLessThan(0.55)
})

test('D-51 what both readings only doubted makes none alike', () => {
  const shared = ['1183154', '4.80', '2.20', '09/06/26', '16:00']
  expect(likeness(read(['1', '2', '3', '4'], shared), read(['5', '6', '7', '8'], shared))).toBe(0)
})

test('D-51 another receipt is not alike for a few numbers that one of its readings saw', () => {
  const few = read(receipt.numbers.slice(0, 3))
  expect(likeness(few, receipt)).toBeLessThan(0.55)
})

test('D-51 two receipts of the same day and price are not', () => {
  expect(likeness(receipt, read(['1183311', '4.80', '1.30', '3.50', '09/06/26', '19:40']))).toBeLessThan(0.55)
})

test('D-51 of three numbers nothing is said', () => {
  const three = read(['4.80', '2.20', '16:00'])
  expect(likeness(three, three)).toBe(0)
})
