import type { Line } from '../../tests/support/pictures/print-receipt.ts'
import {
  amountsOf,
  beside,
  blank,
  cashFor,
  headOf,
  itemsOf,
  line,
  middle,
  money,
  rounded,
  row,
  type Slip,
  type Till,
} from './drawn-till.ts'

/** A table below the payment shows the tax inside. */
export function supermarket(till: Till): Slip {
  const { sum, digits, pick, whole } = till
  const [net, cash, pieces] = [Math.round(sum / 1.06), cashFor(sum), till.items.reduce((all, { qty }) => all + qty, 0)]
  const invoice = `${digits(3)}-${digits(4)}`
  const points = whole(900)
  return {
    sen: sum,
    invoice,
    others: { ...amountsOf(till), tax: [sum - net], 'before tax': [net], cash: [cash], change: [cash - sum] },
    lines: [
      ...headOf(till, 'TAX INVOICE'),
      line(`Receipt #: ${invoice}`, `Counter ${1 + whole(9)}`),
      ...beside(`${till.date} ${till.clock}`, `Cashier: ${pick(['AINA', 'KUMAR', 'LIM'])}`),
      till.rule,
      ...itemsOf(till),
      till.rule,
      line(`Item(s): ${till.items.length}`, `Total Qty: ${pieces}`),
      line(pick(['Total Incl. GST@6%', 'TOTAL (GST INCL)', 'Total RM Incl. of GST']), `RM ${money(sum)}`, 'bold'),
      line('CASH', `RM ${money(cash)}`),
      line('CHANGE', `RM ${money(cash - sum)}`),
      blank,
      row('GST Summary', ['Amount(RM)', 0.72], ['Tax(RM)', 1]),
      row('SR @ 6%', [money(net), 0.72], [money(sum - net), 1]),
      row('ZRL @ 0%', ['0.00', 0.72], ['0.00', 1]),
      till.rule,
      line('Member points', String(points)),
      line('Points earned today', String(Math.floor(sum / 100))),
      middle(till.thanks),
    ],
  }
}

/** Odd sen are rounded away where cash is paid. */
function miniMart(till: Till): Slip {
  const { digits, pick } = till
  const sum = till.sum + till.whole(5)
  const sen = rounded(sum)
  const cash = cashFor(sen)
  const invoice = `${digits(5)}/${digits(3)}/T${digits(4)}`
  const item = { ...till.items[0], name: 'Beg Plastik', qty: 1, sen: sum - till.sum }
  const items = sum === till.sum ? till.items : [...till.items, item]
  const [adjusted, total] = pick([
    ['Rounding Adj', 'Total Rounded'],
    ['Rounding Adjustment', 'Total After Rounding'],
    ['Bill Rounding', 'NET TOTAL'],
  ])
  return {
    sen,
    invoice,
    others: { ...amountsOf({ items }), 'before rounding': [sum], cash: [cash], change: [cash - sen] },
    lines: [
      ...headOf(till, pick(['TAX INVOICE', 'CASH RECEIPT'])),
      middle(`INVOICE NO : ${invoice}`),
      row(till.clock, [digits(6), 0.62], [till.date, 1]),
      till.rule,
      ...itemsOf({ ...till, items }),
      till.rule,
      line('Total Sales (Inclusive GST)', money(sum)),
      line(adjusted, money(sen - sum)),
      line(total, money(sen), pick(['bold', 'tall', 'plain'])),
      line('CASH', money(cash)),
      line('CHANGE', money(cash - sen)),
      till.rule,
      middle(till.thanks),
    ],
  }
}

function hardware(till: Till): Slip {
  const { sum, digits, pick } = till
  const off = Math.min(sum - 5, pick([10, 50, 90, 200]))
  const sen = sum - off
  const [label, invoice] = pick([
    ['CB#:', digits(5)],
    ['No. :', digits(5)],
    ['Cash Bill No:', `CS-${digits(8)}`],
    ['Doc No :', `CS${digits(8)}`],
  ])
  const cash = till.chance() < 0.5 ? sen : cashFor(sen)
  return {
    sen,
    invoice,
    others: { ...amountsOf(till), subtotal: [sum], discount: [off], cash: [cash], change: [cash - sen] },
    lines: [
      ...headOf(till, 'CASH BILL'),
      ...beside(`${label} ${invoice}`, `${till.date} ${till.clock}`),
      line('Cashier : cash3'),
      till.rule,
      row('Qty Description', ['Price', 0.72], ['Total(RM)', 1]),
      ...itemsOf(till),
      till.rule,
      line(pick(['Sub Total', 'SUBTOTAL', 'Gross Amount']), money(sum)),
      line(pick(['Discount', 'Less Discount:', 'Disc.']), money(off)),
      line(pick(['Net Total', 'Nett Total', 'NET AMOUNT']), `RM ${money(sen)}`, 'bold'),
      ...(cash === sen ? [] : [line('Cash', money(cash)), line('Change', money(cash - sen))]),
      till.rule,
      middle(till.thanks),
    ],
  }
}

function kedai(till: Till): Slip {
  const { sum, digits, pick } = till
  const sen = rounded(sum)
  const cash = cashFor(sen)
  const invoice = pick([digits(6), `A${digits(5)}`, `${digits(2)}-${digits(5)}`])
  const rounding: Line[] = sen === sum ? [] : [line('Pembundaran', money(sen - sum))]
  return {
    sen,
    invoice,
    others: { ...amountsOf(till), ...(sen !== sum && { subtotal: [sum] }), cash: [cash], change: [cash - sen] },
    lines: [
      ...headOf(till, 'RESIT'),
      line(`${pick(['Bil No', 'No. Resit', 'No Bil'])} : ${invoice}`),
      ...beside(`Tarikh : ${till.date}`, `Masa : ${till.clock}`),
      till.rule,
      ...itemsOf(till),
      till.rule,
      ...(sen === sum ? [] : [line('Jumlah Kecil', money(sum))]),
      ...rounding,
      line(pick(['Jumlah', 'JUMLAH', 'Jumlah Besar']), `RM ${money(sen)}`, pick(['bold', 'tall'])),
      line('Tunai', money(cash)),
      line('Baki', money(cash - sen)),
      till.rule,
      middle('Terima kasih, sila datang lagi'),
    ],
  }
}

function bakery(till: Till): Slip {
  const { sum, digits, pick } = till
  const [cash, invoice] = [cashFor(sum + 1), `GKJ${digits(8)}`]
  const tax = sum - Math.round(sum / 1.06)
  return {
    sen: sum,
    invoice,
    others: { ...amountsOf(till), tax: [tax], cash: [cash], change: [cash - sum] },
    lines: [
      ...headOf(till, 'Tax Invoice'),
      line(`Inv No :${invoice}`),
      line(`Date:${till.date}`, till.clock),
      line('Cashier:FT10060', 'Ctr :01'),
      till.rule,
      ...itemsOf(till),
      till.rule,
      line('Rounding Adj', '0.00'),
      line(pick(['Due', 'Amount Due', 'Total Payable']), money(sum), pick(['plain', 'bold'])),
      line(pick(['Pay', 'Tendered', 'Cash Received']), money(cash)),
      line('Change', money(cash - sum)),
      middle(`(Total Included GST @ 6% : ${money(tax)})`),
      middle(till.thanks),
    ],
  }
}

function restaurant(till: Till): Slip {
  const { sum, digits, pick, whole } = till
  const service = Math.round(sum / 10)
  const tax = Math.round((sum + service) * 0.06)
  const before = sum + service + tax
  const sen = rounded(before)
  const isPrinted = pick([true, false])
  const cash = cashFor(sen)
  const [label, invoice] = pick([
    ['Bill No', `${digits(2)}-${digits(5)}`],
    ['Check #', digits(6)],
    ['Rcpt#', `A${digits(10)}`],
    ['Bill No.', digits(5)],
  ])
  return {
    sen,
    invoice,
    others: {
      ...amountsOf(till),
      ...{ subtotal: [sum], 'service charge': [service], tax: [tax], 'before rounding': isPrinted ? [before] : [] },
      ...{ cash: [cash], change: [cash - sen] },
    },
    lines: [
      ...headOf(till, 'TAX INVOICE'),
      line(`${label} : ${invoice}`, `Table ${1 + whole(30)}`),
      ...beside(`Date : ${till.date} ${till.clock}`, `Pax: ${1 + whole(6)}`),
      till.rule,
      ...itemsOf(till),
      till.rule,
      line('Sub Total', money(sum)),
      line('Service Charge 10%', money(service)),
      line('SST 6%', money(tax)),
      ...(isPrinted ? [line('Total Amount', money(before))] : []),
      line('Rounding Adj', money(sen - before)),
      line(pick(['GRAND TOTAL', 'TOTAL', 'Nett Total']), `RM ${money(sen)}`, pick(['bold', 'tall'])),
      line('Cash', money(cash)),
      line('Change', money(cash - sen)),
      blank,
      middle('Closed Bill'),
    ],
  }
}

/** What the machine took in is called a total too. */
function parking(till: Till): Slip {
  const { digits, pick, whole } = till
  const sen = 50 * (2 + whole(24))
  const cash = cashFor(sen + 1)
  const invoice = digits(6)
  return {
    sen,
    invoice,
    others: { 'accepted total': [cash], change: [cash - sen] },
    lines: [
      ...headOf(till, 'PARKING RECEIPT'),
      line(`${pick(['Receipt No', 'Receipt No.', 'Slip No.'])}: ${invoice}`),
      line('Ticket', digits(12)),
      line('Paid at', `${till.date} ${till.clock}`),
      line('Duration', `${1 + whole(5)}h ${10 + whole(49)}m`),
      till.rule,
      line(pick(['Parking fee', 'Amount to pay', 'Total fee']), `RM ${money(sen)}`, pick(['plain', 'bold'])),
      line('Accepted total', `RM ${money(cash)}`),
      line('Change', `RM ${money(cash - sen)}`),
      till.rule,
      middle(till.thanks),
    ],
  }
}

/** Litres and their price are beside the total. */
function petrol(till: Till): Slip {
  const { digits, pick, whole } = till
  const price = pick([205, 215, 347])
  const sen = pick([1000, 2000, 3000, 4000, 5000, 100 * (8 + whole(90))])
  const litres = (sen / price).toFixed(2)
  const invoice = digits(7)
  return {
    sen,
    invoice,
    others: { 'price of a litre': [price] },
    lines: [
      ...headOf(till, 'TAX INVOICE'),
      line(`Invoice No : ${invoice}`),
      ...beside(`${till.date} ${till.clock}`, `Pump ${1 + whole(12)}`),
      till.rule,
      line(pick(['RON95', 'RON97', 'DIESEL B10'])),
      row(`  ${litres} L`, [`x ${money(price)}`, 0.66], [money(sen), 1]),
      till.rule,
      line(pick(['TOTAL', 'TOTAL RM', 'Total (MYR)']), money(sen), 'tall'),
      line(pick(['VISA', 'MASTER', 'MYDEBIT']), money(sen)),
      line('Card No', `XXXXXXXXXXXX${digits(4)}`),
      line('Approval Code', digits(6)),
      blank,
      middle('TERIMA KASIH'),
    ],
  }
}

function wallet(till: Till): Slip {
  const { sum, digits, pick, whole } = till
  const left = 500 + whole(9000)
  const invoice = `INV-A${digits(5)}`
  return {
    sen: sum,
    invoice,
    others: { ...amountsOf(till), 'left in the wallet': [left] },
    lines: [
      ...headOf(till, 'RECEIPT'),
      line(`Invoice No: ${invoice}`),
      line(`Order: #${digits(2)}`, pick(['Take away', 'Dine in'])),
      line(`${till.date} ${till.clock}`),
      till.rule,
      ...itemsOf(till),
      till.rule,
      line(pick(['Total', 'TOTAL', 'Amount Payable']), money(sum), pick(['plain', 'bold', 'tall'])),
      line(pick(["Touch 'n Go eWallet", 'GrabPay', 'DuitNow QR', 'Boost']), money(sum)),
      line('Ref. No', digits(16)),
      line('Wallet balance', `RM ${money(left)}`),
      till.rule,
      middle(till.thanks),
    ],
  }
}

/** Quantities, savings and the sum before tax have totals of their own. */
function stationer(till: Till): Slip {
  const { sum, digits, pick, whole } = till
  const [net, cash, saved] = [Math.round(sum / 1.06), cashFor(sum), 10 * whole(40)]
  const pieces = till.items.reduce((all, { qty }) => all + qty, 0)
  const [label, invoice] = pick([
    ['Slip No.', digits(10)],
    ['Receipt #', `CS${digits(8)}`],
    ['Bill No', `BM-${digits(6)}`],
  ])
  return {
    sen: sum,
    invoice,
    others: {
      ...amountsOf(till),
      ...{ 'before tax': [net], tax: [sum - net], savings: [saved], cash: [cash], change: [cash - sum] },
    },
    lines: [
      ...headOf(till, 'TAX INVOICE'),
      ...beside(`${label}: ${invoice}`, `Date: ${till.date}`),
      line('Cashier: USER', `Time: ${till.clock}`),
      till.rule,
      ...itemsOf(till),
      till.rule,
      line(`Total Qty: ${pieces}`),
      line('Total Sales (Excluding GST)', money(net)),
      line('Total GST', money(sum - net)),
      line(pick(['Total Sales (Inclusive of GST)', 'Total Inclusive GST', 'TOTAL']), money(sum), 'bold'),
      line('CASH', money(cash)),
      line('Change', money(cash - sum)),
      till.rule,
      line('Total Savings', money(saved)),
      middle('www.kedai.com.my'),
    ],
  }
}

export const LAYOUTS = [supermarket, restaurant, parking, kedai, miniMart, petrol, hardware, wallet, bakery, stationer]
