import { printable } from './receipt-font.ts'

/** What a till prints. `sen` is the price of one piece; `date` is `YYYY-MM-DD`, `time` `HH:MM`. */
export type Receipt = {
  merchant: string
  address: string
  invoice: string
  date: string
  time: string
  items: readonly ReceiptItem[]
  totalSen: number
}

export type ReceiptItem = { name: string; qty: number; sen: number }

/** One line of the slip; `bold` is printed with more ink, `large` at one and a half times the size. */
export type SlipLine = { text: string; style: 'plain' | 'bold' | 'large' }

/** Signs in a plain line. */
export const columns = 38
/** A name that was larger than this beside its rows would be no row to a reader. */
export const LARGER = 1.5
const largeColumns = Math.floor(columns / LARGER)

/** The lines of a slip, from the shop's name to the thanks. */
export function slipLines(receipt: Receipt): SlipLine[] {
  return [
    ...heading(receipt),
    rule,
    ...facts(receipt),
    rule,
    ...bought(receipt),
    rule,
    ...payment(receipt),
    ...farewell,
  ]
}

const rule = plain('-'.repeat(columns))
const farewell = [plain(''), plain(centred('TERIMA KASIH - THANK YOU')), plain(centred('PLEASE COME AGAIN'))]

function heading({ merchant, address }: Receipt): SlipLine[] {
  const name = wrapped(printable(merchant), largeColumns).map((text) => ({
    text: centred(text, largeColumns),
    style: 'large' as const,
  }))
  return [...name, plain(''), ...wrapped(printable(address), columns - 4).map((text) => plain(centred(text)))]
}

function facts({ invoice, date, time }: Receipt): SlipLine[] {
  const [year, month, day] = date.split('-')
  return [
    plain(apart(`INVOICE NO: ${invoice}`, 'TILL 02')),
    plain(apart(`DATE: ${day}/${month}/${year}`, `TIME: ${time}`)),
  ]
}

function bought({ items }: Receipt): SlipLine[] {
  return items.flatMap(({ name, qty, sen }) => {
    const amount = ringgit(qty * sen)
    const piece = qty > 1 ? [plain(`  ${qty} X ${ringgit(sen)}`)] : []
    return [plain(apart(printable(name).slice(0, columns - amount.length - 1), amount)), ...piece]
  })
}

function payment({ items, totalSen }: Receipt): SlipLine[] {
  const pieces = items.reduce((sum, item) => sum + item.qty, 0)
  return [
    plain(apart(`ITEMS: ${pieces}`, `SUBTOTAL ${ringgit(totalSen)}`)),
    { text: apart('TOTAL', `RM ${ringgit(totalSen)}`), style: 'bold' },
    plain(apart('CAMPUS CARD', ringgit(totalSen))),
  ]
}

function plain(text: string): SlipLine {
  return { text, style: 'plain' }
}

function ringgit(sen: number): string {
  return `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`
}

function apart(left: string, right: string): string {
  return left + ' '.repeat(Math.max(1, columns - left.length - right.length)) + right
}

function centred(text: string, width: number = columns): string {
  return ' '.repeat(Math.max(0, Math.floor((width - text.length) / 2))) + text
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}
