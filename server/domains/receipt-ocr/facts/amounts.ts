import { type Box, boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import { DIGIT_CHARS, toDigits } from './similar-characters.ts'

/** Money in a row; `start` is its position. It was read `clear`, with `corrected` characters, or without its point. */
export type Amount = { sen: number; how: How; confidence: number; box: Box; start: number }
type How = 'clear' | 'corrected' | 'dotless'

const FORMS: [How, RegExp][] = [
  [
    'clear',
    /(?<![\d.,/]|\d[-:])(-?)(?:(\d{1,3}(?:,\d{3})+|\d{1,6}) ?[.,] ?|(?<=^|[ M])[.])(\d{2})(?![\d%]|[.,:/]\d|[.,]?\d)(-?)/g,
  ],
  [
    'corrected',
    new RegExp(
      `(?<![\\w.,:/])(?:R[MHNXK]|[$£]M?)? ?(-?)([${DIGIT_CHARS}]{1,6}) ?[.,] ?([${DIGIT_CHARS}]{2})(?![\\w%]|[.,:/]\\d)(-?)`,
      'g',
    ),
  ],
  [
    'corrected',
    new RegExp(`(?<!\\w)R[MHNXK] ?(-?)([${DIGIT_CHARS}]{1,4})[:;]([${DIGIT_CHARS}]{2})(?![\\w:])(-?)`, 'g'),
  ],
  [
    'dotless',
    new RegExp(
      `(?<![\\w.,:/*-]|[*X]{2} )(?:R[MHNXK]|[$£]M?)?(-?)([${DIGIT_CHARS}]{1,4}) ?([\\dOo]{2})(-?)(?=\\W*$|\\W+[A-Z]{1,3}$)`,
      'g',
    ),
  ],
]
const CONFIDENCE_FACTOR: Record<How, number> = { clear: 1, corrected: 0.7, dotless: 0.5 }

/** The amounts of a row, from left to right. A clear amount takes the place of guesses. */
export function findAmounts(row: Row): Amount[] {
  const taken: { start: number; end: number }[] = []
  const found = FORMS.flatMap(([how, form]) =>
    [...row.text.matchAll(form)].flatMap((match) => {
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken.some((other) => other.start < end && start < other.end)) return []
      const amount = toAmount(row, match, how)
      if (amount) taken.push({ start, end })
      return amount ?? []
    }),
  )
  return found.toSorted((one, other) => one.start - other.start)
}

function toAmount(row: Row, match: RegExpExecArray, how: How): Amount | undefined {
  const [whole, before = '', ringgit = '0', sen = '', after = ''] = match
  if (!/\d/.test(ringgit + sen)) return undefined
  const words = wordsAt(row, match.index, match.index + whole.length)
  const value = Number(toDigits(ringgit).replaceAll(',', '')) * 100 + Number(toDigits(sen))
  if (words.length === 0 || !Number.isSafeInteger(value)) return undefined
  const confidence = confidenceOf(words) * CONFIDENCE_FACTOR[how]
  return { sen: before || after ? -value : value, how, confidence, box: boundingBox(words), start: match.index }
}
