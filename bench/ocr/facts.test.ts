import { expect, test } from 'vitest'
import type { Found, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { factFigures } from './facts.ts'
import { filledInFigures } from './filled-in.ts'
import { momentsOf, type ReadPicture, type Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'

const box = { left: 0, top: 0, width: 1, height: 1 }
const found = <T>(value: T, confidence = 0.99): Found<T> => ({ value, confidence, box })
const nothing: OcrResult = { amounts: [], dates: [], words: [], numbers: [], doubtful: [] }
const truth: Truth = {
  ...{ id: 'a', picture: 'a.jpg', sen: 1250, day: '2026-11-20', merchant: 'Kedai' },
  ...{ invoice: 'INV-A00123', time: '19:02', others: { cash: [2000], change: [750], item: [1250, 600] } },
}
const total = found(1250)
const right = { total, date: found('2026-11-20'), time: found('19:02'), invoice: found('INV-A00123') }

/** A receipt with these results for its picture, for that photographed again, and of a second reading. */
function receipt(own: Partial<OcrResult>, photographed?: Partial<OcrResult>, second?: OcrResult): Receipt {
  const read = (result: Partial<OcrResult>): ReadPicture => ({
    ...{ result: { ...nothing, ...result }, second, keypoints: [], thumb: Buffer.alloc(0) },
  })
  const cost = { cpuSeconds: 1, peakBytes: 1, own: true }
  const measured = { result: nothing, cost, firstMs: 1, lastMs: 1 }
  return { truth, own: read(own), photographed: photographed ? [read(photographed)] : [], edited: read({}), measured }
}

const misread = { ...right, total: found(2000), invoice: found('INV-A00128') }
const two = [receipt(right, misread), receipt({}, {})]
const asChange = [receipt({ total: found(750) })]
const several = [receipt({ totals: [found(2000), total] }, { total })]

test.each([
  ['sure total exact', two, '25.0% (1 of 4)'],
  ['sure total wrong', two, '25.0% (1 of 4)'],
  ['amount of another role taken for the total', two, '25.0% (1 of 4)'],
  ['date exact', two, '50.0% (2 of 4)'],
  ['time of day exact', two, '50.0% (2 of 4)'],
  ['time of day wrong', two, '0.0% (0 of 4)'],
  ['invoice offered, of those that have one', two, '50.0% (2 of 4)'],
  ['invoice right, of those offered', two, '50.0% (1 of 2)'],
  ['amount of another role called a match', asChange, '33.3% (1 of 3)'],
  ['  change called a match', asChange, '100.0% (1 of 1)'],
  ['total mistyped by a digit called a match', asChange, '0.0% (0 of 36)'],
  ['possible totals hold the true one', several, '100.0% (2 of 2)'],
  ['possible totals, mean', several, '1.50, most 2 (2)'],
])('D-51 the figure "%s" of pictures and of copies has its count', (name, receipts, all) => {
  expect(factFigures(receipts)[name]?.all).toBe(all)
  const exact = { 'as it is': '50.0% (1 of 2)', 'photographed again': '0.0% (0 of 2)', goal: '≥ 95%' }
  expect(factFigures(two)['sure total exact']).toMatchObject(exact)
})

test('D-51 the time of the last fact is that of the last change', () => {
  const { date } = right
  const moments = momentsOf([
    { facts: {}, ms: 100 },
    { facts: { total: found(2000) }, ms: 200 },
    { facts: { total }, ms: 300 },
    { facts: { total, date }, ms: 400 },
    { facts: { total: found(1250, 0.5), date }, ms: 900 },
  ])
  expect(moments).toEqual({ firstMs: 200, lastMs: 400 })
  expect(momentsOf([{ facts: {}, ms: 900 }])).toEqual({ firstMs: 900, lastMs: 900 })
})

const sure: OcrResult = { ...nothing, ...right, words: [{ text: 'KEDAI', confidence: 0.99, box }] }
const wrong = { ...sure, total: found(1200) }

test('D-103 facts that are filled in are counted: right, wrong, or not because they are not sure', () => {
  const unsure = { ...sure, date: found('2026-11-20', 0.8) }
  const figures = filledInFigures([
    ...[receipt(sure), receipt({ ...wrong, invoice: found('INV-A00123', 0.7) }), receipt(unsure)],
    receipt({ ...sure, problem: 'blurred' }),
  ])
  expect(figures).toMatchObject({
    'total filled in: right': { all: '50.0% (2 of 4)' },
    'total filled in: wrong': { all: '25.0% (1 of 4)' },
    'date filled in: none': { all: '50.0% (2 of 4)' },
    'invoice filled in: right': { all: '50.0% (2 of 4)' },
    'total, date and invoice filled in, all right': { all: '25.0% (1 of 4)' },
  })
})

test('D-103 a wrong fill reaches bulk only if the second reading agrees with it', () => {
  const both = [receipt(wrong, undefined, wrong), receipt(wrong, undefined, sure), receipt(wrong)]
  const figures = filledInFigures([...both, receipt(sure, undefined, sure)])
  expect(figures['wrong fill that would reach bulk']?.all).toBe('25.0% (1 of 4)')
  expect(figures['right fills that would reach bulk']?.all).toBe('100.0% (1 of 1)')
})
