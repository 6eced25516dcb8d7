import type { ReviewItem } from '@stampus/contract/console/review'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('document', { getElementById: () => null })
const facts = await import('./facts.ts')

const place = { left: 0.1, top: 0.2, width: 0.3, height: 0.05 }
const item = {
  merchant: { id: 4, name: 'Kedai Kopi' },
  invoice_no: '0042',
  purchase_date: '2026-11-20',
  purchase_amount: '12.50',
  created_at: '2026-11-21T02:00:00Z',
  signals: [{ kind: 'amount_differs' }, { kind: 'reopened' }, { kind: 'same_picture' }],
  reading: {
    purchase_amount: { verdict: 'differs', read: '15.20', place },
    purchase_date: { verdict: 'fits', read: '2026-11-20', place, time: '12:04' },
    invoice_number: { verdict: 'not_found', read: null, place: null },
    merchant: { verdict: 'fits', read: 'KEDAI KOPI', place, merchant_id: 4 },
  },
} as ReviewItem
const typed = facts.typedFacts(item)

test('D-42 only facts that differ from the typed ones are corrections', () => {
  expect(facts.findCorrections(item, typed)).toBeUndefined()
  expect(facts.findCorrections(item, { ...typed, purchase_amount: '12.5' })).toBeUndefined()
  expect(facts.findCorrections(item, { ...typed, purchase_amount: ' 15.20 ', merchant_id: '9' })).toEqual({
    purchase_amount: '15.20',
    merchant_id: '9',
  })
})

test('D-42 leading zeros of the invoice number are a correction at the desk, but not in a spot check', () => {
  const withoutZeros = { ...typed, invoice_number: '42' }
  expect(facts.findCorrections(item, withoutZeros)).toEqual({ invoice_number: '42' })
  expect(facts.findSpotCheckCorrections(item, withoutZeros)).toBeUndefined()
})

test('D-51 the OCR result is compared with the current value of each fact', () => {
  expect(facts.compareFact(item, typed, 'purchase_amount')).toMatchObject({ verdict: 'differs', value: '15.20' })
  const corrected = facts.applyOcr(item, typed)
  expect(corrected).toEqual({ ...typed, purchase_amount: '15.20' })
  expect(facts.compareFact(item, corrected ?? typed, 'purchase_amount')).toMatchObject({ verdict: 'fits' })
  expect(facts.applyOcr(item, corrected ?? typed)).toBeUndefined()
  expect(facts.factFrames(item, typed)).toEqual([
    { name: 'purchase_amount', place, verdict: 'differs' },
    { name: 'purchase_date', place, verdict: 'fits' },
    { name: 'merchant_id', place, verdict: 'fits' },
  ])
})

test("D-103 a fact that was filled in is no match, but a reviewer's correction to what OCR read is one", () => {
  const { reading } = item
  const amount = { verdict: 'filled_in', filled_in: true, read: '15.20', place } as const
  const filledIn = { ...item, reading: reading && { ...reading, purchase_amount: amount } }
  expect(facts.compareFact(filledIn, typed, 'purchase_amount')).toMatchObject({ verdict: 'filled_in' })
  expect(facts.factFrames(filledIn, typed)[0]).toMatchObject({ verdict: 'filled_in' })
  expect(facts.applyOcr(filledIn, typed)).toBeUndefined()
  const corrected = { ...typed, purchase_amount: '15.20' }
  expect(facts.compareFact(filledIn, corrected, 'purchase_amount')).toMatchObject({ verdict: 'fits', filled_in: false })
})

test('D-51 the desk lists no signal that it shows elsewhere', () => {
  expect(facts.signalsWithoutFacts(item)).toEqual([{ kind: 'same_picture' }])
})

test('D-42 a corrected date must be as recent as the members’ form asks, an unchanged one is always valid', () => {
  const errorsOf = (purchase_date: string) =>
    facts.validateFacts(item, { ...typed, purchase_date }).map(({ name }) => name)
  expect(errorsOf('2026-11-19')).toEqual([])
  expect(errorsOf('2026-11-22')).toEqual(['purchase_date'])
  expect(errorsOf('2026-01-01')).toEqual(['purchase_date'])
  const old = { ...item, purchase_date: '2026-01-01' }
  expect(facts.validateFacts(old, facts.typedFacts(old))).toEqual([])
})
