import { expect, test } from 'vitest'
import type { Found, OcrResult } from '../../server/domains/receipt-ocr/ocr-result.ts'
import { filledInFigures } from './filled-in.ts'
import type { Receipt } from './receipts.ts'
import type { Truth } from './truth.ts'

const box = { left: 0, top: 0, width: 1, height: 1 }
const found = <T>(value: T, confidence = 0.99): Found<T> => ({ value, confidence, box })
const truth: Truth = {
  ...{ id: 'a', picture: 'a.jpg', sen: 1250, day: '2026-11-20', merchant: 'Kedai' },
  ...{ invoice: 'INV-A00123', time: undefined },
}
const words = [{ text: 'KEDAI', confidence: 0.99, box }]
const right: OcrResult = {
  ...{ amounts: [], dates: [], words, numbers: [], doubtful: [] },
  ...{ total: found(1250), date: found('2026-11-20'), invoice: found('INV-A00123') },
}

function receipt(result: OcrResult, second?: OcrResult): Receipt {
  const own = { result, second, keypoints: [], thumb: Buffer.alloc(0) }
  const cost = { cpuSeconds: 1, peakBytes: 1, own: true }
  return { truth, own, photographed: [], edited: own, measured: { result, cost, firstMs: 1, lastMs: 1 } }
}

test('D-103 the bench counts facts that are filled in right, wrong, or not because they are not sure', () => {
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
  const figures = filledInFigures([receipt(wrong, wrong), receipt(wrong, right), receipt(wrong), receipt(right, right)])
  expect(figures['wrong fill that would reach bulk']?.all).toBe('25.0% (1 of 4)')
  expect(figures['right fills that would reach bulk']?.all).toBe('100.0% (1 of 1)')
})
