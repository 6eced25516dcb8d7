import type { Cell, Line } from '../../tests/support/pictures/print-receipt.ts'
import { createRandom } from '../../tests/support/pictures/receipt-copies.ts'
import words from './drawn-words.json' with { type: 'json' }

const NOTES = [500, 1000, 2000, 5000, 10_000, 20_000] as const
const FIRST_DAY = Date.UTC(2017, 0, 2)
const DAYS = 3400
const DAY_MS = 86_400_000
/** Characters in a line of the narrowest paper. */
export const NARROWEST = 38

export type Item = { name: string; qty: number; sen: number }

export type Till = ReturnType<typeof tillOf>

export function tillOf(seed: number) {
  const chance = createRandom(seed * 15_485_863)
  const whole = (most: number) => Math.floor(most * chance())
  const pick = <T>(all: readonly T[]): T => all[whole(all.length)] as T
  const digits = (count: number) => Array.from({ length: count }, () => whole(10)).join('')
  const first = whole(words.goods.length)
  const items = Array.from({ length: 1 + whole(5) }, (_, at): Item => {
    const goods = words.goods[(first + 3 * at) % words.goods.length] ?? { name: '', sen: 0 }
    return { ...goods, qty: 1 + Math.floor(1.6 * chance()) }
  })
  const day = new Date(FIRST_DAY + whole(DAYS) * DAY_MS).toISOString().slice(0, 10)
  const [hour, minute, second] = [7 + whole(16), whole(60), whole(60)]
  return {
    ...{ chance, whole, pick, digits, items, day },
    ...{ merchant: pick(words.shops), town: pick(words.towns), thanks: pick(words.thanks) },
    street:
      `${1 + whole(180)}, ${pick(words.streets)} ${1 + whole(30)}/${1 + whole(9)}, ${pick(words.areas)} ${1 + whole(20)}`.slice(
        0,
        NARROWEST,
      ),
    rule: ruled(pick(words.rules), 24 + whole(12)),
    sum: items.reduce((all, { qty, sen }) => all + qty * sen, 0),
    date: pick(datesOf(day)),
    time: `${two(hour)}:${two(minute)}`,
    clock: pick(clocksOf(hour, minute, second)),
  }
}

function datesOf(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const [name, short] = [words.months[Number(month) - 1] ?? '', year.slice(2)]
  const numeric = [year, short].flatMap((ending) => ['/', '-'].map((sign) => [date, month, ending].join(sign)))
  const named = [`${date} ${name} ${short}`, `${date} ${name} ${year}`, `${date}-${name}-${year}`]
  return [...numeric, day, ...named, `${date}.${month}.${year}`]
}

function clocksOf(hour: number, minute: number, second: number): string[] {
  const [twelve, half] = [hour % 12 === 0 ? 12 : hour % 12, hour < 12 ? 'AM' : 'PM']
  return [
    `${two(hour)}:${two(minute)}`,
    `${two(hour)}:${two(minute)}:${two(second)}`,
    `${twelve}:${two(minute)}:${two(second)}${half}`,
    `${two(twelve)}:${two(minute)} ${half}`,
    `${twelve}:${two(minute)}:${two(second)} ${half}`,
  ]
}

const two = (value: number) => String(value).padStart(2, '0')

/** Cash is paid in steps of five sen. */
export const rounded = (sen: number) => Math.round(sen / 5) * 5

export const cashFor = (sen: number) => NOTES.find((note) => note >= sen) ?? Math.ceil(sen / 10_000) * 10_000

export function money(sen: number): string {
  return `${sen < 0 ? '-' : ''}${Math.floor(Math.abs(sen) / 100)}.${two(Math.abs(sen) % 100)}`
}

export function line(left: string, right = '', style: Line['style'] = 'plain'): Line {
  return { cells: [start(left), ...(right ? [end(right)] : [])], style }
}

/** Side by side if the paper is wide enough, else one below the other. */
export function beside(left: string, right: string): Line[] {
  return left.length + right.length < NARROWEST ? [line(left, right)] : [line(left), line(right)]
}

export function middle(text: string, style: Line['style'] = 'plain'): Line {
  return { cells: [{ text, at: 0.5, to: 'both' }], style }
}

/** A row of a table: the first text is at the left, the others end at the given places. */
export function row(first: string, ...others: [string, number][]): Line {
  return { cells: [start(first), ...others.map(([text, at]): Cell => ({ text, at, to: 'left' }))], style: 'plain' }
}

export const blank = middle('')

const ruled = (sign: string, length: number) => middle(sign.repeat(length).slice(0, length))

const start = (text: string): Cell => ({ text, at: 0, to: 'right' })

const end = (text: string): Cell => ({ text, at: 1, to: 'left' })

/** The printed lines of a receipt, and its facts; `others` are its other amounts by role, in sen. */
export type Slip = { lines: Line[]; sen: number; invoice: string; others: Record<string, number[]> }

const WIDE_AT_MOST = 17

/** The shop with its numbers, which are not those of the receipt. */
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
