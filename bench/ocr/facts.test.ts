import { expect, test } from 'vitest'
import type { Found, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { factFigures } from './facts.ts'
import type { ReadPicture, Receipt } from './receipts.ts'
import { momentsOf } from './receipts.ts'
import type { Truth } from './truth.ts'

const found = <T>(value: T): Found<T> => ({ value, confidence: 0.99, box: { left: 0, top: 0, width: 1, height: 1 } })
const nothing: OcrResult = { amounts: [], dates: [], words: [], numbers: [], doubtful: [] }
const truth: Truth = {
  ...{ id: 'a', picture: 'a.jpg', sen: 1250, day: '2026-11-20', merchant: 'Kedai' },
  ...{ invoice: 'INV-A00123', time: '19:02', others: { cash: [2000], change: [750], item: [1250, 600] } },
}

function receipt(own: Partial<OcrResult>, photographed: Partial<OcrResult> = {}): Receipt {
  const readPicture = (result: Partial<OcrResult>): ReadPicture => ({
    result: { ...nothing, ...result },
    keypoints: [],
    thumb: Buffer.alloc(0),
  })
  const cost = { cpuSeconds: 1, peakBytes: 1, own: true }
  const measured = { result: nothing, cost, firstMs: 1, lastMs: 1 }
  return {
    truth,
    own: readPicture(own),
    photographed: [readPicture(photographed)],
    edited: readPicture({}),
    measured,
  }
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

test('D-51 each other amount is tried as the total, and each total with one digit changed', () => {
  const figures = factFigures([receipt({ total: found(750) })])
  expect(figures['amount of another role called a match']?.['as it is']).toBe('33.3% (1 of 3)')
  expect(figures['  change called a match']?.['as it is']).toBe('100.0% (1 of 1)')
  expect(figures['  item called a match']?.['as it is']).toBe('0.0% (0 of 1)')
  expect(figures['total mistyped by a digit called a match']?.['as it is']).toBe('0.0% (0 of 36)')
})

test('D-51 the candidates for the total are counted, also in results of older releases', () => {
  const figures = factFigures([receipt({ totals: [found(2000), found(1250)] }, { total: found(1250) })])
  expect(figures['possible totals hold the true one']?.all).toBe('100.0% (2 of 2)')
  expect(figures['possible totals, mean']?.all).toBe('1.50, most 2 (2)')
})

test('D-51 an invoice number is right if the form would suggest its digits', () => {
  const figures = factFigures([
    receipt({ invoice: found('INV-A00123') }, { invoice: found('INV-A00128') }),
    receipt({}),
  ])
  expect(figures['invoice offered, of those that have one']?.all).toBe('50.0% (2 of 4)')
  expect(figures['invoice right, of those offered']?.all).toBe('50.0% (1 of 2)')
})

test('D-51 the time of the last fact is that of the last change', () => {
  const [total, date] = [found(1250), found('2026-11-20')]
  expect(
    momentsOf([
      { facts: {}, ms: 100 },
      { facts: { total: found(2000) }, ms: 200 },
      { facts: { total }, ms: 300 },
      { facts: { total, date }, ms: 400 },
      { facts: { total: { ...total, confidence: 0.5 }, date }, ms: 900 },
    ]),
  ).toEqual({ firstMs: 200, lastMs: 400 })
  expect(momentsOf([{ facts: {}, ms: 900 }])).toEqual({ firstMs: 900, lastMs: 900 })
})
