import { expect, test } from 'vitest'
import { createPage, printed, rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { compareWithPicture } from '../compare-facts.ts'
import type { OcrResult } from '../ocr-result.ts'
import { extractFacts } from './extract-facts.ts'
import { classifyRow, type Label } from './labels.ts'

const read = (rows: string) => extractFacts([createPage(rowsIn(rows))], '2026-11-21')

function verdictOn(result: OcrResult, amountSen: number) {
  return compareWithPicture(result, { amountSen, date: '', invoice: '', merchant: '', merchantId: 0 }).amount.verdict
}

const TILL = `MINERAL WATER 2 x 2.20 4.40 | PRICE OVERRIDE 1.84- | SUBTOTAL 2.56 | TOTAL (SST INCL) 2.56 | CASH 50.55
  ROUNDING ADJUSTMENT 0.01 | CHANGE 48.00 | SST 6% 2.42 0.14`

test.each([
  ['any amount of a till', TILL, 256, [5055, 4800, 440, 220, 184, 14, 242]],
  ['a subtotal', 'KOPI 5.60 | SUBTOTAL 5.60 | SERVICE CHARGE 0.56 | TOTAL 6.16', 616, [560]],
  ['a total before rounding', 'KOPI 6.16 | TOTAL 6.16 | ROUNDING -0.01 | GRAND TOTAL 6.15', 615, [616]],
  ['what a machine was fed', 'Parking Fee 3.00 | Accepted total 10.00 | Change 7.00', 300, [1000, 700]],
  ['what a wallet holds', 'PEN 7.60 | TOTAL 7.60 | EWALLET 7.60 | BALANCE 35.20', 760, [3520]],
  ['a deposit and what is left', 'SOFA 350.00 | TOTAL 350.00 | DEPOSIT 200.00 | BALANCE 150.00', 35_000, [20_000]],
  ['two payments', 'BAG 15.00 | TOTAL 15.00 | CASH 10.00 | VOUCHER 5.00', 1500, [1000, 500]],
  ['points', 'BAG 15.00 | TOTAL 15.00 | TOTAL POINTS 150.00 | POINTS BALANCE 900.00', 1500, [15_000, 90_000]],
  ['a total of tax', 'BAG 15.90 | TOTALGST 0.90 | TOTALINCL.GST 15.90 | TOTALEXCL.GST 15.00', 1590, [90, 1500]],
  ['a name in two parts', 'BAG 15.00 | SUBT OTAL 16.00 | DISC 1.00 | TOTAL 15.00', 1500, [1600]],
  ['a price under the head of a list', 'DESCRIPTION QTY PRICE TOTAL | 4.80 | TOTAL 9.60 | CASH 9.60', 960, [480]],
  ['a misread name', 'BAG 12.00 | PEN 3.00 | Total lnciusive GST 15.00 | GST 0.85', 1500, [1200, 300, 85]],
  ['a total before', 'PEN 60.00 | INK 40.00 | TOTAL 100.00 | DISCOUNT 40.00 | AMOUNT DUE 60.00', 6000, [10_000]],
  ['cash with nothing back', 'BAG 15.00 | Subtotal 15.00 | Payment 15.00 | Change 0.00', 1500, []],
])('D-51 %s is not taken for the total', (_what, rows, sen, others) => {
  const result = read(rows)
  expect(result.total?.value).toBe(sen)
  expect(verdictOn(result, sen)).toBe('fits')
  for (const other of others) expect(verdictOn(result, other)).toBe('differs')
})

test.each([
  ['a rounded total', 'WATER 2.56 | TOTAL 2.56 | CASH 50.55 | ROUNDING 0.01- | CHANGE 48.00', 256, [256, 255]],
  ['two printed totals', 'PEN 4.90 | INK 7.00 | TOTAL 12.80 | GRAND TOTAL 12.30', undefined, [1280, 1230]],
  ['payment less change', 'PEN 4.10 | INK 9.10 | TOTAL 18.20 | CASH 20.00 | CHANGE 6.80', undefined, [1820, 1320]],
  ['payment and rounding', 'PEN 45.66 | TOTAL 45.66 | ROUNDING -0.01 | CASH 50.00 | CHANGE 4.35', 4565, [4565]],
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

/** Labels of amounts, as printed and as misread. The amount is 9.00, unless a row has its own. */
const ROWS: Partial<Record<Label, string>> = {
  item: `
    FISHING NET | HAIR NET RM | TUNA BUN | BAYAM MERAH`,
  payable: `
    Round d Total (RM): | ROUND TOTAL | TOTAL AFTER GST | NET | NET SALES RM | TOTAL AFTER VOUCHER
    TOTAL AFTER ADJ INCL GST | Total Incl. of GST (MYR) | AMOUNT TO PAY | TOTAL TO BE PAID | Total Amount Payable
    TOTAL DUE | Amount Due: | NETT TOTAL | Net Total | GRANDTOTAL | TOTALDUE9.00 | Grand Total (RM)
    Total Payable (RM): | Balance Due | Bill Total | JUMLAH BESAR | JUMLAH PERLU DIBAYAR | Amaun Perlu Dibayar
    Total Rounded | Total Amt Rounded | TOTAL (INCLUSIVE GST) | Total Sales (Inclusive of GST) | Total With GST
    NET AMOUNT | Nett Amt | Total After Discount | TOTAL INC GST | Total Inc. 6% GST | TOTALSALES(INCLUSIVEGST)
    Total (GST incl) | T0TAL INCL 6ST | Total Nett | Amount Payable | Payable Amount | TOTAL AMT PAYABLE
    FINAL TOTAL | Jumlah Bersih | Jumlah Termasuk GST | Total w/ GST | TOTAL W/TAX | Please Pay RM | NET TTL
    Total Payable (GST incl)`,
  total: `
    TOTAL (QTY 3) | TOTAL (3 ITEMS) | TOTAL FOR 3 ITEMS RM | TOTAL 3 PCS | TO TAL | JUM LAH | TOTAL | TOTAL: RM9.00
    T O T A L | Total RM | TOTAL (RM) | Total Amount | Total Sales | JUMLAH | JUMLAH (RM) | JUMLAH RM9.00
    Amount RM | Totai | T0TAL | TOTAI: | Total Fee | Total Fare | Parking Fee | TOTALRM9.00 | Total Purchase
    Cash Sales Total | Total Charges | TOTAL MYR | Total : | Total Price | Amaun | TTL: | TTL AMT`,
  paid: `
    TOTAL DEPOSIT | VOUCHER TOTAL | CASH | Cash Tendered | CASHRM10.00 | TUNAI | Total Tendered | Amount Tendered
    Amount Paid | Paid Amount: | Amount Received | Cash Received: | Payment | VISA | CREDIT CARD | Master Card
    Accepted total | Touch n Go eWallet | TNG | BAYARAN | Jumlah Diterima | Voucher | DEBIT | Total Paid
    TOTAL CASH | Pay | Payment Received | Terima | CASH RM | Cheque | Inserted | Card Payment | Maestro | MYDEBIT
    Tender | Amount Given | Amt Tend | JUMLAH DIBAYAR`,
  change: `
    CHANGE | Change Due | BAKI | CHANGERM1.00 | Total Change | Amount Change | Baki Tunai | CASH CHANGE
    Change Given | Returned Amount | CHANGE: RM1.00 | CHG | CHG DUE | Return Amt`,
  subtotal: `
    TOTAL EXEMPT | SUB TO TAL | SUBTOTAL | Sub Total | SUB-TOTAL | Sub-Total (RM) | Subtota1 | Total Excl. GST
    Total (Excluding GST) | TOTALEXCL.GST | Total Sales Excluding GST | Total Before GST | Total Before Tax
    Jumlah Kecil | Total Gross | Total Taxable | Total Exc GST | Total Amt Excl GST | Total Without GST | SUBTTL
    SUB TTL | S/TOTAL | S.Total: | Total w/o GST | Total Ex. GST | Gross Amt | Taxable Amount | Total Zero Rated`,
  tax: `
    TOTAL (GST 6%) | GST 6% | Total GST | TOTAL TAX | SST 6% | Service Charge 10% | SVC CHG | Service Tax 6%
    GST @6% | GST Amount | Svr Chrg 10% | SERVICECHARGE | GST6% | Total 6% GST | Tax Amount | Cukai | TIPS
    Serv. Chg | Add GST | GST AMT | Total GST Payable | S.Charge 10% | S/CHG 10% | Ser. Charge 10%`,
  discount: `
    JUMLAH PENJIMATAN | Discount | DISC | Total Savings | TOTAL SAVING | You Saved | Item Discount | DISKAUN
    Member Discount | Total Discount | Less | Rebate | Total Disc | Promo | Potongan`,
  count: `
    TOTAL PRODUCTS | TOTAL KG | TOTAL STAMPS | TOTAL QTY (3) | TOTAL QTY: 3 | Total Qty | TOTALQTY | Total Item
    Total Items: | TOTAL QUANTITY | Total Points | Points Balance | Member Balance | Wallet Balance | Card Balance
    Jumlah Item | Total Pcs | BAKI MATA | Bonus Points | TOTAL UNIT | Closing Balance | Total Weight | Total Litre
    Opening Balance | TTL QTY | Jumlah Barang`,
  rounding: `
    Rounding | Rounding Adj | Rounding Adjustment | Round Amt | Pembundaran | Rnd Adj | ROUNDINGADJ: | Bill Rounding
    Round | Pelarasan | Total Rounding | Rounding Mechanism | ROUND OFF | Rounding Diff | Rnd | Penggenapan`,
}

test.each(Object.entries(ROWS))('D-51 the label of an amount is %s in each of these rows', (label, rows) => {
  const labelOf = (row: string) => classifyRow(/\d\.\d\d$/.test(row) ? row : `${row} 9.00`)
  expect(rowsIn(rows).filter((row) => labelOf(row) !== label)).toEqual([])
})
