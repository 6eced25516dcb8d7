import { toPrintable } from './receipt-font.ts'

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

/** What the till prints as the total, in sen. */
export function printedTotal(items: readonly ReceiptItem[]): number {
  return items.reduce((sum, item) => sum + item.qty * item.sen, 0)
}

/** One line of the receipt. `bold` has more ink, `large` is one and a half times the size. */
export type SlipLine = { text: string; style: 'plain' | 'bold' | 'large' }

/** Characters in a plain line. */
export const columns = 38
/** How much larger the merchant's name is. OCR would not take anything larger for a line of text. */
export const LARGE_SCALE = 1.5
const largeColumns = Math.floor(columns / LARGE_SCALE)

/** The lines of a receipt, from the merchant's name to the closing words. */
export function slipLines(receipt: Receipt): SlipLine[] {
  return [
    ...heading(receipt),
    rule,
    ...facts(receipt),
    rule,
    ...itemLines(receipt),
    rule,
    ...payment(receipt),
    ...closing,
  ]
}

const rule = plain('-'.repeat(columns))
const closing = [plain(''), plain(centre('TERIMA KASIH - THANK YOU')), plain(centre('PLEASE COME AGAIN'))]

function heading({ merchant, address }: Receipt): SlipLine[] {
  const name = wrap(toPrintable(merchant), largeColumns).map((text) => ({
    text: centre(text, largeColumns),
    style: 'large' as const,
  }))
  return [...name, plain(''), ...wrap(toPrintable(address), columns - 4).map((text) => plain(centre(text)))]
}

function facts({ invoice, date, time }: Receipt): SlipLine[] {
  const [year, month, day] = date.split('-')
  return [
    plain(spread(`INVOICE NO: ${invoice}`, 'TILL 02')),
    plain(spread(`DATE: ${day}/${month}/${year}`, `TIME: ${time}`)),
  ]
}

function itemLines({ items }: Receipt): SlipLine[] {
  return items.flatMap(({ name, qty, sen }) => {
    const amount = ringgit(qty * sen)
    const piece = qty > 1 ? [plain(`  ${qty} X ${ringgit(sen)}`)] : []
    return [plain(spread(toPrintable(name).slice(0, columns - amount.length - 1), amount)), ...piece]
  })
}

function payment({ items, totalSen }: Receipt): SlipLine[] {
  const pieces = items.reduce((sum, item) => sum + item.qty, 0)
  return [
    plain(spread(`ITEMS: ${pieces}`, `SUBTOTAL ${ringgit(totalSen)}`)),
    { text: spread('TOTAL', `RM ${ringgit(totalSen)}`), style: 'bold' },
    plain(spread('CAMPUS CARD', ringgit(totalSen))),
  ]
}

function plain(text: string): SlipLine {
  return { text, style: 'plain' }
}

function ringgit(sen: number): string {
  return `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`
}

function spread(left: string, right: string): string {
  return left + ' '.repeat(Math.max(1, columns - left.length - right.length)) + right
}

function centre(text: string, width: number = columns): string {
  return ' '.repeat(Math.max(0, Math.floor((width - text.length) / 2))) + text
}

function wrap(text: string, width: number): string[] {
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
