import type { Page, Row, Word } from '../../../platform/ocr/page.ts'
import type { OcrResult } from '../ocr-result.ts'
import { type Claim, claimsOf } from './claims.ts'
import { dateOf, datesIn } from './dates.ts'
import { invoiceOf } from './invoice-labels.ts'
import { merchantOf } from './merchant-names.ts'
import { numbersOf } from './numbers.ts'
import { amountsAnew, datesAnew } from './second-look.ts'
import { timeOfDay } from './times.ts'
import { totalsOf } from './totals.ts'

const SURE = 0.7
/** A picture full of print is no receipt; what is kept of it has an end. */
const AT_MOST = { words: 1200, letters: 60, name: 100, others: 200 }

/** What the readings of a receipt's picture come to, on the day `today`. What they are not clear about is looked at closer. */
export function extractFacts(read: Page[], today: string): OcrResult {
  const pages = read.map(({ rows }) => rows)
  const dated = [...pages, ...datesAnew(read)]
  const claims = closerClaims(read, pages)
  const { totals, isSure } = totalsOf(claims)
  const [merchant, total] = [merchantOf(pages), isSure ? totals[0] : undefined]
  const [date, time, invoice] = [dateOf(dated, today), timeOfDay(pages), invoiceOf(pages)]
  const { numbers, doubtful } = numbersOf(pages)
  return {
    ...(merchant && { merchant: { ...merchant, value: merchant.value.slice(0, AT_MOST.name) } }),
    ...(total && { total }),
    ...(date && { date }),
    ...(time && { time }),
    ...(invoice && { invoice }),
    totals,
    amounts: claims.map(({ sen, confidence, box }) => ({ value: sen, confidence, box })),
    dates: dated
      .flat()
      .flatMap((row) => datesIn(row, today))
      .slice(0, AT_MOST.others),
    words: wordsOf(pages)
      .slice(0, AT_MOST.words)
      .map((word) => ({ ...word, text: word.text.slice(0, AT_MOST.letters) })),
    numbers: numbers.slice(0, AT_MOST.others),
    doubtful: doubtful.slice(0, AT_MOST.others),
  }
}

function closerClaims(read: Page[], pages: Row[][]): Claim[] {
  const claims = claimsOf(pages)
  const { totals, isSure } = totalsOf(claims)
  return isSure && (totals[0]?.confidence ?? 0) >= SURE ? claims : claimsOf([...pages, ...amountsAnew(read)])
}

/** The words of the first reading, and what the second read otherwise. */
function wordsOf([first = [], ...others]: Row[][]): Word[] {
  const words = first.flatMap((row) => row.words)
  const known = new Set(words.map(({ text }) => text))
  return [...words, ...others.flat().flatMap((row) => row.words.filter(({ text }) => !known.has(text)))]
}
