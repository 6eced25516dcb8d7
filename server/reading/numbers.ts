import { amountsIn } from './amounts.ts'
import type { Numbers } from './reading.ts'
import type { Row } from './rows.ts'

/** Rows that say who the merchant is: what stands there is on all of its receipts. */
const OF_THE_MERCHANT =
  /\b(tel|fax|phone|[g6b]st ?(id|reg|no|[ir])|sst|reg|co\.? ?(no|reg)|jalan|jln|lot|taman|selangor|kuala|johor|bandar|no\.? ?\d)/i
const RUNS = /(?<![\d.,])\d{3,}(?!\d|[.,]\d)/g
const TIMES = /\b(\d\d?):(\d\d)\b/g
const DAYS = /\b(\d\d)[-/.](\d\d)[-/.](?:20)?(\d\d)\b/g
const YEAR = /^20[12]\d$/
const AGREED_AT_LEAST = 6

/**
 * The numbers that tell this receipt from the merchant's others: amounts, runs of digits, day and time. It is known by those that
 * both readings agree on, as what one of them misread is not on the next photograph; by all of them, where they agree on too few.
 */
export function numbersOf(pages: Row[][]): Numbers {
  const [first = [], second = []] = pages.map((rows) => [...new Set(rows.flatMap(numbersIn))])
  const agreed = first.filter((number) => second.includes(number))
  const numbers =
    agreed.length >= AGREED_AT_LEAST
      ? agreed
      : [...agreed, ...[...first, ...second].filter((number) => /\D/.test(number))]
  const known = new Set(numbers)
  const doubtful = new Set([...first, ...second].filter((number) => !known.has(number)))
  return { numbers: [...known].toSorted(), doubtful: [...doubtful].toSorted() }
}

function numbersIn(row: Row): string[] {
  if (OF_THE_MERCHANT.test(row.text)) return []
  const amounts = amountsIn(row).filter(({ how, sen }) => how === 'clear' && Math.abs(sen) >= 100)
  return [
    ...amounts.map(({ sen }) => (Math.abs(sen) / 100).toFixed(2)),
    ...(row.text.match(RUNS) ?? []).filter((run) => !YEAR.test(run)),
    ...[...row.text.matchAll(TIMES)].map(([, hours = '', minutes = '']) => `${hours.padStart(2, '0')}:${minutes}`),
    ...[...row.text.matchAll(DAYS)].map(([, ...parts]) => parts.join('/')),
  ]
}
