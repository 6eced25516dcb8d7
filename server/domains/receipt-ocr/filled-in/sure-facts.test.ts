import { expect, test } from 'vitest'
import { findSureFacts } from '../facts/sure-facts.ts'

const box = { left: 0, top: 0, width: 10, height: 10 }
const facts = (confidence: { date?: number; invoice?: number }, number = '4711') => ({
  date: { value: '2026-11-20', confidence: confidence.date ?? 0, box },
  invoice: { value: number, confidence: confidence.invoice ?? 0, box },
})

test.each([
  ['both', { date: 0.9, invoice: 0.85 }, ['purchase_date', 'invoice_number']],
  ['the date alone', { date: 0.9, invoice: 0.84 }, ['purchase_date']],
  ['the number alone', { date: 0.89, invoice: 0.85 }, ['invoice_number']],
  ['none', { date: 0.89, invoice: 0.84 }, []],
])('D-96 only a date and a number that are clear enough are filled in: %s', (_which, confidence, names) => {
  expect(findSureFacts(facts(confidence))).toEqual(names)
})

test('D-96 a total that was found is filled in, and nothing of a picture with a problem', () => {
  const total = { value: 1250, confidence: 0.5, box }
  expect(findSureFacts({ total })).toEqual(['purchase_amount'])
  expect(findSureFacts({ total, ...facts({ date: 1, invoice: 1 }), problem: 'blurred' })).toEqual([])
})
