import { expect, test } from 'vitest'
import { rowsIn } from '../../../../tests/support/pictures/ocr-result.ts'
import { classifyRow, type Label } from './labels.ts'

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
