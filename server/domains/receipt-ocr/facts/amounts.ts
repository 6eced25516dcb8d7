import { type Box, boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import { asDigits, digitLike } from './similar-characters.ts'

/** Money in a row; `start` where in the row's text. How it is printed: `clear`, with signs `mended`, or without its point. */
export type Amount = { sen: number; how: How; confidence: number; box: Box; start: number }
type How = 'clear' | 'mended' | 'dotless'

const FORMS: [How, RegExp][] = [
  [
    'clear',
    /(?<![\d.,/]|\d[-:])(-?)(?:(\d{1,3}(?:,\d{3})+|\d{1,6}) ?[.,] ?|(?<=^|[ M])[.])(\d{2})(?![\d%]|[.,:/]\d|[.,]?\d)(-?)/g,
  ],
  [
    'mended',
    new RegExp(
      `(?<![\\w.,:/])(?:R[MHNXK]|[$£]M?)? ?(-?)([${digitLike}]{1,6}) ?[.,] ?([${digitLike}]{2})(?![\\w%]|[.,:/]\\d)(-?)`,
      'g',
    ),
  ],
  ['mended', new RegExp(`(?<!\\w)R[MHNXK] ?(-?)([${digitLike}]{1,4})[:;]([${digitLike}]{2})(?![\\w:])(-?)`, 'g')],
  [
    'dotless',
    new RegExp(
      `(?<![\\w.,:/*-]|[*X]{2} )(?:R[MHNXK]|[$£]M?)?(-?)([${digitLike}]{1,4}) ?([\\dOo]{2})(-?)(?=\\W*$|\\W+[A-Z]{1,3}$)`,
      'g',
    ),
  ],
]
const TRUST: Record<How, number> = { clear: 1, mended: 0.7, dotless: 0.5 }

/** The amounts of a row, from left to right. What is clear hides what would be a guess at the same place. */
export function amountsIn(row: Row): Amount[] {
  const taken: { start: number; end: number }[] = []
  const found = FORMS.flatMap(([how, form]) =>
    [...row.text.matchAll(form)].flatMap((match) => {
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken.some((other) => other.start < end && start < other.end)) return []
      const amount = amountOf(row, match, how)
      if (amount) taken.push({ start, end })
      return amount ?? []
    }),
  )
  return found.toSorted((one, other) => one.start - other.start)
}

function amountOf(row: Row, match: RegExpExecArray, how: How): Amount | undefined {
  const [whole, before = '', ringgit = '0', sen = '', after = ''] = match
  if (!/\d/.test(ringgit + sen)) return undefined
  const words = wordsAt(row, match.index, match.index + whole.length)
  const value = Number(asDigits(ringgit).replaceAll(',', '')) * 100 + Number(asDigits(sen))
  if (words.length === 0 || !Number.isSafeInteger(value)) return undefined
  const confidence = confidenceOf(words) * TRUST[how]
  return { sen: before || after ? -value : value, how, confidence, box: boundingBox(words), start: match.index }
}
