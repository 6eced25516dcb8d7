import { confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Numbers } from '../ocr-result.ts'
import { amountsIn } from './amounts.ts'
import { printedTimesIn } from './times.ts'

/** Rows that say who the merchant is: what stands there is on all of its receipts. */
const OF_THE_MERCHANT =
  /\b(tel|fax|phone|[g6b][s5]t ?([il1][do0]|reg|no|n0|[ir])|sst|reg(?! ?\d\d[-/.])|co[. ]*(no|reg)|jalan|jln|lot|l0t|taman|selangor|kuala|johor|bandar|no\.? ?\d)/i
const RUNS = /(?<![\d.,])\d{3,}(?!\d|[.,]\d)/g
/** A time may follow without a space. */
const DAYS = /(?<!\d)(\d\d)[-/.](\d\d)[-/.](?:20)?(\d\d)(?!\d(?!\d?:\d\d|\d{3}(?!\d)))/g
const YEAR = /^20[12]\d$/
const AGREED_AT_LEAST = 6
/** The least sure of a number's digits. */
const CLEAR = 0.6

type Known = { number: string; confidence: number }

/**
 * The numbers that tell this receipt from the merchant's others: amounts, runs of digits, day and time. It is known by those that
 * both readings agree on, as what one of them misread is not on the next photograph; by all of them, where they agree on too few.
 * Of a single reading it is known by those that are clear.
 */
export function numbersOf(pages: Row[][]): Numbers {
  const [first = [], second] = pages.map((rows) => rows.flatMap(numbersIn))
  return second ? agreed(namesOf(first), namesOf(second)) : clear(first)
}

function agreed(first: string[], second: string[]): Numbers {
  const both = first.filter((number) => second.includes(number))
  const numbers =
    both.length >= AGREED_AT_LEAST ? both : [...both, ...[...first, ...second].filter((number) => /\D/.test(number))]
  return told(numbers, [...first, ...second])
}

function clear(all: Known[]): Numbers {
  return told(namesOf(all.filter(({ confidence }) => confidence >= CLEAR)), namesOf(all))
}

function told(numbers: string[], all: string[]): Numbers {
  const known = new Set(numbers)
  const doubtful = new Set(all.filter((number) => !known.has(number)))
  return { numbers: [...known].toSorted(), doubtful: [...doubtful].toSorted() }
}

function namesOf(known: Known[]): string[] {
  return [...new Set(known.map(({ number }) => number))]
}

function numbersIn(row: Row): Known[] {
  if (OF_THE_MERCHANT.test(row.text)) return []
  const amounts = amountsIn(row).filter(({ how, sen }) => how === 'clear' && Math.abs(sen) >= 100)
  const days = [...row.text.matchAll(DAYS)]
  const times = printedTimesIn(row)
  const moments = [...days.map(({ index, 0: text }) => ({ index, text })), ...times]
  const isOfMoment = (at: number) => moments.some(({ index, text }) => at >= index && at < index + text.length)
  const runs = [...row.text.matchAll(RUNS)].filter(({ index, 0: run }) => !YEAR.test(run) && !isOfMoment(index))
  const known = (number: string, index: number, text: string): Known => {
    return { number, confidence: confidenceOf(wordsAt(row, index, index + text.length)) }
  }
  return [
    ...amounts.map(({ sen, confidence }) => ({ number: (Math.abs(sen) / 100).toFixed(2), confidence })),
    ...runs.map(({ index, 0: run }) => known(run, index, run)),
    ...times.map(({ value, index, text }) => known(value, index, text)),
    ...days.map(({ index, 0: text, 1: day, 2: month, 3: year }) => known(`${day}/${month}/${year}`, index, text)),
  ]
}
