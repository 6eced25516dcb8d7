import { describe, expect, test } from 'vitest'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { extractFacts } from '../facts/extract-facts.ts'

const HEAD = ['KEDAI PAPAN YEW CHUAN', 'LOT 276 JALAN BANTING', '43800 DENGKIL, SELANGOR', 'TEL: 03-87686092']
const GOODS = ['DATE: 03/05/2018 10:14', '5 X SILING PRIMA 121.90', '2 X PLYWOOD 68.90', 'TOTAL 190.80']
const PAID = ['CASH 200.00', 'CHANGE 9.20', 'THANK YOU']

const kindsOf = (lines: string[]) =>
  (extractFacts([createPage(lines)], '2026-11-21').paper ?? []).map(({ kind }) => kind).toSorted()
/** On a paper of goods that says nothing of a payment. */
const unpaid = (...lines: string[]) => kindsOf([...HEAD, ...lines, ...GOODS])
/** On a receipt that was paid in cash. */
const paid = (...lines: string[]) => kindsOf([...HEAD, 'TAX INVOICE', ...GOODS, ...PAID, ...lines])

test.each([
  ['unpaid', ['TOTAL 190.80', 'DEPOSIT PAID 50.00', 'BALANCE DUE 140.80']],
  ['unpaid', ['JUMLAH 190.80', 'Deposit 50.00', 'Baki perlu dibayar 140.80']],
  ['unpaid', ['TOTAL 190.80', 'STAFF MEAL VOUCHER -190.80', 'AMOUNT DUE 0.00', 'PAID 0.00']],
  ['unpaid', ['TOTAL 190.80', 'BAUCAR 190.80']],
])('D-51 a paper that is %s says so by its amounts: %s', (kind, lines) => {
  expect(kindsOf([...HEAD, 'TAX INVOICE', ...GOODS.slice(0, 3), ...lines])).toEqual([kind])
})

test.each([
  ['a deposit and the rest', ['TOTAL 190.80', 'LESS DEPOSIT 50.00', 'BALANCE DUE 140.80', 'VISA 140.80']],
  ['a voucher and the rest', ['TOTAL 190.80', 'VOUCHER 50.00', 'AMOUNT DUE 140.80', 'CASH 150.00', 'CHANGE 9.20']],
  ['a discount', ['TOTAL 190.80', 'MEMBER DISC 40.80', 'AMOUNT DUE 150.00', 'VISA 150.00']],
  ['a voucher that is sold', ['GIFT VOUCHER 190.80', 'TOTAL 190.80', 'CASH 190.80']],
  ['an offer', ['TOTAL 190.80', 'CASH 190.80', 'SPEND AND GET A VOUCHER WORTH RM 190.80']],
  ['points', ['TOTAL 190.80', 'CASH 190.80', 'OUTSTANDING POINTS 95.40']],
  ['a voucher and cash', ['TOTAL 190.80', 'VOUCHER 50.00', 'CASH 140.80']],
  ['the amount that is due and paid', ['TOTAL 190.80', 'AMOUNT DUE 190.80', 'VISA 190.80']],
  ['change', ['TOTAL 190.80', 'CASH 200.00', 'CHANGE DUE 9.20', 'BALANCE DUE 0.00']],
])('D-51 %s is no sign of a paper that is not paid', (_what, lines) => {
  expect(kindsOf([...HEAD, 'TAX INVOICE', ...GOODS.slice(0, 3), ...lines])).toEqual([])
})

test('D-51 a bill with some unclear signs in each row can be checked', () => {
  const clear = createPage([...HEAD, 'TAX INVOICE', ...GOODS, ...PAID].map((row) => `xx ${row}`))
  for (const row of clear.rows)
    row.words = row.words.map((word, at) => (at === 0 ? { ...word, confidence: 0.3 } : word))
  expect((extractFacts([clear], '2026-11-21').paper ?? []).map(({ kind }) => kind)).toEqual([])
})

test('D-51 the last letter of a company number is no part of a word', () => {
  expect(paid('(Co. No. 205413-H)')).toEqual([])
})

test('D-51 a picture in the viewer of a phone is one on a screen, and a row about sharing is not', () => {
  const paper = [...HEAD, 'TAX INVOICE', ...GOODS, ...PAID]
  expect(kindsOf(['< Photos 24 November 13:41 Edit', ...paper, 'Delete', '3', 'Share'])).toEqual(['screen'])
  expect(kindsOf(['Galeri', ...paper, 'Kongsi Sunting Padam'])).toEqual(['screen'])
  for (const row of ['SHARE YOUR PHOTOS, EDIT YOUR REVIEW', 'GALLERY CAFE', 'PHOTOS & FRAMES', 'TAG OUR FAVOURITE'])
    expect(kindsOf(['PHOTOS & FRAMES', ...paper, row, 'Like & Share'])).toEqual([])
})

test('D-51 a bill in a script that is read as unclear Latin letters cannot be checked', () => {
  const clear = createPage([...HEAD, 'TAX INVOICE', ...GOODS, ...PAID])
  const unclear = clear.rows.slice(0, 7)
  for (const row of unclear) row.words = row.words.map((word) => ({ ...word, confidence: 0.35 }))
  const kinds = (extractFacts([clear], '2026-11-21').paper ?? []).map(({ kind }) => kind)
  expect(kinds).toEqual(['illegible'])
})

/** 3 May 2018 was a Thursday. */
const dated = (...lines: string[]) => kindsOf([...HEAD, 'TAX INVOICE', ...lines, ...GOODS.slice(1), ...PAID])

test.each([
  [['DATE: Rabu 03/05/2018 10:14']],
  [['Fri, 03/05/2018 10:14']],
  [['DATE: 03/05/2018 (Wednesday) 10:14']],
  [['DATE: 03/05/2018 10:14', '** RE-PRINT 02-APR-2018 11:40 **']],
  [['DATE: 03/05/2018 10:14', 'Cetakan semula: 30/04/2018']],
])('D-51 a date that the paper itself contradicts is named: %s', (lines) => {
  expect(dated(...lines)).toContain('wrong date')
})

test.each([
  [['DATE: Khamis 03/05/2018 10:14']],
  [['Thu 03/05/2018 10:14', 'Open Monday to Friday']],
  [['DATE: 03/05/2018 (THURS)', 'Exchange by Fri 11/05/2018']],
  [['DATE: 03/05/2018 10:14', '** RE-PRINT 04-MAY-2018 11:40 **']],
  [['DATE: 03/05/2018 10:14', 'REPRINT OF BILL DATED 02/05/2018']],
  [['Thu 05/03/2018 10:14']],
  [['Open Mon - Sun 03/05/2018 10:14']],
  [['03/05/2018 MON-FRI 8AM-5PM']],
  [['Cashier: Ahad 03/05/2018 10:14']],
  [['Date 03/05/2018 Jum 15.00']],
  [['DATE: 03/05/2018 10:14', 'Member since Mon 02/01/2017']],
])('D-51 days of the week and other dates are no contradiction: %s', (lines) => {
  expect(dated(...lines)).not.toContain('wrong date')
})

test.each([
  ['quotation', ['QUOTATION']],
  ['quotation', ['QUOTATI0N NO : QT00002317']],
  ['quotation', ['SEBUT HARGA']],
  ['quotation', ['SEBUTHARGA']],
  ['quotation', ['SEBUT HARGA NO. 118']],
  ['quotation', ['Harga', 'INI ADALAH SEBUT HARGA SAHAJA']],
  ['quotation', ['THlS IS A QU0TATION. PRICES MAY CHANGE.']],
  ['quotation', ['No goods supplied']],
  ['pro forma', ['PRO FORMA INVOICE']],
  ['pro forma', ['PROFORMA INVOICE NO: 12']],
  ['pro forma', ['INVOIS PRO FORMA']],
  ['delivery order', ['DELIVERY ORDER']],
  ['delivery order', ['REG 001882455-A', 'DELIVERY ORDER']],
  ['delivery order', ['DELlVERYORDER']],
  ['delivery order', ['NOTA HANTARAN']],
  ['order', ['ORDER SLIP']],
  ['order', ['ORDERSLIP 118230']],
  ['order', ['SALES ORDER']],
  ['order', ['SLIP PESANAN']],
  ['order', ['Borang Pesanan']],
  ['not a receipt', ['THIS IS NOT A RECEIPT']],
  ['not a receipt', ['*** THISISNOTARECEIPT ***']],
  ['not a receipt', ['NOT AN OFFICIAL RECElPT']],
  ['not a receipt', ['INI BUKAN RESIT']],
  ['not a receipt', ['Bukan resit rasmi']],
  ['unpaid', ['NOT PAID']],
  ['unpaid', ['STATUS: UNPAID']],
  ['unpaid', ['BELUM DIBAYAR']],
  ['unpaid', ['** BELUMDlBAYAR **']],
  ['unpaid', ['Payment pending']],
  ['credit note', ['CREDIT NOTE']],
  ['credit note', ['NOTA KREDIT NO. 81']],
  ['credit note', ['CREDITNOTE']],
  ['void', ['*** VOID ***']],
  ['void', ['V O I D']],
  ['void', ['V0ID BILL']],
  ['void', ['RESIT BATAL']],
  ['void', ['TRANSACTION CANCELLED']],
  ['refund', ['REFUND SLIP']],
  ['refund', ['03/05/2018 REFUND 10:14']],
  ['quotation', ['01 QUOTATION 2018']],
  ['refund', ['R E F U N D']],
  ['refund', ['BAYARAN BALIK']],
  ['refund', ['BAYARANBALlK']],
  ['refund', ['TOTAL REFUND RM 190.80']],
  ['reprint', ['** REPRINT **']],
  ['reprint', ['RE-PRINT']],
  ['reprint', ['** RE-PRINT 02-Sep-2026 11:40 **']],
  ['reprint', ['BILL REPRINT 03/05/2018']],
  ['reprint', ['CETAK SEMULA']],
  ['reprint', ['SALINAN']],
  ['reprint', ['SALINAN RESIT']],
  ['reprint', ['DUPLICATE COPY']],
  ['quotation', ['THIS QUOTATION IS VALID FOR 30 DAYS']],
  ['quotation', ['SEBUT HARGA INI SAH SELAMA 14 HARI']],
  ['quotation', ['KUOTASI']],
  ['quotation', ['ESTIMATE']],
  ['quotation', ['ANGGARAN']],
  ['pro forma', ['INVOIS SEMENTARA']],
  ['order', ['PRE-ORDER']],
  ['order', ['BORANG TEMPAHAN']],
  ['order', ['SLIP TEMPAHAN']],
  ['not a receipt', ['THIS IS NOT A RECEIPT UNTIL PAID']],
  ['not a receipt', ['INI BUKAN RESIT SEHINGGA BAYARAN DIBUAT']],
  ['not a receipt', ['TIDAK SAH SEBAGAI RESIT']],
  ['not a receipt', ['TIDAK SAH SEBAGAI BUKTI PEMBAYARAN']],
  ['not a receipt', ['TRAINING MODE']],
  ['not a receipt', ['SPECIMEN']],
  ['not a receipt', ['CONTOH']],
  ['not a receipt', ['STATEMENT OF ACCOUNT']],
  ['not a receipt', ['PENYATA AKAUN']],
  ['not a receipt', ['TOP UP']],
  ['not a receipt', ['TAMBAH NILAI']],
  ['unpaid', ['UNPAID RM 190.80']],
  ['unpaid', ['TRANSACTION DECLINED']],
  ['unpaid', ['DITOLAK']],
  ['unpaid', ['PAYMENT FAILED']],
  ['unpaid', ['PEMBAYARAN GAGAL']],
])('D-51 %s is what a paper is that says %s', (kind, lines) => {
  expect(unpaid(...lines)).toEqual([kind])
})

test.each([
  ['quotation', 'QUOTATION', 'DEPOSIT 50.00'],
  ['quotation', 'SEBUT HARGA', 'DEPOSIT 50% 95.40'],
  ['order', 'ORDER SLIP', 'PAY AT COUNTER 190.80'],
  ['order', 'ORDER SLIP', 'BAYAR DI KAUNTER 190.80'],
  ['order', 'ORDER SLIP', 'NOT PAID RM 190.80'],
  ['order', 'ORDER SLIP', 'CASH 100.00'],
])('D-51 %s is what a paper of %s is with %s, which pays for nothing', (kind, title, row) => {
  expect(kindsOf([...HEAD, title, ...GOODS, row])).toContain(kind)
})

test('D-51 a card among the goods pays for nothing, but a full payment in two parts does', () => {
  expect(kindsOf([...HEAD, 'ORDER SLIP', 'BIRTHDAY CARD 190.80', ...GOODS])).toEqual(['order'])
  expect(kindsOf([...HEAD, 'ORDER SLIP', ...GOODS, 'VOUCHER 50.00', 'CASH 140.80'])).toEqual([])
})

test.each([
  ['Order No: 118230'],
  ['Unpaid balance 12.00'],
  ['BAKI BELUM DIBAYAR 0.00'],
  ['TOP UP 50.00'],
  ['Your order number is 87'],
  ['ORDER 87'],
  ['Thank you, order again'],
  ['DELIVERY ORDER NO: DO1182'],
  ['Sales Order No 1182'],
  ['QUOTATION NO: Q-1182'],
  ['TAX INVOICE / DELIVERY ORDER'],
  ['CASH BILL / DELIVERY ORDER'],
  ['Invoice/Receipt'],
  ['THIS IS NOT A TAX INVOICE'],
  ['ORIGINAL RECEIPT'],
  ['Refund policy: no refund'],
  ['STRICTLY NO CASH REFUND'],
  ['NO REFUND'],
  ['NO REFUND NO EXCHANGE'],
  ['Tiada bayaran balik'],
  ['Non-refundable'],
  ['Goods sold are not returnable'],
  ['Goods sold are not returnable for', 'refund'],
  ['No exchange or', 'REFUND'],
  ['Refund within 7 days with receipt'],
  ['Exchange or refund only with this receipt'],
  ['REFUND 9.20'],
  ['Refund: RM 0.00'],
  ['VOID ITEM -2.00'],
  ['VOID 1'],
  ['VOID', 'TEH O -2.00'],
  ['Void: 0'],
  ['This receipt is void if altered'],
  ['Item dibatalkan 0'],
  ['PAYMENT: DUITNOW QR'],
  ['TOUCH N GO 190.80'],
  ["Touch 'n Go eWallet 190.80"],
  ['MAE 190.80', 'Payment successful'],
  ['GST CREDIT 0.00'],
  ['BALANCE DUE 0.00'],
  ['Unpaid balance 0.00'],
  ['Interest is charged if not paid within 30 days'],
  ['Dikenakan faedah jika belum dibayar dalam 30 hari'],
  ['CUSTOMER COPY'],
  ['SALINAN PELANGGAN'],
  ['MERCHANT COPY'],
  ['Reprint: 0'],
  ['No credit note will be issued without this receipt'],
  ['Goods returned are exchanged by credit note only'],
  ['APPROVAL CODE 118230', 'TID 11182301', 'TRACE NO 0012', 'AID A0000000041010'],
  ['1 USD = RM 4.20'],
  ['TOTAL $ 190.80'],
  ['Amount($s) Tax($)'],
  ['MID VALLEY MEGAMALL'],
])('D-51 a paid receipt that says %s is a plain receipt', (...lines) => {
  expect(paid(...lines)).toEqual([])
})

describe('a paper without goods', () => {
  const SHOP = ['9:41', 'Merchant OLD TOWN KOPITIAM', 'Date/Time 06/05/2018 13:22:08']
  test.each([
    ['payment', ['Payment Successful', 'RM 31.20', ...SHOP, 'Transaction Type DuitNow QR', 'Total RM 31.20']],
    ['payment', ['PaymentSuccessfu1', 'RM31.20', ...SHOP]],
    ['payment', ['Pembayaran Berjaya', 'RM 31.20', ...SHOP, 'Jumlah RM 31.20']],
    ['payment', ["Touch 'n Go eWallet", 'Paid to OLD TOWN KOPITIAM', 'RM 31.20', 'eWallet Balance RM 102.30', ...SHOP]],
    ['payment', ['GrabPay', 'You have paid RM 31.20', ...SHOP, 'Points earned 31.00']],
    ['payment', ['MAE', 'DuitNow Transfer', 'Recipient OLD TOWN KOPITIAM', 'Amount RM 31.20', ...SHOP]],
    ['payment', ['Boost', 'Bayaran kepada OLD TOWN KOPITIAM', 'RM 31.20', 'Status Berjaya', ...SHOP]],
    [
      'card slip',
      [
        'OLD TOWN KOPITIAM',
        'TERMINAL ID 11182301',
        'MERCHANT ID 000018230',
        'BATCH NO 0012',
        'TRACE NO 118230',
        'SALE',
      ],
    ],
    ['no items', ['OLD TOWN KOPITIAM', 'Thank you for your visit today', 'See you again at our shop', '06/05/2018']],
    ['illegible', ['OLD TOWN', '鼎泰豐 麵條 31.20', '合計 31.20', '謝謝惠顧 歡迎再來 請保留收據']],
  ])('D-51 %s', (kind, lines) => {
    expect(kindsOf(kind === 'card slip' ? [...lines, 'TOTAL RM 31.20', 'APPR CODE 118230'] : lines)).toEqual([kind])
  })

  test.each([
    [
      [
        'PARKING RECEIPT',
        'Ticket 118230118230',
        'Paid at 06/05/2018 13:22',
        'Parking fee RM 3.00',
        'Touch n Go RM 3.00',
      ],
    ],
    [
      [
        'PETRON',
        'TAX INVOICE',
        '06/05/2018 13:22',
        'RON95',
        '14.63 L x 2.05 30.00',
        'TOTAL RM 30.00',
        'VISA 30.00',
        'Approval Code 118230',
        'TID 118',
        'MID 118',
      ],
    ],
    [
      [
        'OLD TOWN KOPITIAM',
        'KOPI O 3.20',
        'TOTAL 3.20',
        'VISA 3.20',
        'TERMINAL ID 1182',
        'BATCH NO 12',
        'TRACE NO 118',
      ],
    ],
    [
      [
        'KAFE BIRU',
        'RESIT',
        '06/05/2018',
        'KOPI 2.20',
        'ROTI 3.00',
        'JUMLAH RM 5.20',
        'GrabPay 5.20',
        'Baki eWallet RM 20.10',
      ],
    ],
  ])('D-51 %j is a plain receipt', (lines) => {
    expect(kindsOf(lines)).toEqual([])
  })
})

test.each([
  [['KOPI 2 S$3.20', 'TOTAL S$6.40', 'GST INCLUDED']],
  [['KOPI 3.20', 'TOTAL SGD 3.20', 'CASH SGD 5.00']],
  [['NASI GORENG Rp 25.000', 'TOTAL Rp 25.000']],
  [['PAD THAI THB 120.00', 'TOTAL THB 120.00']],
  [['PAD THAI 120.00', 'TOTAL ฿120.00']],
  [['TEA £2.20', 'TOTAL £2.20']],
  [['TEE 2.20', 'TOTAL EUR 2.20']],
  [['TEE 2.20', 'TOTAL 2.20 €']],
  [['TEA 2.20', 'TOTAL USD2.20']],
  [['TOAST BOX, SINGAPORE 238801', 'KAYA TOAST 2.20', 'TOTAL 2.20']],
])('D-51 %j is not in ringgit', (lines) => {
  expect(kindsOf(['TOAST BOX CAFE ORCHARD ROAD', 'Receipt 118230 Cashier Nicole', ...lines])).toEqual(['foreign'])
})

test('D-51 a negative total is a refund, but not one whose minus was misread', () => {
  const head = [...HEAD, 'RECEIPT', 'KAMUS DEWAN -45.90']
  expect(kindsOf([...head, 'TOTAL -45.90'])).toEqual(['refund'])
  expect(kindsOf([...HEAD, 'RECEIPT', 'KAMUS DEWAN 45.90', 'TOTAL RM-45.90', 'CASH 45.90'])).toEqual([])
})

test('D-51 the row that names the paper is kept', () => {
  expect(extractFacts([createPage([...HEAD, 'SEBUT HARGA', ...GOODS])], '2026-11-21').paper).toEqual([
    { kind: 'quotation', text: 'SEBUT HARGA' },
  ])
})
