import { confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Numbers } from '../ocr-result.ts'
import { findAmounts } from './amounts.ts'
import { findPrintedTimes } from './times.ts'

/** Rows about the merchant, which are the same on all of its receipts. */
const MERCHANT_ROW =
  /\b(tel|fax|phone|[g6b][s5]t ?([il1][do0]|reg|no|n0|[ir])|sst|reg(?! ?\d\d[-/.])|co[. ]*(no|reg)|jalan|jln|lot|l0t|taman|selangor|kuala|johor|bandar|no\.? ?\d)/i
const RUNS = /(?<![\d.,])\d{3,}(?!\d|[.,]\d)/g
/** A time may follow without a space. */
const DATES = /(?<!\d)(\d\d)[-/.](\d\d)[-/.](?:20)?(\d\d)(?!\d(?!\d?:\d\d|\d{3}(?!\d)))/g
const YEAR = /^20[12]\d$/
const MIN_AGREED = 6
/** The confidence that the least certain digit of a number needs. */
const MIN_CONFIDENCE = 0.6

type NumberFound = { number: string; confidence: number }

/**
 * Numbers that tell receipts of a merchant apart: found in both passes (or all, if too few agree), or clear in one. Of
 * two passes only common numbers count, because a misread number is not on the next photo.
 */
export function findDistinctiveNumbers(pages: Row[][]): Numbers {
  const [first = [], second] = pages.map((rows) => rows.flatMap(findNumbers))
  return second ? numbersOfTwoPasses(valuesOf(first), valuesOf(second)) : numbersOfOnePass(first)
}

function numbersOfTwoPasses(first: string[], second: string[]): Numbers {
  const both = first.filter((number) => second.includes(number))
  const numbers =
    both.length >= MIN_AGREED ? both : [...both, ...[...first, ...second].filter((number) => /\D/.test(number))]
  return splitNumbers(numbers, [...first, ...second])
}

function numbersOfOnePass(all: NumberFound[]): Numbers {
  return splitNumbers(valuesOf(all.filter(({ confidence }) => confidence >= MIN_CONFIDENCE)), valuesOf(all))
}

function splitNumbers(numbers: string[], all: string[]): Numbers {
  const found = new Set(numbers)
  const doubtful = new Set(all.filter((number) => !found.has(number)))
  return { numbers: [...found].toSorted(), doubtful: [...doubtful].toSorted() }
}

const valuesOf = (found: NumberFound[]) => [...new Set(found.map(({ number }) => number))]

function findNumbers(row: Row): NumberFound[] {
  if (MERCHANT_ROW.test(row.text)) return []
  const amounts = findAmounts(row).filter(({ how, sen }) => how === 'clear' && Math.abs(sen) >= 100)
  const dates = [...row.text.matchAll(DATES)]
  const times = findPrintedTimes(row)
  const datesAndTimes = [...dates.map(({ index, 0: text }) => ({ index, text })), ...times]
  const isInDateOrTime = (at: number) =>
    datesAndTimes.some(({ index, text }) => at >= index && at < index + text.length)
  const runs = [...row.text.matchAll(RUNS)].filter(({ index, 0: run }) => !YEAR.test(run) && !isInDateOrTime(index))
  const found = (number: string, index: number, text: string): NumberFound => {
    return { number, confidence: confidenceOf(wordsAt(row, index, index + text.length)) }
  }
  return [
    ...amounts.map(({ sen, confidence }) => ({ number: (Math.abs(sen) / 100).toFixed(2), confidence })),
    ...runs.map(({ index, 0: run }) => found(run, index, run)),
    ...times.map(({ value, index, text }) => found(value, index, text)),
    ...dates.map(({ index, 0: text, 1: day, 2: month, 3: year }) => found(`${day}/${month}/${year}`, index, text)),
  ]
}
