import { expect, test } from 'vitest'
import { createPage, pairsIn, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import { extractFacts } from './extract-facts.ts'

const read = (rows: string) => extractFacts([createPage(rowsIn(rows))], '2026-11-21')

test.each([
  ['SERI PAPER SUPPLIES PLT Co. Reg. No: 6832803-X | Bandar Puchong Jaya, 47100 Puchong', 'SERI PAPER SUPPLIES PLT'],
  ['SERI BISTRO (M) SDN BHD (Company No: 201820601348) | 47100 Puchong', 'SERI BISTRO (M) SDN BHD'],
  ["D'SERI ELECTRICAL ROC NO: 806540-H | 47100 Puchong", "D'SERI ELECTRICAL"],
  ['SERI CASH & CARRY (708943-W) | 47100 Puchong', 'SERI CASH & CARRY'],
  ['MR. SERI (M) SDN BHD | 47100 Puchong', 'MR. SERI (M) SDN BHD'],
  ['WELCOMETO | THREE STOOGES GRILL', 'THREE STOOGES GRILL'],
  ['TAXINVOICE | THREE STOOGES GRILL', 'THREE STOOGES GRILL'],
  ['CASHRECEIPT | THREE STOOGES GRILL', 'THREE STOOGES GRILL'],
  ['POPULAR BOOK | CO. (M) SDN BHD', 'POPULAR BOOK CO. (M) SDN BHD'],
  ['THREE STOOGES | BISTRO & CAFE', 'THREE STOOGES BISTRO & CAFE'],
  ['GARDENIA HALL | TEL: 03-51217970 | RESTORAN | WAN SHENG', 'RESTORAN WAN SHENG'],
  ['SELAMAT DATANG | RESTORAN | WAN SHENG', 'RESTORAN WAN SHENG'],
  ['RESTORAN | WAN SHENG', 'RESTORAN WAN SHENG'],
  ['GARDENIA HALL | SERI PAPER SUPPLIES PLT', 'SERI PAPER SUPPLIES PLT'],
  ['PIZZA RUMAH | MILIK / OPERATED BY RASA SDN BHD | Lot 1, Jalan 7', 'PIZZA RUMAH'],
  ['31803 | KEDAI BUKU CAHAYA SDN BHD (519537-X) | No 8, Jalan 7/118', 'KEDAI BUKU CAHAYA SDN BHD'],
])('D-51 the merchant at the head %s is %s', (head, name) => {
  expect(read(`${head} | CUTTER BLADE 84.75 | TOTAL 84.75`).merchant?.value).toBe(name)
})

test('D-51 a row two lines above a common shop word is not part of the name', () => {
  const { rows, recogniseAgain } = createPage(['GARDENIA HALL', '', '', 'RESTORAN', 'WAN SHENG', 'TOTAL 84.75'])
  const page = { rows: rows.filter(({ text }) => text !== ''), recogniseAgain }
  expect(extractFacts([page], '2026-11-21').merchant?.value).toBe('RESTORAN WAN SHENG')
})

test.each([
  [
    '104455',
    `Invoice Number : 104455 | Receipt Number: 104455 | Inv. No 104455 | Inv.No.: 104455 | INV.NO.104455
    Bill ID : 104455 | lnvoice No: 104455 | Invoice No, 104455 | CS No: 104455 | Trx No: 104455 | TXN# 104455
    TRAN NO: 104455 | INYOICE NO: 104455 | I/V No: 104455 | C/B NO: 104455 | C/S No: 104455 | Rcp#: 104455
    O.R. No: 104455 | Nombor Bil 104455 | No. Tiket: 104455 | No. Rujukan: 104455 | NO. INVOIS CUKAI: 104455
    GST No: 001092886528 Inv No: 104455`,
  ],
  [
    undefined,
    `Tel No: 03-51217970 | GST ID NO:000812345678 | GST I0 No : 813502392841 | CO REG N0 : 210038-K
    INV DATE: 03/03/2018 | No.12, Jalan Bunga Raya 2/3 | NO: 1234, Jalan Bunga Raya | No. 12345 Jalan Bunga Raya
    GSReg. No:001246313651 | P.O. No: 1234 | Salesman No: 1234 | Sales: 1234 | Ticket 1234 | 28-12-17 18:52 TOTAL 12.30
    GST Invoice ID: 000123456789 | TAX INVOICE NO GST 001661886464 | Invoice No. OO1661886464
    No.: 001092886528 GST | Invoice No: W10-1808-32000123 | Invoice No: 012-3456789 | No: 002109854-P
    No: JM0326955-V | TAX INVOICE NO 9 10/02/2018`,
  ],
])('D-51 the number of the receipt is %s in each of these rows: %s', (number, rows) => {
  const numbers = rowsIn(rows).map((row) => [row, read(`TAX INVOICE | ${row}`).invoice?.value])
  expect(numbers).toEqual(rowsIn(rows).map((row) => [row, number]))
})

const NUMBERS = `
  INVDT:03/03/2018 INVN0:P0S01/00012379 → POS01/00012379 | INV0ICE N0 : 18301/102/T0305 → 18301/102/T0305
  Receipt #:CS00677115DATE: 02/03/2018 → CS00677115 | Bil No : 01-79587 → 01-79587 | No Bi1 : 86-68825 → 86-68825
  INUOICE NO : 86345/073/T8396 → 86345/073/T8396 | Receipt #:C589358372 → CS89358372
  Invoice No CS 23304 → CS 23304 | Invoice # : OR18053002160412 → OR18053002160412
  Invoice No : INV-A00123 → INV-A00123 | 27/03/2018 No.:CS-20242 → CS-20242 | St:512 Ctr2 TaxInv:94542 → 94542
  28-12-17 18:52 SH01 ZT09 T1 R000020832 → R000020832 | 1NVOICE NO: 1NV636805 → INV636805
  No. Invois : 52-48590 → 52-48590 | Cash Sale No: A590893 → A590893 | Sales No : 00003837 → 00003837
  CASHBILL No.91443 → 91443 | Ticket No: 0090817 → 0090817 | No. 97274 → 97274 | CASH BILL 45123 → 45123
  TAX INVOICE OR180530021 → OR180530021 | TRX 0087341 → 0087341 | CASH MEMO NO: 200417-05-0098 → 200417-05-0098
  INVOICE NO · 34177/314/T6863 → 34177/314/T6863 | INVOICE NO : 34177/ 314/TO863 → 34177/ 314/T0863
  INVOICE NO: 18028_103_T0369 → 18028_103_T0369 | Cash Sales No: C5-1803/00251 → CS-1803/00251
  Invoice No : PEG1V-1030765 → PEGIV-1030765 | Receipt No: 2018-02-10-0012 → 2018-02-10-0012`

test('D-51 the number of the receipt is found in each of these rows', () => {
  const numbers = pairsIn(NUMBERS).map(([row]) => [row, read(`TAX INVOICE | ${row}`).invoice?.value])
  expect(numbers).toEqual(pairsIn(NUMBERS))
})

test.each([
  ['a tax number below its label', 'GST REG | NO: 104455777', undefined],
  ['a telephone number below another label', 'INVOICE NO | 03-80519514', undefined],
  ['a payment’s reference by an illegible number', 'Invoice No: ~~ | Ref. No 7009058463776071', undefined],
  ['a payment’s reference', 'Ref. No 7009058463776071 | 12-01-19 21:13 SH01 T4 R000027830', 'R000027830'],
  ['a request to keep the receipt', 'NO RECEIPT NO REFUND | Check No: 113355', '113355'],
])('D-51 the number of a receipt is not %s', (_what, rows, number) => {
  expect(read(`KEDAI BUKU | ${rows}`).invoice?.value).toBe(number)
})

test.each([
  ['25/12/20188:13:39PM', '2018-12-25', '20:13'],
  ['Date:05/11/202619:02', '2026-11-05', '19:02'],
  ['03:16PM 569337 07-02-18', '2018-02-07', '15:16'],
  ['09:13 am,21 March,2018', '2018-03-21', '09:13'],
  ['Date 19/10/2018 10.58 PM', '2018-10-19', '22:58'],
  ['Date: 14-0ct-2021 Time: 07:12', '2021-10-14', '07:12'],
  ['2023-11-1311:24 AM Cashier: AINA', '2023-11-13', '11:24'],
  ['Date: 16 Feb 1810:49 AM Pax: 4', '2018-02-16', '10:49'],
  ['Paidat 11-Dec-201909:42PM', '2019-12-11', '21:42'],
  ['Paidat 15-04-2005:46PM', '2020-04-15', '17:46'],
  ['Date 29/12/20171141', '2017-12-29', '11:41'],
  ['CB#:45971 25/Feb/20170743:54', '2017-02-25', '07:43'],
  ['Date:10/04/2017 Time 15:2300', '2017-04-10', '15:23'],
  ['07-02-2018 12:05 AM', '2018-02-07', '00:05'],
  ['07-02-2018 12:05 PM', '2018-02-07', '12:05'],
  ['07-02-2018-12:05', '2018-02-07', '12:05'],
  ['07-02-2018 Open daily 8:00am - 11:00pm', '2018-02-07', undefined],
  ['07-02-2018 NASI 12.50', '2018-02-07', undefined],
  ['Entry Time : 03/08/2017 11:02:11 | Paid Time : 03/08/2017 13:31:40 | Parking Fee 4.00', '2017-08-03', '13:31'],
])('D-51 %s is the date %s and the time %s', (rows, day, time) => {
  const found = read(`KEDAI BUKU | ${rows}`)
  expect([found.date?.value, found.time?.value]).toEqual([day, time])
})

const SLIP = ['KEDAI BUKU CAHAYA SDN BHD', 'TEL: 03-5121 7970', 'GST ID: 000429166592', 'CO. REG NO: 728515-M']
SLIP.push('PEN 1.00', 'TOTAL RM100', 'DATE: 05-11-2026 19:02:50')

function compared(invoice: string, ...pages: string[][]) {
  const [first = [], second = first] = pages
  const typed = { amountSen: 600, date: '2026-11-05', invoice, merchant: 'Kedai Buku Cahaya', merchantId: 1 }
  return compareWithPicture(extractFacts([createPage(first), createPage(second)], '2026-11-21'), typed).invoice
}

test('D-51 a number that is not the labelled one differs', () => {
  for (const typed of ['1', '23', '10', '99', '35', '1902', '51217970', '429166592', '728515', '100', '05112026'])
    expect(compared(typed, [...SLIP, 'Bill No: 110023'])).toMatchObject({ verdict: 'differs', read: '110023' })
})

test('D-51 without a labelled number, none of an amount, a date, a time or the merchant is the number', () => {
  for (const typed of ['100', '51217970', '0351217970', '429166592', '728515', '1902', '190250', '05112026'])
    expect([typed, compared(typed, SLIP)]).toEqual([typed, { verdict: 'not_found' }])
})

test.each([
  ['Bill No: 10023', '1002', false],
  ['Bill No: 10023', '023', false],
  ['Bill No: INV-0042-77', '77', false],
  ['Bill No: 30 TABLE 1245', '301245', false],
  ['Bill No: INV0042', '0042', true],
  ['Bill No: INV0042', '42', true],
  ['Bill No: INV 00042', '42', true],
  ['Bill No: A12-B345', '12345', true],
  ['Bill No: 000123', '123', true],
  ['Invoice No: 18301/T0305', '18301', true],
  ['Bill No: 0012 3456 7890', '001234567890', true],
  ['INV No.: A1030720', 'a 1030-720', true],
  ['INV No.: A1030720', 'AIO3O72O', true],
  ['R000110133', '110133', true],
  ['418/110133', '110133', true],
])('D-51 D-42 the number in %s fits as %s: %s', (line, invoice, fits) => {
  expect(compared(invoice, [...SLIP, line]).verdict === 'fits').toBe(fits)
})

test.each([
  ['INV0042', '0042'],
  ['INV-0042', '42'],
  ['CS 00031 / A7', '000317'],
  ['Invoice No: 18301/T0305', '0305'],
])('D-51 D-42 the digits typed of the number %s, %s, do not differ', (line, invoice) => {
  expect(compared(invoice, ['KEDAI BUKU CAHAYA SDN BHD', line]).verdict).not.toBe('differs')
})

test('D-51 each labelled number of the receipt fits, also one that one of two passes misread', () => {
  const print = [...SLIP, 'Receipt No: 700144', 'Invoice No: 10023']
  const verdicts = ['700144', '10023', '700145'].map((invoice) => compared(invoice, print).verdict)
  expect(verdicts).toEqual(['fits', 'fits', 'differs'])
  expect(compared('1219461', ['INV No.: 1218461'], ['INV No.: 1219461']).verdict).toBe('fits')
})

test('D-51 an amount or a date beside the label is not the number', () => {
  const print = ['KEDAI BUKU CAHAYA', 'Bill: 12.30', 'Receipt: 05/11/2026', 'R000110133']
  expect([compared('110133', print).verdict, compared('1230', print).verdict]).toEqual(['fits', 'not_found'])
})
