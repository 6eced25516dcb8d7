import { expect, test } from 'vitest'
import type { Found, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { factFigures } from './facts.ts'
import { filledInFigures } from './filled-in.ts'
import type { ReadPicture, Receipt } from './receipts.ts'
import { momentsOf } from './receipts.ts'
import type { Truth } from './truth.ts'

const box = { left: 0, top: 0, width: 1, height: 1 }
const found = <T>(value: T, confidence = 0.99): Found<T> => ({ value, confidence, box })
const nothing: OcrResult = { amounts: [], dates: [], words: [], numbers: [], doubtful: [] }
const truth: Truth = {
  ...{ id: 'a', picture: 'a.jpg', sen: 1250, day: '2026-11-20', merchant: 'Kedai' },
  ...{ invoice: 'INV-A00123', time: '19:02', others: { cash: [2000], change: [750], item: [1250, 600] } },
}

/** A receipt with these results for its picture, for that photographed again, and of a second reading. */
function receipt(own: Partial<OcrResult>, photographed?: Partial<OcrResult>, second?: OcrResult): Receipt {
  const read = (result: Partial<OcrResult>): ReadPicture => ({
    ...{ result: { ...nothing, ...result }, second, keypoints: [], thumb: Buffer.alloc(0) },
  })
  const cost = { cpuSeconds: 1, peakBytes: 1, own: true }
  const measured = { result: nothing, cost, firstMs: 1, lastMs: 1 }
  return { truth, own: read(own), photographed: photographed ? [read(photographed)] : [], edited: read({}), measured }
}

test('D-51 rates are given for pictures and for copies, with their counts', () => {
  const right = { total: found(1250), date: found('2026-11-20'), time: found('19:02') }
  const figures = factFigures([receipt(right, { ...right, total: found(2000) }), receipt({}, {})])
  expect(figures['sure total exact']).toEqual({
    'as it is': '50.0% (1 of 2)',
    'photographed again': '0.0% (0 of 2)',
    all: '25.0% (1 of 4)',
    goal: '≥ 95%',
  })
  expect(figures['sure total wrong']?.all).toBe('25.0% (1 of 4)')
  expect(figures['amount of another role taken for the total']?.all).toBe('25.0% (1 of 4)')
  expect(figures['date exact']?.all).toBe('50.0% (2 of 4)')
  expect(figures['time of day exact']?.all).toBe('50.0% (2 of 4)')
  expect(figures['time of day wrong']?.all).toBe('0.0% (0 of 4)')
})

test('D-51 each other amount is tried as the total, and each total with one digit changed; candidates are counted', () => {
  const figures = factFigures([receipt({ total: found(750) }, {})])
  expect(figures['amount of another role called a match']?.['as it is']).toBe('33.3% (1 of 3)')
  expect(figures['  change called a match']?.['as it is']).toBe('100.0% (1 of 1)')
  expect(figures['  item called a match']?.['as it is']).toBe('0.0% (0 of 1)')
  expect(figures['total mistyped by a digit called a match']?.['as it is']).toBe('0.0% (0 of 36)')
  const candidates = factFigures([receipt({ totals: [found(2000), found(1250)] }, { total: found(1250) })])
  expect(candidates['possible totals hold the true one']?.all).toBe('100.0% (2 of 2)')
  expect(candidates['possible totals, mean']?.all).toBe('1.50, most 2 (2)')
})

test('D-51 an invoice number is right if the form would suggest its digits', () => {
  const numbers = receipt({ invoice: found('INV-A00123') }, { invoice: found('INV-A00128') })
  const figures = factFigures([numbers, receipt({}, {})])
  expect(figures['invoice offered, of those that have one']?.all).toBe('50.0% (2 of 4)')
  expect(figures['invoice right, of those offered']?.all).toBe('50.0% (1 of 2)')
})

test('D-51 the time of the last fact is that of the last change', () => {
  const [total, date] = [found(1250), found('2026-11-20')]
  const moments = momentsOf([
    { facts: {}, ms: 100 },
    { facts: { total: found(2000) }, ms: 200 },
    { facts: { total }, ms: 300 },
    { facts: { total, date }, ms: 400 },
    { facts: { total: { ...total, confidence: 0.5 }, date }, ms: 900 },
  ])
  expect(moments).toEqual({ firstMs: 200, lastMs: 400 })
  expect(momentsOf([{ facts: {}, ms: 900 }])).toEqual({ firstMs: 900, lastMs: 900 })
})

const words = [{ text: 'KEDAI', confidence: 0.99, box }]
const right: OcrResult = {
  ...{ ...nothing, words, total: found(1250), date: found('2026-11-20'), invoice: found('INV-A00123') },
}

test('D-103 facts that are filled in are counted: right, wrong, or not because they are not sure', () => {
  const figures = filledInFigures([
    receipt(right),
    receipt({ ...right, total: found(1200), invoice: found('INV-A00123', 0.7) }),
    receipt({ ...right, date: found('2026-11-20', 0.8) }),
    receipt({ ...right, problem: 'blurred' }),
  ])
  const all = (name: string) => figures[name]?.all
  expect(all('total filled in: right')).toBe('50.0% (2 of 4)')
  expect(all('total filled in: wrong')).toBe('25.0% (1 of 4)')
  expect(all('date filled in: none')).toBe('50.0% (2 of 4)')
  expect(all('invoice filled in: right')).toBe('50.0% (2 of 4)')
  expect(all('total, date and invoice filled in, all right')).toBe('25.0% (1 of 4)')
})

test('D-103 a wrong fill reaches bulk only if the second reading agrees with it', () => {
  const wrong = { ...right, total: found(1200) }
  const both = [receipt(wrong, undefined, wrong), receipt(wrong, undefined, right), receipt(wrong)]
  const figures = filledInFigures([...both, receipt(right, undefined, right)])
  expect(figures['wrong fill that would reach bulk']?.all).toBe('25.0% (1 of 4)')
  expect(figures['right fills that would reach bulk']?.all).toBe('100.0% (1 of 1)')
})
