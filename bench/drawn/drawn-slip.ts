import type { Line } from '../../tests/support/pictures/slip-print.ts'
import { type Item, line, middle, money, row, type Till } from './drawn-till.ts'

/** A slip as its till prints it, and what is true of it; `others` are its other amounts by what they are, in sen. */
export type Slip = { lines: Line[]; sen: number; invoice: string; others: Record<string, number[]> }

const WIDE_AT_MOST = 17

/** The shop with its numbers, which are none of the receipt's. */
export function headOf({ merchant, street, town, rule, digits, pick, whole }: Till, title: string): Line[] {
  const style =
    merchant.length <= WIDE_AT_MOST ? pick(['wide', 'bold', 'plain'] as const) : pick(['bold', 'tall'] as const)
  const name = whole(3) === 0 ? merchant.toUpperCase() : merchant
  return [
    middle(name, style),
    middle(`(${digits(6)}-${pick(['X', 'K', 'T', 'W'])})`),
    middle(street),
    middle(town),
    middle(`Tel : 03-${digits(8)}`),
    ...pick([[middle(`GST ID No : ${digits(12)}`)], [middle(`SST No: W10-${digits(4)}-${digits(8)}`)], []]),
    middle(title, pick(['plain', 'wide', 'bold'] as const)),
    rule,
  ]
}

/** What is bought, in one of the ways that tills list it. */
export function itemsOf({ items, whole }: Pick<Till, 'items' | 'whole'>): Line[] {
  const form = whole(3)
  return items.flatMap(({ name, qty, sen }): Line[] => {
    if (form === 0) return [line(`${qty} ${name}${qty > 1 ? ` @${money(sen)}` : ''}`, money(qty * sen))]
    if (form === 1) return [line(name), row('', [`${qty} x`, 0.45], [money(sen), 0.68], [money(qty * sen), 1])]
    return [line(name, `RM${money(qty * sen)} S`), ...(qty > 1 ? [line(`  @${qty} X RM ${money(sen)}`)] : [])]
  })
}

export function amountsOf({ items }: { items: Item[] }): Record<string, number[]> {
  return { item: [...new Set(items.flatMap(({ qty, sen }) => [sen, qty * sen]))] }
}
