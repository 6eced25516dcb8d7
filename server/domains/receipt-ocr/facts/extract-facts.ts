import type { Page, Row, Word } from '../../../platform/ocr/page.ts'
import type { OcrResult } from '../ocr-result.ts'
import { checkSums } from '../paper/arithmetic.ts'
import { findPaperMarks } from '../paper/paper-kind.ts'
import { type AmountClaim, collectClaims } from './claims.ts'
import { chooseDate, findDates } from './dates.ts'
import { findDistinctiveNumbers } from './distinctive-numbers.ts'
import { chooseInvoiceNumber } from './invoice-numbers.ts'
import { classifyRow, type Label } from './labels.ts'
import { findMerchantName } from './merchant-names.ts'
import { chooseTime } from './times.ts'
import { rankTotals } from './totals.ts'

const MIN_CONFIDENCE = 0.7
/** A page full of text is no receipt: limits what is stored of it. */
const MAX = { words: 1200, letters: 60, name: 100, others: 200 }
const DATE_ROW = /date|tarikh|\d:\d\d|\d[-/.]\d\d?[-/.]\d/i
const MONEY_LABELS: Label[] = ['payable', 'total', 'included', 'subtotal', 'rounding', 'paid', 'change']
const MAX_DATES = 3
const MAX_AMOUNTS = 8

/** Extracts facts from one or two OCR passes. `today` is the latest possible date. Unclear rows are read again. */
export function extractFacts(pages: Page[], today: string): OcrResult {
  const pageRows = pages.map(({ rows }) => rows)
  const dated = [...pageRows, ...rereadDateRows(pages)]
  const claims = collectClaimsCloser(pages, pageRows)
  const { totals, isSure } = rankTotals(claims)
  const [merchant, total] = [findMerchantName(pageRows), isSure ? totals[0] : undefined]
  const [date, time, invoice] = [chooseDate(dated, today), chooseTime(pageRows), chooseInvoiceNumber(pageRows)]
  const { numbers, doubtful } = findDistinctiveNumbers(pageRows)
  const paper = findPaperMarks(pageRows[0] ?? [], claims, date?.value)
  const sums = checkSums(pageRows[0] ?? [], claims, totals[0]?.value)
  return {
    ...(merchant && { merchant: { ...merchant, value: merchant.value.slice(0, MAX.name) } }),
    ...(total && { total }),
    ...(date && { date }),
    ...(time && { time }),
    ...(invoice && { invoice }),
    ...(paper.length > 0 && { paper }),
    ...(sums && { sums }),
    totals,
    amounts: claims.map(({ sen, confidence, box }) => ({ value: sen, confidence, box })),
    dates: dated
      .flat()
      .flatMap((row) => findDates(row, today))
      .slice(0, MAX.others),
    words: mergeWords(pageRows)
      .slice(0, MAX.words)
      .map((word) => ({ ...word, text: word.text.slice(0, MAX.letters) })),
    numbers: numbers.slice(0, MAX.others),
    doubtful: doubtful.slice(0, MAX.others),
  }
}

function collectClaimsCloser(pages: Page[], pageRows: Row[][]): AmountClaim[] {
  const claims = collectClaims(pageRows)
  const { totals, isSure } = rankTotals(claims)
  return isSure && (totals[0]?.confidence ?? 0) >= MIN_CONFIDENCE
    ? claims
    : collectClaims([...pageRows, ...rereadAmountRows(pages)])
}

function mergeWords([first = [], ...others]: Row[][]): Word[] {
  const words = first.flatMap((row) => row.words)
  const known = new Set(words.map(({ text }) => text))
  return [...words, ...others.flat().flatMap((row) => row.words.filter(({ text }) => !known.has(text)))]
}

function rereadDateRows(pages: Page[]): Row[][] {
  return rereadRows(pages, (rows) => linesWhere(rows, ({ text }) => DATE_ROW.test(text)).slice(0, MAX_DATES))
}

function rereadAmountRows(pages: Page[]): Row[][] {
  return rereadRows(pages, (rows) => {
    const named = linesWhere(rows, ({ text }) => MONEY_LABELS.includes(classifyRow(text)))
    return [...new Set(named.flatMap((line) => withAmount(rows, line)))].slice(-MAX_AMOUNTS)
  })
}

/** The amount may be in the row below its label. */
function withAmount(rows: Row[], line: number): number[] {
  const hasDigits = (at: number) => /\d/.test(rows[at]?.text ?? '')
  if (hasDigits(line)) return [line]
  return hasDigits(line + 1) ? [line, line + 1] : []
}

const linesWhere = (rows: Row[], is: (row: Row) => boolean) => rows.flatMap((row, line) => (is(row) ? [line] : []))

/** Uses the pass in which more such rows were found. */
function rereadRows(pages: Page[], linesIn: (rows: Row[]) => number[]): Row[][] {
  const found = pages.map((page) => ({ page, lines: linesIn(page.rows) }))
  const [most] = found.toSorted((one, other) => other.lines.length - one.lines.length)
  const results = most?.lines.map((line) => most.page.recogniseAgain(line)) ?? []
  return (results[0] ?? []).map((_, way) => results.flatMap((rows) => rows[way] ?? []))
}
