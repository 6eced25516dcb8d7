import { boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'
import { DIGIT_CHARS, isNear, toDigits, toLetters } from './similar-characters.ts'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const MALAY_MONTHS: Record<string, string> = { MAC: 'MAR', MEI: 'MAY', OGO: 'AUG', OKT: 'OCT', DIS: 'DEC' }
/** Months in English, and in Malay if the name differs by more than a letter. */
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
/** A time may follow without a space, with or without its colons. */
const END = '(?!\\d(?!\\d?:\\d\\d|\\d{5}(?!\\d)))'
/** A slash is misread as 1 or 7, or not read at all. */
const STROKE = '[-/.17|]?'
const LABEL = '(?:[Dd](?:ate|ATE)|[Tt](?:arikh|ARIKH))[ :.]{0,4}'
const GUESS_FACTOR = 0.6
/** Words before dates of expiry, offers, memberships or laws: never the date of the receipt. */
const NEVER = [
  /\bexp(?:\b|ir|date)|valid|until|\b(?:till?(?!\w|\s*:)|by)(?=\W*$)|before|sebelum|hingga|luput|tamat|\bends?\b/,
  /effective|\beff\b|\bw\.?e\.?f\b|kuatkuasa|mulai|bermula|\bsince|sejak|last (?:date|visit|trans)/,
  /promo(?!ter)|offer|tawaran|contest|peraduan|redeem|redempt|tebus|warrant|waranti|\bd\.?o\.?b\b|birth|lahir/,
]
  .map(({ source }) => source)
  .join('|')
/** A digit between letters is a misread letter: `ti1l`. */
const IS_NEVER = new RegExp(`(?:${NEVER})(?:\\D|(?<=[a-z])\\d(?=[a-z])|\\d\\d?[:.]\\d\\d)*$`, 'i')
/** What may end the row above a date that begins its row and has no time: a name or an offer may end a row too. */
const IS_NEVER_ABOVE = new RegExp(
  `^\\W*(?:${NEVER})\\w*(?: date)?\\W*$|(?:${NEVER})\\w*(?: date)?\\s*:\\W*$|\\b(?:until|till|s?e?hingga|before|sebelum|since|sejak|ends)\\W*$`,
  'i',
)
/** Words before dates of delivery, payment or printing: the date of the receipt only if there is no other. */
const OTHER_STEP =
  /(?:due|deliver|collect|ready|print|cetak|entry|masuk|pick ?-?up|ship|hantar|siap|clos|(?:^|time|check)\W*in\b|(?:date|time|check)\W*out\b|(?:tarikh|masa) keluar\b|^\W*keluar\b|\bambil\b|deposit|cheque|original|return|exchange|next|from|dari|start|opening|draw|version|updated|\bas (?:at|of)|up to|appointment|[gs]st reg)\D*$/i
/** Words of `OTHER_STEP` alone in the row above. */
const OTHER_STEP_ABOVE = /^\W*(?:(?:date|tarikh) )?(?:out|keluar|ready|siap|collect\w*|ambil|deliver\w*|due)\b\D*$/i
/** What is between the two dates of a period: neither is the date of the receipt. */
const PERIOD = /^\s*(?:[-–~&]|to|and|dan|un?till?|s?e?hingga)\s*$/i
const MAX_YEARS_BACK = 12
/** A period may end later than the receipt was sent. */
const MAX_YEARS_AHEAD = 3

type Parts = { year: string; month: string; day: string }

const FORMS = [
  `(?<![\\d/-])(?<year>20\\d\\d)[-/.]?(?<month>0[1-9]|1[0-2])[-/.]?(?<day>0[1-9]|[12]\\d|3[01])${END}`,
  `(?<![\\d/.-])(?<year>20\\d\\d) ?[-/.] ?(?<month>\\d{1,2}) ?[-/.] ?(?<day>\\d{1,2})(?!/|[-.]\\d)${END}`,
  `(?<![\\w/])(?<day>${D}{1,2}) ?[-/.] ?(?<month>${D}{1,2}) ?[-/.] ?'?(?<year>${YEAR}|${D}{2})${STOP}`,
  `(?<=${LABEL})(?<day>\\d\\d)[-/.,](?<month>\\d\\d)[-/.,](?<year>20\\d\\d)${STOP}`,
  `(?<![\\w/])(?<day>\\d{1,2})[-/.](?<month>\\d{1,2})[-/.](?<year>\\d\\d)(?=\\d\\d:\\d\\d)`,
  `(?<=[A-Za-z]{2})(?<![${DIGIT_CHARS}])(?<day>\\d{1,2})[-/.](?<month>\\d{1,2}|[A-Za-z]{3})[-/.](?<year>20\\d\\d)${STOP}`,
  `(?<![\\w/])(?<day>${D}{2})[-/.]?(?<month>${D}{2})[-/.](?<year>20${D}{2})${STOP}`,
  `(?:(?<!\\w)|(?<=${LABEL}))${DAY}(?:st|nd|rd|th|hb)?[-/. ,']*(?<month>[A-Za-z05][A-Za-z](?:[A-Za-z0]{1,7}|[18]))[-/. ,']*(?<year>${YEAR}|${D}{2})${STOP}`,
  `\\b(?<month>[A-Za-z][A-Za-z0][A-Za-z]{1,7})[-/. ]*${DAY}(?:st|nd|rd|th)?[-/. ,']+(?<year>20${D}{2})${STOP}`,
  `(?<![\\w/.-])(?<year>20\\d\\d)[-/. ]*(?<month>[A-Za-z]{3,9})[-/. ]*(?<day>\\d{1,2})(?!\\w)`,
  `(?<=\\d:[0-5]\\d)(?<day>\\d\\d)[-/.](?<month>\\d\\d)[-/.](?<year>20\\d\\d)${STOP}`,
  `(?<=${LABEL})(?<day>\\d\\d) (?<month>\\d\\d) (?<year>20\\d\\d)${STOP}`,
  `(?<!\\d)(?<day>0[1-9]|[12]\\d|3[01])${STROKE}(?<month>0[1-9]|1[0-2])${STROKE}(?<year>20[12]\\d)(?!\\d)`,
].map((form) => new RegExp(`(?=${form})`, 'dg'))

/** The dates in a row, none later than `today`, with less confidence if characters had to be corrected. */
export function findDates(row: Row, today: string): Found<string>[] {
  return findPlacedDates(row, today).flatMap(({ found }) => (isPossible(found.value, today) ? [found] : []))
}

type Placed = { found: Found<string>; start: number; end: number }

export function findPlacedDates(row: Row, latest: string): Placed[] {
  return FORMS.flatMap((form) =>
    [...row.text.matchAll(form)].flatMap((match) => {
      const parts = match.groups as Parts
      const [start, end] = [match.index, endOf(match)]
      const value = toIsoDate(parts, latest)
      const [text, words] = [row.text.slice(start, end), wordsAt(row, start, end)]
      if (value === undefined || words.length === 0) return []
      const clear = !/^\d+$/.test(text) && isClear(parts)
      const found = { value, confidence: confidenceOf(words) * (clear ? 1 : GUESS_FACTOR), box: boundingBox(words) }
      return { found, start, end }
    }),
  )
}

function isClear({ year, month, day }: Parts): boolean {
  return /^\d+$/.test(year + day) && (/^\d+$/.test(month) || month.length > 2)
}

function endOf({ indices, index }: RegExpExecArray): number {
  return Math.max(index, ...Object.values(indices?.groups ?? {}).map(([, end]) => end))
}

function toIsoDate({ year, month, day }: Parts, latest: string): string | undefined {
  const years = toDigits(year.replace(' ', '')).slice(-2)
  const text = `20${years}-${toMonth(month)}-${fixLeadingDigit(toDigits(day))}`
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return undefined
  return text <= latest ? text : undefined
}

function isPossible(date: string, today: string): boolean {
  return date <= today && Number(today.slice(0, 4)) - Number(date.slice(0, 4)) <= MAX_YEARS_BACK
}

/** A crossed zero is misread as 8: there is no day 83 and no month 83. */
const fixLeadingDigit = (digits: string) => digits.padStart(2, '0').replace(/^8/, '0')

function toMonth(text: string): string {
  if (text.length < 3) return fixLeadingDigit(toDigits(text))
  const name = toLetters(text)
  if (name.length > SHORT_LETTERS && !LONG_MONTHS.some((month) => isNear(month, name))) return NO_MONTH
  const short = MALAY_MONTHS[name.slice(0, 3)] ?? name.slice(0, 3)
  const [index, another] =
    [(month: string) => month === short.replace(/I$/, 'L'), (month: string) => isNear(month, short)]
      .map((is) => MONTHS.flatMap((month, at) => (is(month) ? [at] : [])))
      .find((months) => months.length > 0) ?? []
  return index === undefined || another !== undefined ? NO_MONTH : String(index + 1).padStart(2, '0')
}

/** The date of the receipt: the one that most OCR passes agree on, preferably beside `Date` or a time. */
export function chooseDate(pages: Row[][], today: string): Found<string> | undefined {
  const all = pages.map((rows) => findCandidates(rows, today))
  const own = all.map((candidates) => candidates.filter(({ isOther }) => !isOther))
  const scores = new Map<string, { score: number; rank: number; found: Found<string> }>()
  for (const candidates of own.some(({ length }) => length > 0) ? own : all) {
    for (const [value, places] of Map.groupBy(candidates, ({ found }) => found.value)) {
      const [best] = places.toSorted((one, other) => other.score - one.score)
      if (!best) continue
      const rank = best.score + (new Set(places.map(({ row }) => row)).size > 1 ? BONUS : 0)
      const before = scores.get(value) ?? { score: 0, rank: 0, found: best.found }
      scores.set(value, { ...before, score: before.score + best.score, rank: before.rank + rank })
    }
  }
  const [first, second] = [...scores.values()].toSorted((one, other) => other.rank - one.rank)
  if (!first || first.rank - (second?.rank ?? 0) < MIN_LEAD) return undefined
  return { ...first.found, confidence: Math.min(1, first.score / pages.length) }
}

/** A date that may be that of the receipt; `isOther` if only for lack of another. */
type Candidate = { found: Found<string>; row: Row; score: number; isOther: boolean }

function findCandidates(rows: Row[], today: string): Candidate[] {
  const latest = `${Number(today.slice(0, 4)) + MAX_YEARS_AHEAD}${today.slice(4)}`
  return rows.flatMap((row, line) => {
    const dates = findPlacedDates(row, latest)
    const bonus = [/date|tarikh/i, /\d:\d\d/].filter((sign) => sign.test(row.text)).length * BONUS
    return dates.flatMap((date) => {
      if (!isPossible(date.found.value, today)) return []
      const before = row.text.slice(0, date.start)
      const above = /[a-z]/i.test(before) || /\d:\d\d/.test(row.text) ? '' : (rows[line - 1]?.text ?? '')
      if (IS_NEVER.test(before) || IS_NEVER_ABOVE.test(above) || isOfPeriod(date, dates, row)) return []
      const isOther = OTHER_STEP.test(before) || OTHER_STEP_ABOVE.test(above)
      return { found: date.found, row, score: date.found.confidence + (isOther ? -BONUS : bonus), isOther }
    })
  })
}

function isOfPeriod(date: Placed, dates: Placed[], { text }: Row): boolean {
  const isEnd = (from: Placed, to: Placed) => from.end < to.start && PERIOD.test(text.slice(from.end, to.start))
  return dates.some((other) => other.found.value !== date.found.value && (isEnd(date, other) || isEnd(other, date)))
}

const BONUS = 0.3
const MIN_LEAD = 0.2
