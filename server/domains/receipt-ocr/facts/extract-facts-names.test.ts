import { describe, expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import { extractFacts } from './extract-facts.ts'

const TODAY = '2026-11-21'

function merchantVerdict(head: string, merchant: string) {
  const result = extractFacts([createPage([head, 'TAX INVOICE', 'PEN 4.90', 'TOTAL 4.90'])], TODAY)
  return compareWithPicture(result, { amountSen: 490, date: '', invoice: '', merchant, merchantId: 0 }).merchant.verdict
}

test.each([
  ['SOONHUATMACHINERYENTERPRISE', 'Soon Huat Machinery Enterprise'],
  ['B.I.G.MART(KL)SDN BHD', 'B.I.G. Mart (KL) Sdn Bhd'],
  ['TripleStarPoint Trading88', 'TRIPLE STAR POINT TRADING 88'],
  ['88SPEEDYM9RT5/B', '88 SPEEDY MART S/B'],
  ['KEDAI BUKU CAHA YA', 'Kedai Buku Cahaya'],
])('D-51 the name %s fits as %s', (head, typed) => {
  expect(merchantVerdict(head, typed)).toBe('fits')
})

test.each([
  ['SOONHUATMACHINERYENTERPRISE', 'Soon Lee Trading'],
  ['KEDAIBUKUCAHAYA', 'Kafe Biru'],
  ['RESTORANSRIMAWARSDNBHD', 'Restoran Wan Sheng'],
])('D-51 the name %s does not fit as %s', (head, typed) => {
  expect(merchantVerdict(head, typed)).not.toBe('fits')
})

test.each([
  ['SERI PAPER SUPPLIES PLT Co. Reg. No: 6832803-X', 'SERI PAPER SUPPLIES PLT'],
  ['SERI BISTRO (M) SDN BHD (Company No: 201820601348)', 'SERI BISTRO (M) SDN BHD'],
  ["D'SERI ELECTRICAL ROC NO: 806540-H", "D'SERI ELECTRICAL"],
  ['SERI CASH & CARRY (708943-W)', 'SERI CASH & CARRY'],
  ['MR. SERI (M) SDN BHD', 'MR. SERI (M) SDN BHD'],
])('D-51 the merchant above its address in %s is %s', (head, name) => {
  const slip = [head, 'Bandar Puchong Jaya, 47100 Puchong', 'CUTTER BLADE 84.75', 'TOTAL 84.75']
  expect(extractFacts([createPage(slip)], TODAY).merchant?.value).toBe(name)
})

test.each(['WELCOMETO', 'TAXINVOICE', 'CASHRECEIPT'])('D-51 %s above the name is no merchant', (above) => {
  const slip = [above, 'THREE STOOGES GRILL', 'CUTTER BLADE 84.75', 'TOTAL 84.75']
  expect(extractFacts([createPage(slip)], TODAY).merchant?.value).toBe('THREE STOOGES GRILL')
})

test.each([
  ['POPULAR BOOK', 'CO. (M) SDN BHD'],
  ['THREE STOOGES', 'BISTRO & CAFE'],
])('D-51 the name of %s goes on in the next row: %s', (above, row) => {
  const slip = [above, row, 'CUTTER BLADE 84.75', 'TOTAL 84.75']
  expect(extractFacts([createPage(slip)], TODAY).merchant?.value).toBe(`${above} ${row}`)
})

test.each([
  ['a row in between', ['GARDENIA HALL', 'TEL: 03-51217970', 'RESTORAN', 'WAN SHENG']],
  ['a greeting above', ['SELAMAT DATANG', 'RESTORAN', 'WAN SHENG']],
  ['nothing above', ['RESTORAN', 'WAN SHENG']],
])('D-51 a row with only a common shop word and %s belongs to the row below', (_, head) => {
  const slip = [...head, 'CUTTER BLADE 84.75', 'TOTAL 84.75']
  expect(extractFacts([createPage(slip)], TODAY).merchant?.value).toBe('RESTORAN WAN SHENG')
})

test('D-51 a row two lines above a common shop word is not part of the name', () => {
  const { rows, recogniseAgain } = createPage(['GARDENIA HALL', '', '', 'RESTORAN', 'WAN SHENG', 'TOTAL 84.75'])
  const page = { rows: rows.filter(({ text }) => text !== ''), recogniseAgain }
  expect(extractFacts([page], TODAY).merchant?.value).toBe('RESTORAN WAN SHENG')
})

test('D-51 a row above the whole name of a merchant is not part of it', () => {
  const slip = ['GARDENIA HALL', 'SERI PAPER SUPPLIES PLT', 'CUTTER BLADE 84.75', 'TOTAL 84.75']
  expect(extractFacts([createPage(slip)], TODAY).merchant?.value).toBe('SERI PAPER SUPPLIES PLT')
})

test('D-51 the time of a car park is that of the payment', () => {
  const slip = ['Entry Time : 03/08/2017 11:02:11', 'Paid Time : 03/08/2017 13:31:40', 'Parking Fee 4.00']
  expect(extractFacts([createPage(slip)], TODAY).time?.value).toBe('13:31')
})

describe('the number of a receipt', () => {
  test.each([
    ['INVDT:03/03/2018 INVN0:P0S01/00012379', 'POS01/00012379'],
    ['INV0ICE N0 : 18301/102/T0305', '18301/102/T0305'],
    ['Receipt #:CS00677115DATE: 02/03/2018', 'CS00677115'],
    ['Bil No : 01-79587', '01-79587'],
    ['No Bi1 : 86-68825', '86-68825'],
    ['INUOICE NO : 86345/073/T8396', '86345/073/T8396'],
    ['Receipt #:C589358372', 'CS89358372'],
    ['Invoice No CS 23304', 'CS 23304'],
    ['Invoice # : OR18053002160412', 'OR18053002160412'],
    ['Invoice No : INV-A00123', 'INV-A00123'],
    ['27/03/2018 No.:CS-20242', 'CS-20242'],
    ['St:512 Ctr2 TaxInv:94542', '94542'],
    ['28-12-17 18:52 SH01 ZT09 T1 R000020832', 'R000020832'],
    ['Invoice Number : 104455', '104455'],
    ['Receipt Number: 104455', '104455'],
    ['Inv. No 104455', '104455'],
    ['Inv.No.: 104455', '104455'],
    ['INV.NO.104455', '104455'],
    ['Bill ID : 104455', '104455'],
    ['lnvoice No: 104455', '104455'],
    ['Invoice No, 104455', '104455'],
    ['1NVOICE NO: 1NV636805', 'INV636805'],
    ['No. Invois : 52-48590', '52-48590'],
    ['Cash Sale No: A590893', 'A590893'],
    ['Sales No : 00003837', '00003837'],
    ['CASHBILL No.91443', '91443'],
    ['CS No: 104455', '104455'],
    ['Trx No: 104455', '104455'],
    ['TXN# 104455', '104455'],
    ['TRAN NO: 104455', '104455'],
    ['Ticket No: 0090817', '0090817'],
    ['No. 97274', '97274'],
    ['CASH BILL 45123', '45123'],
    ['TAX INVOICE OR180530021', 'OR180530021'],
    ['TRX 0087341', '0087341'],
    ['CASH MEMO NO: 200417-05-0098', '200417-05-0098'],
    ['INVOICE NO · 34177/314/T6863', '34177/314/T6863'],
    ['INVOICE NO : 34177/ 314/TO863', '34177/ 314/T0863'],
    ['INVOICE NO: 18028_103_T0369', '18028_103_T0369'],
    ['INYOICE NO: 104455', '104455'],
    ['I/V No: 104455', '104455'],
    ['C/B NO: 104455', '104455'],
    ['C/S No: 104455', '104455'],
    ['Rcp#: 104455', '104455'],
    ['O.R. No: 104455', '104455'],
    ['Nombor Bil 104455', '104455'],
    ['No. Tiket: 104455', '104455'],
    ['No. Rujukan: 104455', '104455'],
    ['NO. INVOIS CUKAI: 104455', '104455'],
    ['Cash Sales No: C5-1803/00251', 'CS-1803/00251'],
    ['Invoice No : PEG1V-1030765', 'PEGIV-1030765'],
    ['Receipt No: 2018-02-10-0012', '2018-02-10-0012'],
    ['GST No: 001092886528 Inv No: 104455', '104455'],
  ])('D-51 in %s is %s', (line, number) => {
    expect(extractFacts([createPage(['TAX INVOICE', line])], TODAY).invoice?.value).toBe(number)
  })

  test.each([
    'Tel No: 03-51217970',
    'GST ID NO:000812345678',
    'GST I0 No : 813502392841',
    'CO REG N0 : 210038-K',
    'INV DATE: 03/03/2018',
    'No.12, Jalan Bunga Raya 2/3',
    'NO: 1234, Jalan Bunga Raya',
    'No. 12345 Jalan Bunga Raya',
    'GSReg. No:001246313651',
    'P.O. No: 1234',
    'Salesman No: 1234',
    'Sales: 1234',
    'Ticket 1234',
    '28-12-17 18:52 TOTAL 12.30',
    'GST Invoice ID: 000123456789',
    'TAX INVOICE NO GST 001661886464',
    'Invoice No. OO1661886464',
    'No.: 001092886528 GST',
    'Invoice No: W10-1808-32000123',
    'Invoice No: 012-3456789',
    'No: 002109854-P',
    'No: JM0326955-V',
    'TAX INVOICE NO 9 10/02/2018',
  ])('D-51 is not in %s', (line) => {
    expect(extractFacts([createPage(['KEDAI BUKU', line])], TODAY).invoice).toBeUndefined()
  })
})

test.each([
  ['a tax number below its label', ['GST REG', 'NO: 104455777'], undefined],
  ['a telephone number below another label', ['INVOICE NO', '03-80519514'], undefined],
  ['a reference of the payment beside an illegible number', ['Invoice No: ~~', 'Ref. No 7009058463776071'], undefined],
  ['a reference of the payment', ['Ref. No 7009058463776071', '12-01-19 21:13 SH01 T4 R000027830'], 'R000027830'],
  ['a request to keep the receipt', ['NO RECEIPT NO REFUND', 'Check No: 113355'], '113355'],
])('D-51 the number of a receipt is not %s', (_what, rows, number) => {
  expect(extractFacts([createPage(['KEDAI BUKU', ...rows])], TODAY).invoice?.value).toBe(number)
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
])('D-51 %s is the date %s and the time %s', (line, day, time) => {
  const result = extractFacts([createPage(['KEDAI BUKU', line])], TODAY)
  expect([result.date?.value, result.time?.value]).toEqual([day, time])
})
