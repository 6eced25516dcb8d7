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

export function restaurant(till: Till): Slip {
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
export function parking(till: Till): Slip {
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
export function petrol(till: Till): Slip {
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

export function wallet(till: Till): Slip {
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
export function stationer(till: Till): Slip {
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
