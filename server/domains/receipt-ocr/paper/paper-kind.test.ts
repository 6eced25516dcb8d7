import { expect, test } from 'vitest'
import { createPage, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import type { Page } from '../../../platform/ocr/page.ts'
import { extractFacts } from '../facts/extract-facts.ts'

const HEAD = 'KEDAI PAPAN YEW CHUAN | LOT 276 JALAN BANTING | 43800 DENGKIL, SELANGOR | TEL: 03-87686092'
const GOODS = 'DATE: 03/05/2018 10:14 | 5 X SILING PRIMA 121.90 | 2 X PLYWOOD 68.90'
const TOTAL = 'TOTAL 190.80'
const PAID = 'CASH 200.00 | CHANGE 9.20 | THANK YOU'
const RECEIPT = `${HEAD} | TAX INVOICE | ${GOODS} | ${TOTAL} | ${PAID}`

const kindsOn = (page: Page) => (extractFacts([page], '2026-11-21').paper ?? []).map(({ kind }) => kind).toSorted()
const kindsOf = (rows: string) => kindsOn(createPage(rowsIn(rows)))

test.each([
  ['unpaid', 'TOTAL 190.80 | DEPOSIT PAID 50.00 | BALANCE DUE 140.80'],
  ['unpaid', 'JUMLAH 190.80 | Deposit 50.00 | Baki perlu dibayar 140.80'],
  ['unpaid', 'TOTAL 190.80 | STAFF MEAL VOUCHER -190.80 | AMOUNT DUE 0.00 | PAID 0.00'],
  ['unpaid', 'TOTAL 190.80 | BAUCAR 190.80'],
  ['paid', 'TOTAL 190.80 | LESS DEPOSIT 50.00 | BALANCE DUE 140.80 | VISA 140.80'],
  ['paid', 'TOTAL 190.80 | VOUCHER 50.00 | AMOUNT DUE 140.80 | CASH 150.00 | CHANGE 9.20'],
  ['paid', 'TOTAL 190.80 | MEMBER DISC 40.80 | AMOUNT DUE 150.00 | VISA 150.00'],
  ['paid', 'GIFT VOUCHER 190.80 | TOTAL 190.80 | CASH 190.80'],
  ['paid', 'TOTAL 190.80 | CASH 190.80 | SPEND AND GET A VOUCHER WORTH RM 190.80'],
  ['paid', 'TOTAL 190.80 | CASH 190.80 | OUTSTANDING POINTS 95.40'],
  ['paid', 'TOTAL 190.80 | VOUCHER 50.00 | CASH 140.80'],
  ['paid', 'TOTAL 190.80 | AMOUNT DUE 190.80 | VISA 190.80'],
  ['paid', 'TOTAL 190.80 | CASH 200.00 | CHANGE DUE 9.20 | BALANCE DUE 0.00'],
])('D-51 a paper is %s that says so by its amounts: %s', (kind, rows) => {
  expect(kindsOf(`${HEAD} | TAX INVOICE | ${GOODS} | ${rows}`)).toEqual(kind === 'paid' ? [] : [kind])
})

test('D-51 a bill with some unclear signs in each row can be checked, one whose rows are unclear cannot', () => {
  const signs = createPage(rowsIn(RECEIPT).map((row) => `xx ${row}`))
  for (const row of signs.rows)
    row.words = row.words.map((word, at) => (at === 0 ? { ...word, confidence: 0.3 } : word))
  expect(kindsOn(signs)).toEqual([])
  const script = createPage(rowsIn(RECEIPT))
  for (const row of script.rows.slice(0, 7)) row.words = row.words.map((word) => ({ ...word, confidence: 0.35 }))
  expect(kindsOn(script)).toEqual(['illegible'])
})

test('D-51 a picture in the viewer of a phone is one on a screen, and a row about sharing is not', () => {
  expect(kindsOf(`< Photos 24 November 13:41 Edit | ${RECEIPT} | Delete | 3 | Share`)).toEqual(['screen'])
  expect(kindsOf(`Galeri | ${RECEIPT} | Kongsi Sunting Padam`)).toEqual(['screen'])
  for (const row of ['SHARE YOUR PHOTOS, EDIT YOUR REVIEW', 'GALLERY CAFE', 'PHOTOS & FRAMES', 'TAG OUR FAVOURITE'])
    expect(kindsOf(`PHOTOS & FRAMES | ${RECEIPT} | ${row} | Like & Share`)).toEqual([])
})

/** 3 May 2018 was a Thursday. */
test.each([
  [true, 'DATE: Rabu 03/05/2018 10:14'],
  [true, 'Fri, 03/05/2018 10:14'],
  [true, 'DATE: 03/05/2018 (Wednesday) 10:14'],
  [true, 'DATE: 03/05/2018 10:14 | ** RE-PRINT 02-APR-2018 11:40 **'],
  [true, 'DATE: 03/05/2018 10:14 | Cetakan semula: 30/04/2018'],
  [false, 'DATE: Khamis 03/05/2018 10:14'],
  [false, 'Thu 03/05/2018 10:14 | Open Monday to Friday'],
  [false, 'DATE: 03/05/2018 (THURS) | Exchange by Fri 11/05/2018'],
  [false, 'DATE: 03/05/2018 10:14 | ** RE-PRINT 04-MAY-2018 11:40 **'],
  [false, 'DATE: 03/05/2018 10:14 | REPRINT OF BILL DATED 02/05/2018'],
  [false, 'Thu 05/03/2018 10:14'],
  [false, 'Open Mon - Sun 03/05/2018 10:14'],
  [false, '03/05/2018 MON-FRI 8AM-5PM'],
  [false, 'Cashier: Ahad 03/05/2018 10:14'],
  [false, 'Date 03/05/2018 Jum 15.00'],
  [false, 'DATE: 03/05/2018 10:14 | Member since Mon 02/01/2017'],
])('D-51 it is %s that a paper contradicts its own date: %s', (contradicts, rows) => {
  const goods = '5 X SILING PRIMA 121.90 | 2 X PLYWOOD 68.90'
  const kinds = kindsOf(`${HEAD} | TAX INVOICE | ${rows} | ${goods} | ${TOTAL} | ${PAID}`)
  expect(kinds.includes('wrong date')).toBe(contradicts)
})

test.each([
  [
    'quotation',
    `QUOTATION | QUOTATI0N NO : QT00002317 | SEBUT HARGA | SEBUTHARGA | SEBUT HARGA NO. 118 | No goods supplied
    Harga + INI ADALAH SEBUT HARGA SAHAJA | THlS IS A QU0TATION. PRICES MAY CHANGE. | 01 QUOTATION 2018
    THIS QUOTATION IS VALID FOR 30 DAYS | SEBUT HARGA INI SAH SELAMA 14 HARI | KUOTASI | ESTIMATE | ANGGARAN`,
  ],
  ['pro forma', 'PRO FORMA INVOICE | PROFORMA INVOICE NO: 12 | INVOIS PRO FORMA | INVOIS SEMENTARA'],
  ['delivery order', 'DELIVERY ORDER | REG 001882455-A + DELIVERY ORDER | DELlVERYORDER | NOTA HANTARAN'],
  [
    'order',
    `ORDER SLIP | ORDERSLIP 118230 | SALES ORDER | SLIP PESANAN | Borang Pesanan | PRE-ORDER | BORANG TEMPAHAN
    SLIP TEMPAHAN`,
  ],
  [
    'not a receipt',
    `THIS IS NOT A RECEIPT | *** THISISNOTARECEIPT *** | NOT AN OFFICIAL RECElPT | INI BUKAN RESIT | Bukan resit rasmi
    THIS IS NOT A RECEIPT UNTIL PAID | INI BUKAN RESIT SEHINGGA BAYARAN DIBUAT | TIDAK SAH SEBAGAI RESIT
    TIDAK SAH SEBAGAI BUKTI PEMBAYARAN | TRAINING MODE | SPECIMEN | CONTOH | STATEMENT OF ACCOUNT | PENYATA AKAUN
    TOP UP | TAMBAH NILAI`,
  ],
  [
    'unpaid',
    `NOT PAID | STATUS: UNPAID | BELUM DIBAYAR | ** BELUMDlBAYAR ** | Payment pending | UNPAID RM 190.80
    TRANSACTION DECLINED | DITOLAK | PAYMENT FAILED | PEMBAYARAN GAGAL`,
  ],
  ['credit note', 'CREDIT NOTE | NOTA KREDIT NO. 81 | CREDITNOTE'],
  ['void', '*** VOID *** | V O I D | V0ID BILL | RESIT BATAL | TRANSACTION CANCELLED'],
  [
    'refund',
    `REFUND SLIP | 03/05/2018 REFUND 10:14 | R E F U N D | BAYARAN BALIK | BAYARANBALlK
    TOTAL REFUND RM 190.80`,
  ],
  [
    'reprint',
    `** REPRINT ** | RE-PRINT | ** RE-PRINT 02-Sep-2026 11:40 ** | BILL REPRINT 03/05/2018 | CETAK SEMULA | SALINAN
    SALINAN RESIT | DUPLICATE COPY`,
  ],
])('D-51 a paper is a %s that says one of these, with + between rows: %s', (kind, papers) => {
  const kinds = rowsIn(papers).map((rows) => [rows, kindsOf([HEAD, ...rows.split(' + '), GOODS, TOTAL].join('|'))])
  expect(kinds).toEqual(rowsIn(papers).map((rows) => [rows, [kind]]))
})

test.each([
  ['quotation', 'QUOTATION', 'DEPOSIT 50.00'],
  ['quotation', 'SEBUT HARGA', 'DEPOSIT 50% 95.40'],
  ['order', 'ORDER SLIP', 'PAY AT COUNTER 190.80'],
  ['order', 'ORDER SLIP', 'BAYAR DI KAUNTER 190.80'],
  ['order', 'ORDER SLIP', 'NOT PAID RM 190.80'],
  ['order', 'ORDER SLIP', 'CASH 100.00'],
])('D-51 %s is what a paper of %s is with %s, which pays for nothing', (kind, title, row) => {
  expect(kindsOf(`${HEAD} | ${title} | ${GOODS} | ${TOTAL} | ${row}`)).toContain(kind)
})

test('D-51 a card among the goods pays for nothing, but a full payment in two parts does', () => {
  expect(kindsOf(`${HEAD} | ORDER SLIP | BIRTHDAY CARD 190.80 | ${GOODS} | ${TOTAL}`)).toEqual(['order'])
  expect(kindsOf(`${HEAD} | ORDER SLIP | ${GOODS} | ${TOTAL} | VOUCHER 50.00 | CASH 140.80`)).toEqual([])
})

const PLAIN = `(Co. No. 205413-H) | Order No: 118230 | Unpaid balance 12.00 | BAKI BELUM DIBAYAR 0.00 | TOP UP 50.00
  Your order number is 87 | ORDER 87 | Thank you, order again | DELIVERY ORDER NO: DO1182 | Sales Order No 1182
  QUOTATION NO: Q-1182 | TAX INVOICE / DELIVERY ORDER | CASH BILL / DELIVERY ORDER | Invoice/Receipt
  THIS IS NOT A TAX INVOICE | ORIGINAL RECEIPT | Refund policy: no refund | STRICTLY NO CASH REFUND | NO REFUND
  NO REFUND NO EXCHANGE | Tiada bayaran balik | Non-refundable | Goods sold are not returnable | VOID ITEM -2.00
  Goods sold are not returnable for + refund | No exchange or + REFUND | Refund within 7 days with receipt
  Exchange or refund only with this receipt | REFUND 9.20 | Refund: RM 0.00 | VOID 1 | VOID + TEH O -2.00 | Void: 0
  This receipt is void if altered | Item dibatalkan 0 | PAYMENT: DUITNOW QR | TOUCH N GO 190.80
  Touch 'n Go eWallet 190.80 | MAE 190.80 + Payment successful | GST CREDIT 0.00 | BALANCE DUE 0.00
  Unpaid balance 0.00 | Interest is charged if not paid within 30 days | CUSTOMER COPY | SALINAN PELANGGAN
  Dikenakan faedah jika belum dibayar dalam 30 hari | MERCHANT COPY | Reprint: 0
  No credit note will be issued without this receipt | Goods returned are exchanged by credit note only
  APPROVAL CODE 118230 + TID 11182301 + TRACE NO 0012 + AID A0000000041010 | 1 USD = RM 4.20 | TOTAL $ 190.80
  Amount($s) Tax($) | MID VALLEY MEGAMALL`

test('D-51 a paid receipt is a plain receipt with each of these, with + between rows', () => {
  const kinds = rowsIn(PLAIN).map((rows) => [rows, kindsOf([RECEIPT, ...rows.split(' + ')].join('|'))])
  expect(kinds).toEqual(rowsIn(PLAIN).map((rows) => [rows, []]))
})

const SHOP = '9:41 | Merchant OLD TOWN KOPITIAM | Date/Time 06/05/2018 13:22:08'
test.each([
  ['payment', `Payment Successful | RM 31.20 | ${SHOP} | Transaction Type DuitNow QR | Total RM 31.20`],
  ['payment', `PaymentSuccessfu1 | RM31.20 | ${SHOP}`],
  ['payment', `Pembayaran Berjaya | RM 31.20 | ${SHOP} | Jumlah RM 31.20`],
  ['payment', `Touch 'n Go eWallet | Paid to OLD TOWN KOPITIAM | RM 31.20 | eWallet Balance RM 102.30 | ${SHOP}`],
  ['payment', `GrabPay | You have paid RM 31.20 | ${SHOP} | Points earned 31.00`],
  ['payment', `MAE | DuitNow Transfer | Recipient OLD TOWN KOPITIAM | Amount RM 31.20 | ${SHOP}`],
  ['payment', `Boost | Bayaran kepada OLD TOWN KOPITIAM | RM 31.20 | Status Berjaya | ${SHOP}`],
  [
    'card slip',
    `OLD TOWN KOPITIAM | TERMINAL ID 11182301 | MERCHANT ID 000018230 | BATCH NO 0012 | TRACE NO 118230 | SALE
    TOTAL RM 31.20 | APPR CODE 118230`,
  ],
  ['no items', 'OLD TOWN KOPITIAM | Thank you for your visit today | See you again at our shop | 06/05/2018'],
  ['illegible', 'OLD TOWN | 鼎泰豐 麵條 31.20 | 合計 31.20 | 謝謝惠顧 歡迎再來 請保留收據'],
  ['plain receipt', 'PARKING RECEIPT | Ticket 118230118230 | Paid at 06/05/2018 13:22 | Parking fee 3.00 | TNG 3.00'],
  ['plain receipt', 'PETRON | TAX INVOICE | RON95 | 14.63 L x 2.05 30.00 | TOTAL RM 30.00 | VISA 30.00 | TID 118'],
  ['plain receipt', 'OLD TOWN | KOPI O 3.20 | TOTAL 3.20 | VISA 3.20 | TERMINAL ID 1182 | BATCH NO 12 | TRACE NO 118'],
  ['plain receipt', 'KAFE BIRU | 06/05/2018 | KOPI 2.20 | JUMLAH RM 2.20 | GrabPay 2.20 | Baki eWallet RM 20.10'],
])('D-51 a paper of a payment or without goods is a %s: %s', (kind, rows) => {
  expect(kindsOf(rows)).toEqual(kind === 'plain receipt' ? [] : [kind])
})

test.each([
  'KOPI 2 S$3.20 | TOTAL S$6.40 | GST INCLUDED',
  'KOPI 3.20 | TOTAL SGD 3.20 | CASH SGD 5.00',
  'NASI GORENG Rp 25.000 | TOTAL Rp 25.000',
  'PAD THAI THB 120.00 | TOTAL THB 120.00',
  'PAD THAI 120.00 | TOTAL ฿120.00',
  'TEA £2.20 | TOTAL £2.20',
  'TEE 2.20 | TOTAL EUR 2.20',
  'TEE 2.20 | TOTAL 2.20 €',
  'TEA 2.20 | TOTAL USD2.20',
  'TOAST BOX, SINGAPORE 238801 | KAYA TOAST 2.20 | TOTAL 2.20',
])('D-51 %s is not in ringgit', (rows) => {
  expect(kindsOf(`TOAST BOX CAFE ORCHARD ROAD | Receipt 118230 Cashier Nicole | ${rows}`)).toEqual(['foreign'])
})

test('D-51 a negative total is a refund, but not one whose minus was misread', () => {
  expect(kindsOf(`${HEAD} | RECEIPT | KAMUS DEWAN -45.90 | TOTAL -45.90`)).toEqual(['refund'])
  expect(kindsOf(`${HEAD} | RECEIPT | KAMUS DEWAN 45.90 | TOTAL RM-45.90 | CASH 45.90`)).toEqual([])
})

test('D-51 the row that names the paper is kept', () => {
  const rows = rowsIn(`${HEAD} | SEBUT HARGA | ${GOODS} | ${TOTAL}`)
  const { paper } = extractFacts([createPage(rows)], '2026-11-21')
  expect(paper).toEqual([{ kind: 'quotation', text: 'SEBUT HARGA' }])
})
