import { expect, test } from 'vitest'
import { createPage, printed, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import type { OcrResult } from '../ocr-result.ts'
import { extractFacts } from './extract-facts.ts'

const read = (rows: string) => extractFacts([createPage(rowsIn(rows))], '2026-11-21')

function verdictOn(result: OcrResult, amountSen: number) {
  return compareWithPicture(result, { amountSen, date: '', invoice: '', merchant: '', merchantId: 0 }).amount.verdict
}

test.each([
  ['what a machine was fed', 'Parking Fee 3.00 | Accepted total 10.00 | Change 7.00', 300, [1000, 700]],
  ['what a wallet holds', 'PEN 7.60 | TOTAL 7.60 | EWALLET 7.60 | BALANCE 35.20', 760, [3520]],
  ['a deposit and what is left', 'SOFA 350.00 | TOTAL 350.00 | DEPOSIT 200.00 | BALANCE 150.00', 35_000, [20_000]],
  ['two payments', 'BAG 15.00 | TOTAL 15.00 | CASH 10.00 | VOUCHER 5.00', 1500, [1000, 500]],
  ['points', 'BAG 15.00 | TOTAL 15.00 | TOTAL POINTS 150.00 | POINTS BALANCE 900.00', 1500, [15_000, 90_000]],
  ['a total of tax', 'BAG 15.90 | TOTALGST 0.90 | TOTALINCL.GST 15.90 | TOTALEXCL.GST 15.00', 1590, [90, 1500]],
  ['a name in two parts', 'BAG 15.00 | SUBT OTAL 16.00 | DISC 1.00 | TOTAL 15.00', 1500, [1600]],
  ['a price under the head of a list', 'DESCRIPTION QTY PRICE TOTAL | 4.80 | TOTAL 9.60 | CASH 9.60', 960, [480]],
  ['a misread name', 'BAG 12.00 | PEN 3.00 | Total lnciusive GST 15.00 | GST 0.85', 1500, [1200, 300, 85]],
  [
    'a total before a discount',
    'SHIRT 60.00 | SHOES 40.00 | TOTAL 100.00 | DISCOUNT 40.00 | AMOUNT DUE 60.00',
    6000,
    [10_000],
  ],
  ['cash with nothing back', 'BAG 15.00 | Subtotal 15.00 | Payment 15.00 | Change 0.00', 1500, []],
])('D-51 %s is not taken for the total', (_what, rows, sen, others) => {
  const result = read(rows)
  expect(result.total?.value).toBe(sen)
  expect(verdictOn(result, sen)).toBe('fits')
  for (const other of others) expect(verdictOn(result, other)).toBe('differs')
})

test.each([
  [
    'a rounded total that is not printed',
    'WATER 2.56 | TOTAL 2.56 | CASH 50.55 | ROUNDING 0.01- | CHANGE 48.00',
    256,
    [256, 255],
  ],
  ['two printed totals', 'PEN 4.90 | INK 7.00 | TOTAL 12.80 | GRAND TOTAL 12.30', undefined, [1280, 1230]],
  ['payment less change', 'PEN 4.10 | INK 9.10 | TOTAL 18.20 | CASH 20.00 | CHANGE 6.80', undefined, [1820, 1320]],
  [
    'payment and rounding',
    'PEN 45.66 | TOTAL SALES (INCL GST) 45.66 | ROUNDING ADJUSTMENT -0.01 | CASH 50.00 | CHANGE 4.35',
    4565,
    [4565],
  ],
])('D-51 with %s, each of these may be the total, and no other', (_what, rows, total, totals) => {
  const result = read(rows)
  expect(result.total?.value).toBe(total)
  expect(result.totals?.map(({ value }) => value).toSorted()).toEqual(totals.toSorted())
  expect(totals.map((sen) => verdictOn(result, sen))).toEqual(totals.map(() => 'fits'))
  for (const other of [4566, 490, 2000]) expect(verdictOn(result, other)).not.toBe('fits')
})

test.each([
  ['more than was paid', 'PUMP 4 | TOTAL 75.00 | CASH 55.00 | POINTS EARNED 45'],
  ['more than two payments', 'TOTAL 464.00 | VOUCHER 5.00 | VISA CARD 159.00'],
  ['far above the subtotal', 'Sub Total 11.73 | Round Off 0.02 | NETT 51.75'],
  ['below the subtotal without a discount', 'Sub Total 71.75 | NETT 51.75'],
])('D-51 a total that is %s is possible but not sure', (_what, slip) => {
  const { total, totals } = read(slip)
  expect([total, totals?.length]).toEqual([undefined, 1])
})

test.each([
  ['a charge', 'Sub Total 50.00 | TOTAL 55.00', 5500],
  ['a discount', 'Sub Total 50.00 | Discount | Member disc 15% | less 1.00 | TOTAL 42.50', 4250],
  ['two subtotals', 'Total SR 20.00 excl GST | Total ZR before GST 60.00 | TOTAL 81.20', 8120],
  ['what is taxed of it', 'TOTAL 60.00 | Taxable Amount 20.00', 6000],
  ['a voucher', 'Sub Total 100.00 | VOUCHER -30.00 | TOTAL 70.00', 7000],
  ['what points paid', 'TOTAL 60.00 | CASH 50.00 | LOYALTY 10.00', 6000],
  ['a card that was bought', 'GREETING CARD 3.90 | PEN 2.00 | less sugar | TOTAL 6.00', 600],
  ['a balance', 'TOTAL 60.00 | DEPOSIT 20.00 | BALANCE 40.00', 6000],
])('D-51 a total beside %s that does not add up is sure', (_what, slip, sen) => {
  expect(read(slip).total?.value).toBe(sen)
})

test('D-51 the end of a card number is no amount', () => {
  const { totals, amounts } = read(
    'TOTAL RM 75.00 | CASH RM 55.00 | CHANGE RM 0.00 | MEMBER CARD 7083 8155 **** 2217 | XXXX XXXX 4321',
  )
  expect(totals?.map(({ value }) => value)).toEqual([7500, 5500])
  expect(amounts.map(({ value }) => value).filter((value) => value === 2217 || value === 4321)).toEqual([])
})

test('D-51 a total with unclear digits is found only if payment and change confirm it', () => {
  const goods = printed(['PEN 4.30', 'INK 8.00'])
  const resultOf = (...rest: ReturnType<typeof printed>) =>
    extractFacts([{ rows: [...goods, ...rest], recogniseAgain: () => [] }], '2026-11-21')
  const alone = resultOf(...printed(['TOTAL 12.40'], 0.3))
  expect([alone.total, alone.totals, verdictOn(alone, 1240)]).toEqual([undefined, [], 'not_found'])
  const confirmed = resultOf(...printed(['TOTAL 12.30'], 0.4), ...printed(['CASH 20.00', 'CHANGE 7.70']))
  expect(confirmed.total?.value).toBe(1230)
})

test('D-51 a result of an older release is compared by its total alone', () => {
  const { totals: _none, ...older } = read('PEN 4.90 | TOTAL 4.90')
  expect([490, 480].map((sen) => verdictOn(older, sen))).toEqual(['fits', 'differs'])
})
