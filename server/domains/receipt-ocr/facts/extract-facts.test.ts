import { expect, test } from 'vitest'
import { createPage, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from './extract-facts.ts'

const TODAY = '2026-11-21'
const read = (...lines: string[]) => extractFacts([createPage(lines), createPage(lines)], TODAY)

test.each([
  [860, 'NASI LEMAK 6.50 | TEH TARIK 2.10 | TOTAL 8.60'],
  [2120, 'SUBTOTAL 20.00 | SST 6% 1.20 | TOTAL 21.20 | CASH 50.00 | CHANGE 28.80'],
  [4535, 'Total Sales 45.34 | Rounding Adjustment .01 | Rounding 45.35'],
  [1240, 'TOTAL QTY 30.00 | TOTAL 12.40 | TOTAL DISCOUNT 16.00 | TOTAL GST 14.00'],
  [450, 'PEN 4.90 | GRAND TOTAL | RM 4.50'],
  [490, 'PEN 4.92 | TOTAL INCL GST 4.92 | Total Amt Payable | 4.90 | CASH 4.90'],
  [450, 'PEN 4.90 | INK 1.00 | 3 ITEM(S) TOTAL: 4.50 | Qty: 3 Total: 4.50'],
  [450, 'PEN 4.90 | INK 1.00 | Total Item : 2 Total Amount : 4.50'],
  [450, 'PEN 4.90 | INK 1.00 | Total Amount | RM 4.50'],
  [550, 'KOPI O 2.00 | ROTI BAKAR 3.50 | T0TAL RM5.5O | CASH 5.50'],
  [249_900, 'LAPTOP 2,499.00 | JUMLAH RM 2,499.00 | VISA 2,499.00'],
  [1230, 'PEN 4,00 | INK 8,30 | JUMLAH RM12,30 | TUNAI 20,00 | BAKI 7,70'],
  [1230, 'PEN 4.00 | INK 8.30 | TOTAL:12.30'],
  [1230, 'PEN 4.00 | INK 8.30 | TOTAL (INCL. SST 6%) 12.30 | CASH 50.00 | CHANGE 37.70'],
  [1230, 'PEN 4.00 | INK 8.30 | AMAUN 12.30'],
  [1230, 'PEN 4.00 | INK 8.30 | AMAUN PERLU DIBAYAR (SST) 12.30 | TUNAI 50.00'],
  [1230, 'PEN 4.00 | INK 8.30 | Bill Amount 12.30'],
  [1230, 'PEN 4.02 | INK 8.30 | Total 12.32 | Bundar -0.02 | Jumlah Bersih 12.30 | Tunai 50.00'],
  [1230, 'PEN 5.00 | TOTAL DISKAUN 33.00 | JUMLAH 12.30'],
  [1230, 'PEN 5.00 | JUMLAH JIMAT 33.00 | JUMLAH 12.30'],
  [8000, 'TOTAL 80.00 | YOUR TOTAL SPENDING THIS YEAR 1320.00'],
  [8000, 'TOTAL 80.00 | PREVIOUS TOTAL 320.00 | GRAND TOTAL TO DATE 400.00'],
  [250, 'TOTAL 2.50 | TOTAL OUTSTANDING 500.00'],
  [250, 'TOTAL 2.50 | TOTAL CREDIT LIMIT 500.00'],
  [250, 'TOTAL 2.50 | CASH 50.00 | AMOUNT DUE BACK 47.50'],
  [1230, 'PEN 5.00 | JUMLAH KUANTITI 20.00 | JUMLAH 12.30'],
  [undefined, 'PEN 4.90 | BOOK 12.00 | BAG 39.90'],
  [undefined, 'PEN 4.90 | CASH 50.00 | CHANGE 5.10'],
  [undefined, 'TUNAI 50.00 | BAKI 37.70'],
  [undefined, 'PEN 4.90 | TOTAL TENDERED 50.00 | CHANGE 5.10'],
  [undefined, 'PEN 4.90 | JUMLAH DITERIMA 50.00'],
  [undefined, 'PEN 4.90 | TOTAL CASH 50.00 | TOTAL CHANGE 5.10'],
  [undefined, 'PEN 4.90 | JUMLAH BAKI 37.70'],
  [undefined, 'PEN 150.00 | SERVICE CHARGE 10% 150.00 15.00 | GST 6% 165.00 9.90'],
  [undefined, 'ROTI 7.00 | NASI 40.00 | SERVICE CHARGE 3.00 | TOTAL | CASH 50.00'],
  [undefined, 'Description Amount | 37.70'],
])('D-51 the total is %s in %s', (sen, rows) => {
  expect(read(...rowsIn(rows)).total?.value).toBe(sen)
})

test('D-51 a rounded total that is printed under the total is certain, and every fact has its place', () => {
  const rounded = 'Total Sales (Inclusive GST) 45.34 | Rounding Adjustment .01 | Rounding 45.35 | CREDIT 45.35'
  const { total } = read(...rowsIn(rounded))
  expect(total).toMatchObject({ value: 4535 })
  expect(total?.confidence).toBeGreaterThanOrEqual(0.8)
  const { box } = read('PEN 4.90', 'TOTAL 4.90').total ?? {}
  expect([box?.left, box?.top]).toEqual([expect.closeTo(0.22), expect.closeTo(0.02)])
})

test('D-51 the total of a long receipt is not cut off', () => {
  const goods = Array.from({ length: 120 }, (_, at) => `GOODS ${at} 2 X 1.${10 + (at % 80)} 3.${10 + (at % 80)}`)
  const page = createPage([...goods, 'TOTAL 401.50', 'CASH 450.00', 'CHANGE 48.50'])
  expect(extractFacts([page], TODAY).total?.value).toBe(40_150)
})

test('D-51 if two passes differ, the rows are read again, and the value found most often wins', () => {
  const [wrong, right] = ['Date: 06/11/2026 19:02', 'Date: 05/11/2026 19:02']
  const dateOf = (again: string[]) =>
    extractFacts([createPage([wrong], { [wrong]: again }), createPage([right])], TODAY).date?.value
  expect([dateOf([right, right, wrong]), dateOf([right, wrong])]).toEqual(['2026-11-05', undefined])
  const goods = ['PEN 4.90', 'INK 8.00']
  const again = createPage([...goods, 'TOTAL 42.90'], { 'TOTAL 42.90': ['TOTAL 12.90', 'TOTAL 12.90', 'TOTAL 12.90'] })
  expect(extractFacts([again, createPage([...goods, 'TOTAL'])], TODAY).total?.value).toBe(1290)
  const paid = (total: string) => createPage([...goods, total, 'CASH 20.00', 'CHANGE 7.10'])
  expect(extractFacts([paid('TOTAL 42.90'), paid('TOTAL 12.90')], TODAY).total?.value).toBe(1290)
  const below = { 'GRAND TOTAL': ['GRAND TOTAL'], 'RM 4.50': ['RM 4.80'] }
  const pages = [createPage(['GRAND TOTAL', 'RM 4.50'], below), createPage(['SHOP'])]
  expect(extractFacts(pages, TODAY).amounts.map(({ value }) => value)).toEqual([450, 480])
})

test.each([
  [
    '2026-11-05',
    `Date: 05/11/2026 19:02 | 05-11-26 | 5 Nov 2026 | 05/NOV/26 | 2026-11-05 | 20261105 | O5/1l/2026
    REG #19- 05/11/2026 17:24:07 | 05/11/202619:02 | 05711/2026 | 051112026 | 05112026 | Date05/11/2026
    Tue05/11/202616:56:51 | Cashier:AMY5/11/202601:47PM | AMY5-Nov-2026 01:47PM | DATE:05/11/26TIME:10:53
    Tarikh:05.11.2026Masa:22:53 | DATE : 05 NOV 2026TIME : 10:53 | 05/11/26THU 10:53 | 05.11.2026 | 2026/11/05
    2026-11-5 19:02 | 2026 Nov 5 | 5 November 2026 | Nov 5th, 2026 | 15:30:2205/11/2026 | Date:20261105153022
    DATE : 05 11 2026 | N0V 5 2026 | Served by : AINA Date: 05/11/2026 | PROMO B1 05/11/2026 10:14
    DATE : 05,11.2026 08:44:17 | Date05Nov2026,16:55 | TILL: 05/11/2026 10:14`,
  ],
  ['2026-08-05', 'TARIKH 5 Ogos 2026'],
  ['2026-10-15', 'Thu l5/10/2026 12:59'],
  ['2026-09-05', 'Date:2026/9/5 | 05-5EP-2026'],
  ['2025-12-21', '21 Disember 2025'],
  ['2025-10-21', '21 Oktober 2025'],
  ['2026-03-05', '5 Mac 2026'],
  ['2025-11-05', "05-11-'25"],
  ['2026-02-05', 'Tarikh 5hb Februari 2026 | 05-FE8-2026'],
  ['2026-07-05', '05-JU1-2026'],
  ['2026-11-06', 'Printed on 06/11/2026 09:00 | Delivery Date: 06/11/2026'],
  [
    undefined,
    `05-JUX-2026 | 5 Market 2026 | MACHINE 05 2026 | Di September 2026 | 1/2026/11/5 | INV 2305112026 | 25/12/2026
    INV A23/2005/2 | MODEL A5/11/26 | 31/11/2026 | 05/11/2003 | TEL 03-4043 7678 | 10:05:18
    Promo period 1/11/26 - 5/11/26 | Expiry Date: 06/11/2026 | Valid till 06/11/2026`,
  ],
])('D-51 the date is %s in each of these rows: %s', (day, rows) => {
  const dates = rowsIn(rows).map((row) => [row, read(row).date?.value])
  expect(dates).toEqual(rowsIn(rows).map((row) => [row, day]))
})

const OTHER_DATES = `Valid until 06/11/2026 | valid ti1l 06/11/2026 | Date Out: 06/11/2026 | Tarikh Keluar 06/11/2026
  Promo 3/11/2026 - 30/11/2026 | Expiry Date: 06/11/2026 | CARD EXP DATE 06/11/2026 | Best before 06/11/2026 12:00
  Due Date: 06/11/2026 | Delivery Date : 06/11/2026 | Print Date: 06/11/2026 09:00 | Entry Time: 04/11/2026 23:50
  GST Effective Date 01/04/2018 | LAST DATE OF EXCHANGE 12/11/2026 | TARIKH LUPUT : 20/11/2026
  Promo period 1/11/26 to 20/11/26 | Tempoh promosi: 1 Nov 2026 - 20 Nov 2026 | MERDEKA SALE 25/08/2026-31/08/2026
  Tawaran sah hingga 20/11/2026 23:59 | Redemption Date 20/11/2026 | Member since 01/01/2016 10:00
  GST Reg Date 01/04/2018 | GST 0% w.e.f. 1 JUNE 2018 | NEXT SERVICE DATE 10/11/2026 | Pick up: 12/11/2026 5:00 PM
  Tarikh Siap: 12/11/2026 | Cheque date 12/11/2026 | Closed: 06/11/2026 00:20`

test('D-51 no other date beside it is the date of a receipt, in a row of its own or in the same row', () => {
  for (const other of rowsIn(OTHER_DATES)) {
    const dates = [read('Date: 05/11/2026 19:02', other), read(`Date: 05/11/2026 ${other}`)]
    expect([other, ...dates.map(({ date }) => date?.value)]).toEqual([other, '2026-11-05', '2026-11-05'])
  }
})

test.each([
  'PASARAYA RAYA PROMO | 05/11/2026 10:14',
  'KEDAI BUNGA RAYA PROMO | 05/11/2026',
  'MEMBER SINCE 2019 | 05/11/2026 10:14',
  'MEMBER SINCE 2019 | 05/11/2026',
  'KEEP THIS AS WARRANTY | 05/11/2026',
  'Date In 05/11/2026 16:45 | Date Out | 06-11-2026',
  'TAKE OUT 05/11/2026 10:14 | Lesen MBPJ 01/03/2024',
  'Dikeluarkan pada 05/11/2026 10:14 | Lesen MBPJ 01/03/2024',
  'Tarikh Dikeluarkan: 05/11/2026 10:14 | Lesen MBPJ 01/03/2024',
  'Item sold out 05/11/2026 10:14 | Lesen MBPJ 01/03/2024',
  '05/11/2026 | PEN 4.90 | PROMO VALID UNTIL | 20/11/2026 | COUNTER 2 05/11/2026',
  '05/11/2026 | PEN 4.90 | Promotion: | 1/11/2026 - 20/11/2026 | COUNTER 2 05/11/2026',
  '05/11/2026 | PEN 4.90 | 06/11/2026 | COUNTER 2 05/11/2026',
  '05/11/2026 | PEN 4.90 | Date Out | 06/11/2026 | COUNTER 2 05/11/2026',
])('D-51 the date is 2026-11-05 in %s', (rows) => {
  expect(read(...rowsIn(rows)).date?.value).toBe('2026-11-05')
})

test('D-51 distinctive numbers are those that are not on every receipt of the merchant', () => {
  const rows = 'TEL 03-51217970 | GST ID 000429166592 | INV 1183154 | 05/11/2026 16:00 | TEH 2.20 | TOTAL 2.20'
  const { numbers, doubtful } = read(...rowsIn(rows))
  expect([numbers, doubtful]).toEqual([['05/11/26', '1183154', '16:00', '2.20'], []])
})

test('D-51 numbers that only one pass found are doubtful', () => {
  const both = ['INV 1183154', 'REF 771', '05/11/2026 16:00', 'TEH 2.20', 'ROTI 3.30']
  const pages = [createPage([...both, 'TABLE 888']), createPage([...both, 'TABLE 8838'])]
  const { numbers, doubtful } = extractFacts(pages, TODAY)
  expect([numbers, doubtful]).toEqual([
    ['05/11/26', '1183154', '16:00', '2.20', '3.30', '771'],
    ['8838', '888'],
  ])
})

test('D-51 one OCR pass of a receipt without spaces and with amounts of all roles gives its facts', () => {
  const rows = `PASARAYAMESRASDN.BHD(123456-K) | NO.12,JALAN BUNGA RAYA 2/3 | GST ID NO:000812345678 | TAX INVOICE
    INVOICE NO:KL-00123456 | 14/05/201718:07:22 CASHIER:003 | SUSU SEGAR1L 2X6.95 13.90S | GULA PASIR 1KG 2.85Z
    TOTAL QTY 3.00 | TOTAL SALES(INCL GST) 16.75 | ROUNDING ADJ 0.00 | TOTAL AMT PAYABLE 16.75 | CASH 20.00
    CHANGE 3.25 | TOTAL SAVING 4.10 | GST SUMMARY AMOUNT(RM) TAX(RM) | S=6% 13.11 0.79 | Z=0% 2.85 0.00
    TOTAL 15.96 | MEMBER POINTS BALANCE 812.00`
  const { total, date, time, invoice } = extractFacts([createPage(rowsIn(rows))], TODAY)
  const facts = [total, date, time, invoice].map((found) => found?.value)
  expect(facts).toEqual([1675, '2017-05-14', '18:07', 'KL-00123456'])
})
