import { boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'
import { DIGIT_CHARS, isNear, toDigits, toLetters } from './similar-characters.ts'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const MALAY_MONTHS: Record<string, string> = { MAC: 'MAR', MEI: 'MAY', OGO: 'AUG', OKT: 'OCT', DIS: 'DEC' }
/** In English, and in Malay if it differs by more than a letter. */
const LONG_MONTHS = [
  ...['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'JULAI', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER'],
  ...['DECEMBER', 'DISEMBER'],
]
const SHORT_LETTERS = 4
const NO_MONTH = '00'
const D = `[${DIGIT_CHARS}]`
const DAY = `(?<day>(?=${D}?\\d)${D}{1,2})`
const WORDS_AFTER = ['Time', 'Masa', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const WORD_AFTER = [...WORDS_AFTER, ...WORDS_AFTER.map((word) => word.toUpperCase())].join('|')
/** A time, its label or the day of the week may follow without a space. */
const STOP = `(?!(?!\\d\\d?:\\d|[0-2]\\d[0-5]\\d(?!\\d)|${WORD_AFTER})\\w|[-/.]\\d)`
const YEAR = `2 ?[0oO]${D}{2}|[^\\s\\d]0${D}{2}`
const END = '(?!\\d(?!\\d?:\\d))'
/** A slash is misread as 1 or 7, or not read at all. */
const STROKE = '[-/.17|]?'
const GUESS_FACTOR = 0.6
/** Words before dates of expiry or of laws: never the date of the receipt. */
const EXPIRY = /(?:\bexp(?:\b|ir|date)|valid|until|before|sebelum|sehingga|effective)\D*$/i
/** Words before dates of delivery, payment or printing: the date of the receipt only if there is no other. */
const OTHER_STEP = /(?:due|deliver|collect|ready|print|cetak|entry|masuk)\D*$/i
const MAX_YEARS_BACK = 12

type Parts = { year: string; month: string; day: string }

const FORMS = [
  `(?<![\\d/-])(?<year>20\\d\\d)[-/.]?(?<month>0[1-9]|1[0-2])[-/.]?(?<day>0[1-9]|[12]\\d|3[01])${END}`,
  `(?<![\\d/.-])(?<year>20\\d\\d) ?[-/.] ?(?<month>\\d{1,2}) ?[-/.] ?(?<day>\\d{1,2})(?!/|[-.]\\d)${END}`,
  `(?<![\\w/])(?<day>${D}{1,2}) ?[-/.] ?(?<month>${D}{1,2}) ?[-/.] ?(?<year>${YEAR}|${D}{2})${STOP}`,
  `(?<![\\w/])(?<day>\\d{1,2})[-/.](?<month>\\d{1,2})[-/.](?<year>\\d\\d)(?=\\d\\d:\\d\\d)`,
  `(?<=[A-Za-z]{2})(?<![${DIGIT_CHARS}])(?<day>\\d{1,2})[-/.](?<month>\\d{1,2}|[A-Za-z]{3})[-/.](?<year>20\\d\\d)${STOP}`,
  `(?<![\\w/])(?<day>${D}{2})[-/.]?(?<month>${D}{2})[-/.](?<year>20${D}{2})${STOP}`,
  `(?<!\\w)${DAY}(?:st|nd|rd|th)?[-/. ,']*(?<month>[A-Za-z0][A-Za-z][A-Za-z0]{1,7})[-/. ,']*(?<year>${YEAR}|${D}{2})${STOP}`,
  `\\b(?<month>[A-Za-z]{3,9})[-/. ]*${DAY}(?:st|nd|rd|th)?[-/. ,']+(?<year>20${D}{2})${STOP}`,
  `(?<![\\w/.-])(?<year>20\\d\\d)[-/. ]*(?<month>[A-Za-z]{3,9})[-/. ]*(?<day>\\d{1,2})(?!\\w)`,
  `(?<!\\d)(?<day>0[1-9]|[12]\\d|3[01])${STROKE}(?<month>0[1-9]|1[0-2])${STROKE}(?<year>20[12]\\d)(?!\\d)`,
].map((form) => new RegExp(`(?=${form})`, 'dg'))

/** The dates in a row, none later than `today`, with less confidence if characters had to be corrected. */
export function findDates(row: Row, today: string): Found<string>[] {
  return findDatesWithContext(row, today).map(({ found }) => found)
}

/** The dates in a row, each with the text before it. */
function findDatesWithContext(row: Row, today: string): { found: Found<string>; before: string }[] {
  return FORMS.flatMap((form) =>
    [...row.text.matchAll(form)].flatMap((match) => {
      const parts = match.groups as Parts
      const value = toIsoDate(parts, today)
      const [text, words] = [row.text.slice(match.index, endOf(match)), wordsAt(row, match.index, endOf(match))]
      if (value === undefined || words.length === 0) return []
      const clear = !/^\d+$/.test(text) && isClear(parts)
      const found = { value, confidence: confidenceOf(words) * (clear ? 1 : GUESS_FACTOR), box: boundingBox(words) }
      return { found, before: row.text.slice(0, match.index) }
    }),
  )
}

function isClear({ year, month, day }: Parts): boolean {
  return /^\d+$/.test(year + day) && (/^\d+$/.test(month) || month.length > 2)
}

function endOf({ indices, index }: RegExpExecArray): number {
  return Math.max(index, ...Object.values(indices?.groups ?? {}).map(([, end]) => end))
}

function toIsoDate({ year, month, day }: Parts, today: string): string | undefined {
  const years = toDigits(year.replace(' ', '')).slice(-2)
  const text = `20${years}-${toMonth(month)}-${fixLeadingDigit(toDigits(day))}`
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return undefined
  return text <= today && Number(today.slice(0, 4)) - date.getUTCFullYear() <= MAX_YEARS_BACK ? text : undefined
}

/** A crossed zero is misread as 8: there is no day 83 and no month 83. */
function fixLeadingDigit(digits: string): string {
  return digits.padStart(2, '0').replace(/^8/, '0')
}

function toMonth(text: string): string {
  if (text.length < 3) return fixLeadingDigit(toDigits(text))
  const name = toLetters(text)
  if (name.length > SHORT_LETTERS && !LONG_MONTHS.some((month) => isNear(month, name))) return NO_MONTH
  const short = MALAY_MONTHS[name.slice(0, 3)] ?? name.slice(0, 3)
  const index = MONTHS.includes(short) ? MONTHS.indexOf(short) : MONTHS.findIndex((month) => isNear(month, short))
  return String(index + 1).padStart(2, '0')
}

/** The date of the receipt: the one that most OCR passes agree on, preferably beside `Date` or a time. */
export function chooseDate(pages: Row[][], today: string): Found<string> | undefined {
  const scores = new Map<string, { score: number; found: Found<string> }>()
  for (const rows of pages) {
    const best = new Map<string, Found<string>>()
    for (const row of rows) {
      const bonus = /date|tarikh|\d:\d\d/i.test(row.text) ? BONUS : 0
      for (const { found, before } of findDatesWithContext(row, today)) {
        if (EXPIRY.test(before)) continue
        const confidence = found.confidence + (OTHER_STEP.test(before) ? -BONUS : bonus)
        if (confidence > (best.get(found.value)?.confidence ?? 0)) best.set(found.value, { ...found, confidence })
      }
    }
    for (const [value, found] of best) {
      const before = scores.get(value)
      scores.set(value, { score: (before?.score ?? 0) + found.confidence, found: before?.found ?? found })
    }
  }
  const [first, second] = [...scores.values()].toSorted((one, other) => other.score - one.score)
  if (!first || first.score - (second?.score ?? 0) < MIN_LEAD) return undefined
  return { ...first.found, confidence: Math.min(1, first.score / pages.length) }
}

const BONUS = 0.3
const MIN_LEAD = 0.2
