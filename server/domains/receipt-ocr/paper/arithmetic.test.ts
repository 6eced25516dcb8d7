import { expect, test } from 'vitest'
import { createPage, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { findAmountsInWords } from './amount-in-words.ts'

const HEAD = 'KEDAI KAK ROS | TAX INVOICE | INVOICE NO 118230 | 03/05/2026 10:14'
const sumsOf = (rows: string) => extractFacts([createPage(rowsIn(`${HEAD} | ${rows}`))], '2026-11-21').sums
const differing = (rows: string) => sumsOf(rows)?.differs.map(({ text }) => text) ?? []

test.each([
  ['3 × 15.00', 'MEE GORENG 3 X 15.00 95.00 | TOTAL 95.00 | CASH 100.00 | CHANGE 5.00'],
  ['3 × 15.00', 'MEE GORENG | 3 x 15.00 95.00 | TOTAL 95.00'],
  ['3 × 15.00', 'MEE GORENG 95.00 | 3 @ RM15.00 | TOTAL 95.00'],
  ['3 × 15.00', 'MEE GORENG 15.00 x 3 95.00 | TOTAL 95.00'],
  ['3 × 15.00', '3x15.00 MEE GORENG RM95.00 | TOTAL RM95.00 | VISA 95.00'],
  ['3 × 15.00', 'MEE GORENG 3 X 15.00 45.00 | TOTAL 95.00'],
  ['3 × 15.00', 'MEE GORENG 3 X 15.00 45.00 | SUBTOTAL 45.00 | TOTAL 95.00 | CASH 100.00 | CHANGE 5.00'],
  ['1 × 45.00 + 3 × 4.80', 'Description Qty U/P Amt | LADDER 1 45.00 45.00 | BRUSH 2" 3 4.80 14.40 | TOTAL 79.40'],
  ['14.63 × 2.05', 'RON95 | 14.63 L x 2.05 80.00 | TOTAL 80.00 | VISA 80.00'],
  ['42.45 + 2.55', 'MEE GORENG 95.00 | TOTAL EXCL. GST 42.45 | GST 6% 2.55 | TOTAL 95.00'],
  ['42.45 + 2.55', 'MEE GORENG 95.00 | TOTAL 95.00 | GST SUMMARY AMOUNT TAX | SR 6% 42.45 2.55'],
  ['42.45 + 2.55', 'MEE GORENG 95.00 | TOTAL 95.00 | CASH 100.00 | CHANGE 5.00 | SR @6% 42.45 2.55'],
  ['10.00 − 5.00', 'NOODLE 63.10 | Jumlah RM 5.00 | Tunai 10.00 GRAND TOTAL RM63.10 | Baki 5.00 GRABPAY 63.10'],
  ['50.00 − 5.00', 'MEE GORENG 95.00 | TOTAL 95.00 | CASH 50.00 | CHANGE 5.00'],
])('D-51 %s is not the total', (text, rows) => {
  expect(differing(rows)).toContain(text)
})

test.each([
  ['a card among the goods', 'PEN 1 2.00 2.00 | INK 2 1.00 2.00 | BUSINESS CARD 100PCS 2 28.00 56.00 | TOTAL 60.00'],
  ['an unread first row', 'Description Qty U/P Amt | BUNTING | PEN 1 2.00 2.00 | INK 2 1.00 2.00 | TOTAL 49.00'],
  ['a table of a second page', 'PEN 1 2.00 2.00 | INK 2 1.00 2.00 | TOTAL 49.00'],
  ['a payment', 'Description Qty U/P Amt | PEN 1 2.00 2.00 | INK 2 1.00 2.00 | TOTAL 9.00 | CASH 10.00 | CHANGE 1.00'],
  ['a charge below the subtotal', 'PEN 2 20.00 40.00 | SUBTOTAL 40.00 | DELIVERY CHARGE 15.00 | TOTAL 55.00'],
  ['a part paid by card', 'NASI 95.00 | TOTAL 95.00 | VISA 50.00 | AMOUNT DUE 45.00 | CASH 50.00 | CHANGE 5.00'],
  ['a row of a table that was not read', 'PEN 1 2.00 2.00 | BUNTING 1 | INK 2 1.00 2.00 | TOTAL 49.00'],
  ['the last row of a table that was not read', 'PEN 1 2.00 2.00 | INK 2 1.00 2.00 | BUNTING | TOTAL 49.00'],
  ['a column of discounts', 'PEN 2 5.00 1.00 9.00 | INK 1 8.00 8.00 | TOTAL 17.00'],
  ['a number before a price', 'MILO 3IN1 18 17.90 35.80 | TOTAL 35.80'],
  ['a discount of a line', 'HEY SONG 2x 4.30 7.60 | (Disc: 1.00) | TOTAL 7.60'],
  ['a discount of the total', 'PEN 2 x 5.00 10.00 | DISCOUNT -1.00 | TOTAL 9.00'],
  ['a service charge and a tax', 'NASI 2 x 10.00 20.00 | SERVICE CHARGE 10% 2.00 | SST 6% 1.32 | TOTAL 23.32'],
  ['a service charge without a row', 'NASI 2 x 10.00 20.00 | TOTAL 22.00'],
  ['rounding to five sen', 'NASI 2 x 10.21 20.42 | ROUNDING -0.02 | TOTAL 20.40 | CASH 50.00 | CHANGE 29.60'],
  ['a tax in the amounts of the lines', 'NASI 2 x 10.00 21.20 | TOTAL 21.20'],
  ['a tax in the total', 'NASI 2 x 10.60 21.20 | TOTAL INCL GST 21.20 | SR 6% 20.00 1.20'],
  ['goods without tax', 'GULA 35.20 | LYCHEES 10.14 | TOTAL 45.34 | S = 6% 9.57 0.57 | Z = 0% 35.20 0.00'],
  ['goods without tax that only their line names', 'GULA 35.20 | LYCHEES 10.14 | TOTAL 45.34 | S = 6% 9.57 0.57'],
  ['lines without a price', 'NASI 2 x 10.00 20.00 | TEH O 2.10 | ROTI 1.90 | TOTAL 24.00'],
  ['a line that was not read', 'NASI 2 x 10.00 20.00 | ROTI CANAI | TEH TARIK | AIS KACANG | TOTAL 34.00'],
  ['a line with a rounded price', 'CORN 24 x 2.33 55.99 | TOTAL 55.99'],
  ['a lost digit of the quantity', 'PEN 1 x 3.00 30.00 | TOTAL 30.00'],
  ['a lost digit of the price', 'PEN 3 x 5.00 45.00 | TOTAL 45.00'],
  ['a size', 'PLYWOOD 4 x 8.00 MM 60.00 | TOTAL 60.00'],
  ['the price of the next item', 'LATTE 2 @ 4.00 | CAKE 12.00 | TOTAL 20.00'],
  ['the price of an item below', 'TEH O | 2 x 1.50 | NASI AYAM 8.00 | TOTAL 11.00'],
  ['an item whose total is not its own', 'TEH O 2 x 1.50 | 8.00 | TOTAL 11.00'],
  ['a payment in one row', 'NASI 95.00 | SUBTOTAL 90.00 | TOTAL 95.00 CASH 100.00 CHANGE 5.00'],
  ['two payments', 'NASI 95.00 | TOTAL 95.00 | VOUCHER 50.00 | CASH 50.00 | CHANGE 5.00'],
  ['change that was rounded', 'WATER 2.56 | TOTAL 2.56 | CASH 50.55 | ROUNDING ADJUSTMENTS 0.01- | CHANGE DUE 48.00'],
])('D-51 %s is no contradiction', (_what, rows) => {
  expect(differing(rows)).toEqual([])
})

test('D-51 sums that give the total are kept', () => {
  expect(sumsOf('NASI 3 x 15.00 45.00 | TOTAL 45.00 | CASH 50.00 | CHANGE 5.00 | SR 6% 42.45 2.55')).toEqual({
    total: 4500,
    fits: [
      { text: '3 × 15.00', sen: 4500 },
      { text: '42.45 + 2.55', sen: 4500 },
      { text: '50.00 − 5.00', sen: 4500 },
    ],
    differs: [],
  })
})

const amountIn = (text: string) => findAmountsInWords(createPage([text]).rows).map(({ sen }) => sen)

test.each([
  ['Ringgit Malaysia: Tiga Puluh Tiga Sahaja', 3300],
  ['RINGGIT MALAYSIA SATU RATUS DUA BELAS DAN SEN LIMA PULUH SAHAJA', 11_250],
  ['Ringgit Malaysia Seribu Dua Ratus Sahaja', 120_000],
  ['Ringgit Malaysia: Seratus Sebelas Sahaja', 11_100],
  ['RINGGIT MALAYSIA : ONE THOUSAND TWO HUNDRED AND FIFTY-SIX AND CENTS FORTY ONLY', 125_640],
  ['Ringgit: Ninety Three Only', 9300],
  ['Ringgit Malaysia: Dua Belas dan Lima Puluh Sen Sahaja', 1250],
  ['Ringgit Malaysia One Hundred and Twelve and Fifty Cents Only', 11_250],
])('D-51 %s are %i sen', (text, sen) => {
  expect(amountIn(text)).toEqual([sen])
})

test.each([
  'All prices in Ringgit Malaysia',
  'Ringgit Malaysia: T1ga Pu1uh Sahaja',
  'THIRTY DAYS ONLY',
  'Ringgit Malaysia (RM) only',
  'Ringgit Malaysia Twelve & 50/100 Only',
  'RINGGIT MALAYSIA TWELVE AND CENTS 50 ONLY',
  'Ringgit Malaysia: Seratus Tiga Puluh Tiga',
  'Ringgit Malaysia: - Tiga Sahaja',
])('D-51 %s says no amount', (text) => {
  expect(amountIn(text)).toEqual([])
})

test('D-51 unclear words say no amount', () => {
  const { rows } = createPage(['Ringgit Malaysia: Tiga Puluh Tiga Sahaja'])
  for (const row of rows) row.words = row.words.map((word) => ({ ...word, confidence: 0.7 }))
  expect(findAmountsInWords(rows)).toEqual([])
})

test('D-51 an amount in words that is not the total contradicts it, and one that is gives it', () => {
  const differs = (words: string) => sumsOf(`LENS 93.00 | TOTAL 93.00 | ${words}`)?.differs
  expect(differs('Ringgit Malaysia: Tiga Puluh Tiga Sahaja')).toEqual([{ text: 'TIGA PULUH TIGA', sen: 3300 }])
  expect(differs('Ringgit Malaysia: Sembilan Puluh Tiga Sahaja')).toEqual([])
})
