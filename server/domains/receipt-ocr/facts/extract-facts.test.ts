import { describe, expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from './extract-facts.ts'

const TODAY = '2026-11-21'

function read(...lines: string[]) {
  return extractFacts([createPage(lines), createPage(lines)], TODAY)
}

test.each([
  ['its words', ['NASI LEMAK 6.50', 'TEH TARIK 2.10', 'TOTAL 8.60'], 860],
  ['tax and change', ['SUBTOTAL 20.00', 'SST 6% 1.20', 'TOTAL 21.20', 'CASH 50.00', 'CHANGE 28.80'], 2120],
  ['rounding', ['Total Sales 45.34', 'Rounding Adjustment .01', 'Rounding 45.35'], 4535],
  ['what is no total', ['TOTAL QTY 30.00', 'TOTAL 12.40', 'TOTAL DISCOUNT 16.00', 'TOTAL GST 14.00'], 1240],
  ['the row below', ['PEN 4.90', 'GRAND TOTAL', 'RM 4.50'], 450],
  [
    'the row below two words for it',
    ['PEN 4.92', 'TOTAL INCL GST 4.92', 'Total Amt Payable', '4.90', 'CASH 4.90'],
    490,
  ],
  ['its words beside a count', ['PEN 4.90', 'INK 1.00', '3 ITEM(S) TOTAL: 4.50', 'Qty: 3 Total: 4.50'], 450],
  ['its words beside the count’s', ['PEN 4.90', 'INK 1.00', 'Total Item : 2 Total Amount : 4.50'], 450],
  ['the row below its amount', ['PEN 4.90', 'INK 1.00', 'Total Amount', 'RM 4.50'], 450],
  ['signs that look like digits', ['KOPI O 2.00', 'ROTI BAKAR 3.50', 'T0TAL RM5.5O', 'CASH 5.50'], 550],
  ['thousands', ['LAPTOP 2,499.00', 'JUMLAH RM 2,499.00', 'VISA 2,499.00'], 249_900],
  ['a comma for the point', ['PEN 4,00', 'INK 8,30', 'JUMLAH RM12,30', 'TUNAI 20,00', 'BAKI 7,70'], 1230],
  ['a colon right before it', ['PEN 4.00', 'INK 8.30', 'TOTAL:12.30'], 1230],
  ['tax that it includes', ['PEN 4.00', 'INK 8.30', 'TOTAL (INCL. SST 6%) 12.30', 'CASH 50.00', 'CHANGE 37.70'], 1230],
  ['its amount in Malay', ['PEN 4.00', 'INK 8.30', 'AMAUN 12.30'], 1230],
  ['what is to be paid in Malay', ['PEN 4.00', 'INK 8.30', 'AMAUN PERLU DIBAYAR (SST) 12.30', 'TUNAI 50.00'], 1230],
  ['the bill’s amount', ['PEN 4.00', 'INK 8.30', 'Bill Amount 12.30'], 1230],
  [
    'rounding in Malay',
    ['PEN 4.02', 'INK 8.30', 'Total 12.32', 'Bundar -0.02', 'Jumlah Bersih 12.30', 'Tunai 50.00'],
    1230,
  ],
  ['no discount in Malay', ['PEN 5.00', 'TOTAL DISKAUN 33.00', 'JUMLAH 12.30'], 1230],
  ['no saving in Malay', ['PEN 5.00', 'JUMLAH JIMAT 33.00', 'JUMLAH 12.30'], 1230],
  ['no spending of a year', ['TOTAL 80.00', 'YOUR TOTAL SPENDING THIS YEAR 1320.00'], 8000],
  ['nothing spent so far', ['TOTAL 80.00', 'PREVIOUS TOTAL 320.00', 'GRAND TOTAL TO DATE 400.00'], 8000],
  ['nothing else owed', ['TOTAL 2.50', 'TOTAL OUTSTANDING 500.00'], 250],
  ['no limit of a card', ['TOTAL 2.50', 'TOTAL CREDIT LIMIT 500.00'], 250],
  ['nothing that comes back', ['TOTAL 2.50', 'CASH 50.00', 'AMOUNT DUE BACK 47.50'], 250],
  ['no count in Malay', ['PEN 5.00', 'JUMLAH KUANTITI 20.00', 'JUMLAH 12.30'], 1230],
])('D-51 the total is found by %s', (_by, lines, sen) => {
  expect(read(...lines).total?.value).toBe(sen)
})

test('D-51 a rounded total that is printed under the total is certain', () => {
  const { total } = read(
    'Total Sales (Inclusive GST) 45.34',
    'Rounding Adjustment .01',
    'Rounding 45.35',
    'CREDIT 45.35',
  )
  expect(total).toMatchObject({ value: 4535 })
  expect(total?.confidence).toBeGreaterThanOrEqual(0.8)
})

test('D-51 the total of a long receipt is not cut off', () => {
  const goods = Array.from(
    { length: 120 },
    (_, index) => `GOODS ${index} 2 X 1.${10 + (index % 80)} 3.${10 + (index % 80)}`,
  )
  expect(read(...goods, 'TOTAL 401.50', 'CASH 450.00', 'CHANGE 48.50').total?.value).toBe(40_150)
})

test.each([
  ['goods alone', ['PEN 4.90', 'BOOK 12.00', 'BAG 39.90']],
  ['what was given', ['PEN 4.90', 'CASH 50.00', 'CHANGE 5.10']],
  ['what was given in Malay', ['TUNAI 50.00', 'BAKI 37.70']],
  ['all that was given', ['PEN 4.90', 'TOTAL TENDERED 50.00', 'CHANGE 5.10']],
  ['all that was given in Malay', ['PEN 4.90', 'JUMLAH DITERIMA 50.00']],
  ['all the cash', ['PEN 4.90', 'TOTAL CASH 50.00', 'TOTAL CHANGE 5.10']],
  ['what came back', ['PEN 4.90', 'JUMLAH BAKI 37.70']],
  ['what a tax is taken of', ['PEN 150.00', 'SERVICE CHARGE 10% 150.00 15.00', 'GST 6% 165.00 9.90']],
  [
    'what a service charge leaves of the cash',
    ['ROTI 7.00', 'NASI 40.00', 'SERVICE CHARGE 3.00', 'TOTAL', 'CASH 50.00'],
  ],
  ['an amount above a list', ['Description Amount', '37.70']],
])('D-51 there is no total in %s', (_what, lines) => {
  expect(read(...lines).total).toBeUndefined()
})

test('D-51 an error of one of the two passes is not taken for the total', () => {
  const slip = createPage(['PEN 4.90', 'INK 8.00', 'TOTAL 42.90', 'CASH 20.00', 'CHANGE 7.10'])
  const right = createPage(['PEN 4.90', 'INK 8.00', 'TOTAL 12.90', 'CASH 20.00', 'CHANGE 7.10'])
  expect(extractFacts([slip, right], TODAY).total?.value).toBe(1290)
})

describe('if two passes differ', () => {
  const [other, date] = ['Date: 06/11/2026 19:02', 'Date: 05/11/2026 19:02']
  const goods = ['PEN 4.90', 'INK 8.00']

  test('D-51 the rows are read again, and the value found most often wins', () => {
    const [one, two] = [createPage([other], { [other]: [date, date, other] }), createPage([date])]
    expect(extractFacts([one, two], TODAY).date?.value).toBe('2026-11-05')
    const [right, wrong] = ['TOTAL 12.90', 'TOTAL 42.90']
    const pages = [createPage([...goods, wrong], { [wrong]: [right, right, right] }), createPage([...goods, 'TOTAL'])]
    expect(extractFacts(pages, TODAY).total?.value).toBe(1290)
  })

  test('D-51 no total is found if a second OCR of its line does not help', () => {
    const [one, two] = [createPage([other], { [other]: [date, other] }), createPage([date])]
    expect(extractFacts([one, two], TODAY).date).toBeUndefined()
  })

  test('D-51 an amount in the row below its label is read again with it', () => {
    const lines = ['GRAND TOTAL', 'RM 4.50']
    const pages = [createPage(lines, { 'GRAND TOTAL': ['GRAND TOTAL'], 'RM 4.50': ['RM 4.80'] }), createPage(['SHOP'])]
    expect(extractFacts(pages, TODAY).amounts.map(({ value }) => value)).toEqual([450, 480])
  })
})

test.each([
  ['Date: 05/11/2026 19:02', '2026-11-05'],
  ['05-11-26', '2026-11-05'],
  ['5 Nov 2026', '2026-11-05'],
  ['05/NOV/26', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  ['20261105', '2026-11-05'],
  ['O5/1l/2026', '2026-11-05'],
  ['REG #19- 05/11/2026 17:24:07', '2026-11-05'],
  ['TARIKH 5 Ogos 2026', '2026-08-05'],
  ['05/11/202619:02', '2026-11-05'],
  ['05711/2026', '2026-11-05'],
  ['051112026', '2026-11-05'],
  ['05112026', '2026-11-05'],
  ['Date05/11/2026', '2026-11-05'],
  ['Tue05/11/202616:56:51', '2026-11-05'],
  ['Cashier:AMY5/11/202601:47PM', '2026-11-05'],
  ['AMY5-Nov-2026 01:47PM', '2026-11-05'],
  ['DATE:05/11/26TIME:10:53', '2026-11-05'],
  ['Tarikh:05.11.2026Masa:22:53', '2026-11-05'],
  ['DATE : 05 NOV 2026TIME : 10:53', '2026-11-05'],
  ['Thu l5/10/2026 12:59', '2026-10-15'],
  ['05/11/26THU 10:53', '2026-11-05'],
  ['05.11.2026', '2026-11-05'],
  ['2026/11/05', '2026-11-05'],
  ['2026-11-5 19:02', '2026-11-05'],
  ['Date:2026/9/5', '2026-09-05'],
  ['2026 Nov 5', '2026-11-05'],
  ['5 November 2026', '2026-11-05'],
  ['Nov 5th, 2026', '2026-11-05'],
  ['21 Disember 2025', '2025-12-21'],
  ['21 Oktober 2025', '2025-10-21'],
  ['5 Mac 2026', '2026-03-05'],
  ["05-11-'25", '2025-11-05'],
  ['Tarikh 5hb Februari 2026', '2026-02-05'],
  ['15:30:2205/11/2026', '2026-11-05'],
  ['Date:20261105153022', '2026-11-05'],
  ['DATE : 05 11 2026', '2026-11-05'],
  ['05-5EP-2026', '2026-09-05'],
  ['05-FE8-2026', '2026-02-05'],
  ['05-JU1-2026', '2026-07-05'],
  ['N0V 5 2026', '2026-11-05'],
  ['05-JUX-2026', undefined],
  ['5 Market 2026', undefined],
  ['MACHINE 05 2026', undefined],
  ['Di September 2026', undefined],
  ['1/2026/11/5', undefined],
  ['INV 2305112026', undefined],
  ['INV A23/2005/2', undefined],
  ['MODEL A5/11/26', undefined],
  ['25/12/2026', undefined],
  ['31/11/2026', undefined],
  ['05/11/2003', undefined],
  ['TEL 03-4043 7678', undefined],
  ['10:05:18', undefined],
])('D-51 %s is the date %s', (line, day) => {
  expect(read(line).date?.value).toBe(day)
})

test.each([
  'Valid until 06/11/2026',
  'valid ti1l 06/11/2026',
  'Date Out: 06/11/2026',
  'Tarikh Keluar 06/11/2026',
  'Promo 3/11/2026 - 30/11/2026',
  'Expiry Date: 06/11/2026',
  'CARD EXP DATE 06/11/2026',
  'Best before 06/11/2026 12:00',
  'Due Date: 06/11/2026',
  'Delivery Date : 06/11/2026',
  'Print Date: 06/11/2026 09:00',
  'Entry Time: 04/11/2026 23:50',
  'GST Effective Date 01/04/2018',
  'LAST DATE OF EXCHANGE 12/11/2026',
  'TARIKH LUPUT : 20/11/2026',
  'Promo period 1/11/26 to 20/11/26',
  'Tempoh promosi: 1 Nov 2026 - 20 Nov 2026',
  'MERDEKA SALE 25/08/2026-31/08/2026',
  'Tawaran sah hingga 20/11/2026 23:59',
  'Redemption Date 20/11/2026',
  'Member since 01/01/2016 10:00',
  'GST Reg Date 01/04/2018',
  'GST 0% w.e.f. 1 JUNE 2018',
  'NEXT SERVICE DATE 10/11/2026',
  'Pick up: 12/11/2026 5:00 PM',
  'Tarikh Siap: 12/11/2026',
  'Cheque date 12/11/2026',
  'Closed: 06/11/2026 00:20',
])('D-51 the date of a receipt is not the one in %s', (other) => {
  expect(read('Date: 05/11/2026 19:02', other).date?.value).toBe('2026-11-05')
  expect(read(`Date: 05/11/2026 ${other}`).date?.value).toBe('2026-11-05')
})

test.each([
  ['a date of expiry', ['PROMO VALID UNTIL', '20/11/2026']],
  ['a period', ['Promotion:', '1/11/2026 - 20/11/2026']],
  ['a date printed once', ['06/11/2026']],
  ['a day of collection', ['Date Out', '06/11/2026']],
])('D-51 beside %s in a row of its own, the date of a receipt is the one printed twice', (_what, rows) => {
  expect(read('05/11/2026', 'PEN 4.90', ...rows, 'COUNTER 2 05/11/2026').date?.value).toBe('2026-11-05')
})

test.each([
  ['PASARAYA RAYA PROMO', '05/11/2026 10:14'],
  ['KEDAI BUNGA RAYA PROMO', '05/11/2026'],
  ['MEMBER SINCE 2019', '05/11/2026 10:14'],
  ['MEMBER SINCE 2019', '05/11/2026'],
  ['KEEP THIS AS WARRANTY', '05/11/2026'],
  ['TILL: 05/11/2026 10:14'],
])('D-51 %s %s shows the date of the receipt', (...rows) => {
  expect(read(...rows).date?.value).toBe('2026-11-05')
})

test.each([
  ['Served by : AINA Date: 05/11/2026', '2026-11-05'],
  ['Promo period 1/11/26 - 5/11/26', undefined],
  ['Expiry Date: 06/11/2026', undefined],
  ['Valid till 06/11/2026', undefined],
  ['Printed on 06/11/2026 09:00', '2026-11-06'],
  ['Delivery Date: 06/11/2026', '2026-11-06'],
])('D-51 %s alone is the date %s', (line, day) => {
  expect(read(line).date?.value).toBe(day)
})

test.each([
  'TAKE OUT 05/11/2026 10:14',
  'Dikeluarkan pada 05/11/2026 10:14',
  'Tarikh Dikeluarkan: 05/11/2026 10:14',
  'Item sold out 05/11/2026 10:14',
])('D-51 %s is the date of the receipt beside that of a licence', (row) => {
  expect(read(row, 'Lesen MBPJ 01/03/2024').date?.value).toBe('2026-11-05')
})

test('D-51 a digit at the end of a word hides no date', () => {
  expect(read('PROMO B1 05/11/2026 10:14').date?.value).toBe('2026-11-05')
})

test('D-51 a date of entry with its time is that of the receipt, and a full stop read as a comma does not hide it', () => {
  expect(read('Date In 05/11/2026 16:45', 'Date Out', '06-11-2026').date?.value).toBe('2026-11-05')
  expect(read('DATE : 05,11.2026 08:44:17', 'PEN 4.90').date?.value).toBe('2026-11-05')
  expect(read('Date05Nov2026,16:55', 'PEN 4.90').date?.value).toBe('2026-11-05')
})

test('D-51 the operator of a shop is not its name', () => {
  expect(read('PIZZA RUMAH', 'MILIK / OPERATED BY RASA SDN BHD', 'Lot 1, Jalan 7').merchant?.value).toBe('PIZZA RUMAH')
})

test('D-51 the head of a receipt gives its merchant and its number', () => {
  const { merchant, invoice } = read(
    '31803',
    'KEDAI BUKU CAHAYA SDN BHD (519537-X)',
    'No 8, Jalan 7/118',
    'INVOICE NO : 18301/T0305',
  )
  expect([merchant?.value, invoice?.value]).toEqual(['KEDAI BUKU CAHAYA SDN BHD', '18301/T0305'])
})

test('D-51 distinctive numbers are those that are not on every receipt of the merchant', () => {
  const { numbers, doubtful } = read(
    'TEL 03-51217970',
    'GST ID 000429166592',
    'INV 1183154',
    '05/11/2026 16:00',
    'TEH 2.20',
    'TOTAL 2.20',
  )
  expect([numbers, doubtful]).toEqual([['05/11/26', '1183154', '16:00', '2.20'], []])
})

test('D-51 numbers that only one pass found are doubtful', () => {
  const both = ['INV 1183154', 'REF 771', '05/11/2026 16:00', 'TEH 2.20', 'ROTI 3.30']
  const { numbers, doubtful } = extractFacts(
    [createPage([...both, 'TABLE 888']), createPage([...both, 'TABLE 8838'])],
    TODAY,
  )
  expect([numbers, doubtful]).toEqual([
    ['05/11/26', '1183154', '16:00', '2.20', '3.30', '771'],
    ['8838', '888'],
  ])
})

test('D-51 facts have their place on the picture', () => {
  const { total } = read('PEN 4.90', 'TOTAL 4.90')
  expect(total?.box.left).toBeCloseTo(0.22)
  expect(total?.box.top).toBeCloseTo(0.02)
})
