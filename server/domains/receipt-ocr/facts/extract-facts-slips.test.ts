import { invoiceDigits } from '@stampus/contract/values/invoices'
import { expect, test } from 'vitest'
import { createPage, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from './extract-facts.ts'

type Facts = { total: number; date: string; time?: string; invoice?: string }

/** Layouts of Malaysian receipts after one OCR pass: spaces are lost, and amounts have all roles. */
const SLIPS: [string, string, Facts][] = [
  [
    'a supermarket',
    `PASARAYAMESRASDN.BHD(123456-K) | NO.12,JALAN BUNGA RAYA 2/3 | GST ID NO:000812345678 | TAX INVOICE
    INVOICE NO:KL-00123456 | 14/05/201718:07:22 CASHIER:003 | SUSU SEGAR1L 2X6.95 13.90S | GULA PASIR 1KG 2.85Z
    TOTAL QTY 3.00 | TOTAL SALES(INCL GST) 16.75 | ROUNDING ADJ 0.00 | TOTAL AMT PAYABLE 16.75 | CASH 20.00
    CHANGE 3.25 | TOTAL SAVING 4.10 | GST SUMMARY AMOUNT(RM) TAX(RM) | S=6% 13.11 0.79 | Z=0% 2.85 0.00
    TOTAL 15.96 | MEMBER POINTS BALANCE 812.00`,
    { total: 1675, date: '2017-05-14', time: '18:07', invoice: '00123456' },
  ],
  [
    'a hardware shop',
    `SOONHUATMACHINERYENTERPRISE | CB#: 44071 25/12/20188:13:39PM | PVC PIPE 1/2 4 5.50 22.00 | ELBOW 10 0.90 9.00
    SubTotal 31.00 | Discount: 1.02 | Rounding Adj: 0.02 | TotalAmtPayable: 30.00 | Cash Received: 50.00
    Change: 20.00`,
    { total: 3000, date: '2018-12-25', time: '20:13', invoice: '44071' },
  ],
  [
    'a ticket of a car park',
    `CITY PARKIR SDN BHD | GST ID: 001234567890 | Ticket No.: 0090817 | Entry 03/08/2017 11:02
    Payment 03/08/2017 13:31 | Parking Fee 4.00 | GST 6% incl. 0.23 | Accepted total 10.00 | Change 6.00`,
    { total: 400, date: '2017-08-03' },
  ],
  [
    'petrol',
    `STESEN MINYAK JAYA | Receipt No.: 7712/000345 | 21-02-18 07:58 Pump 4 | RON95 22.727 LTR @ 2.200
    FuelSave 95 50.00 | TOTAL RM 50.00 | MASTERCARD 50.00 | Points earned 22.00`,
    { total: 5000, date: '2018-02-21', time: '07:58', invoice: '7712000345' },
  ],
  [
    'Malay words',
    `KEDAI ALAT TULIS BERKAT | No. Resit : 00981 | Tarikh : 7 Mei 2018 Masa : 9.40 AM | BUKU LATIHAN 12.40
    PEMBARIS 1.52 | Jumlah Kecil 13.92 | Pembundaran -0.02 | Jumlah Besar 13.90 | Tunai 15.00 | Baki 1.10`,
    { total: 1390, date: '2018-05-07', time: '09:40', invoice: '00981' },
  ],
]

test.each(SLIPS)(
  'D-51 one OCR pass of the receipt of %s gives its total, date, time and number',
  (_shop, rows, facts) => {
    const { total, totals, date, time, invoice } = extractFacts([createPage(rowsIn(rows))], '2026-11-21')
    expect(total?.value).toBe(facts.total)
    expect(totals?.map(({ value }) => value)).toContain(facts.total)
    expect(date?.value).toBe(facts.date)
    if (facts.time) expect(time?.value).toBe(facts.time)
    if (facts.invoice) expect(invoice && invoiceDigits(invoice.value)).toBe(facts.invoice)
  },
)
