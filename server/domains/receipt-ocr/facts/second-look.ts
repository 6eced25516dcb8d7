import type { Page, Row } from '../../../platform/ocr/page.ts'
import { type Label, labelOf } from './labels.ts'

const OF_A_DATE = /date|tarikh|\d:\d\d|\d[-/.]\d\d?[-/.]\d/i
const OF_MONEY: Label[] = ['payable', 'total', 'included', 'subtotal', 'rounding', 'paid', 'change']
const DATES_AT_MOST = 3
const AMOUNTS_AT_MOST = 8

/** The rows that may tell the day, read anew: as many short readings as there are ways. */
export function datesAnew(pages: Page[]): Row[][] {
  return anew(pages, (rows) => linesWhere(rows, ({ text }) => OF_A_DATE.test(text)).slice(0, DATES_AT_MOST))
}

/** The rows that may tell the total, read anew. */
export function amountsAnew(pages: Page[]): Row[][] {
  return anew(pages, (rows) => {
    const named = linesWhere(rows, ({ text }) => OF_MONEY.includes(labelOf(text)))
    return [...new Set(named.flatMap((line) => withAmount(rows, line)))].slice(-AMOUNTS_AT_MOST)
  })
}

/** The amount may stand below its words. */
function withAmount(rows: Row[], line: number): number[] {
  const hasDigits = (at: number) => /\d/.test(rows[at]?.text ?? '')
  if (hasDigits(line)) return [line]
  return hasDigits(line + 1) ? [line, line + 1] : []
}

function linesWhere(rows: Row[], is: (row: Row) => boolean): number[] {
  return rows.flatMap((row, line) => (is(row) ? [line] : []))
}

/** Both readings are of the same paper: the one in which more such rows were found is gone by. */
function anew(pages: Page[], linesIn: (rows: Row[]) => number[]): Row[][] {
  const found = pages.map((page) => ({ page, lines: linesIn(page.rows) }))
  const [most] = found.toSorted((one, other) => other.lines.length - one.lines.length)
  const looks = most?.lines.map((line) => most.page.recogniseAgain(line)) ?? []
  return (looks[0] ?? []).map((_, way) => looks.flatMap((rows) => rows[way] ?? []))
}
