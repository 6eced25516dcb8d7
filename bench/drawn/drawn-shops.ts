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
export function miniMart(till: Till): Slip {
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

export function hardware(till: Till): Slip {
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

export function kedai(till: Till): Slip {
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

export function bakery(till: Till): Slip {
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
