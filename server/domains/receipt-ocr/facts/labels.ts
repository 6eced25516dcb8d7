import {
  AMOUNT,
  BACK,
  BALANCE,
  BEFORE,
  CHANGE,
  COUNT,
  DISCOUNT,
  FEE,
  GIVEN,
  HEADS,
  INCLUDED,
  INCLUDING,
  KNOWN,
  NO_MISPRINTS,
  OF_A_CARD,
  OTHERWISE,
  PAID,
  PARKING,
  PAYABLE,
  POINTS,
  ROUNDING,
  SUMMARY,
  TAX,
  TOTAL,
} from './label-words.ts'
import { asLetters, isClose } from './similar-characters.ts'

/** What a row of a receipt is about. */
export type Label =
  | 'payable'
  | 'total'
  | 'included'
  | 'subtotal'
  | 'rounding'
  | 'paid'
  | 'change'
  | 'balance'
  | 'tax'
  | 'discount'
  | 'count'
  | 'item'

const LETTERS_TO_BE_NEAR = 5
const LETTERS_AT_MOST = 30
/** `3 ITEMS TOTAL 4.50` and `Qty: 3 Total: 4.50` name a total after a count. */
const COUNT_BESIDE_TOTAL =
  /^.*?(?:\b\d{1,4} ?(?:items?|pcs|qty)|\b(?:items?|qty|pcs|quantity)(?:\(s\))?\W{0,3}\d{1,4})(?:\(s\))?\W+(?=total)/i
/** What the words of a row say that its amount is. */
export function labelOf(text: string): Label {
  const words = wordsOf(text)
  const has = (names: string[]) => words.some((word) => names.some((name) => isNamed(word, name)))
  if (words.join('').includes('SUBTOTAL')) return 'subtotal'
  if (has(POINTS)) return 'count'
  if (isToPay(words)) return 'payable'
  if (words[0] === 'CHG') return 'change'
  const isTotal = has([...TOTAL, 'SUBTOTAL'])
  if (has(CHANGE) && (!isTotal || words.some((word) => CHANGE.includes(word)))) return 'change'
  if (has(BACK) && has(AMOUNT)) return 'change'
  if (has(OTHERWISE) || isToDate(words)) return 'count'
  if (has(BALANCE) && !has(['DUE', 'PAYABLE'])) return has(OF_A_CARD) ? 'count' : 'balance'
  if (isTotal) return isTaxToPay(words) ? 'tax' : labelOfTotal(has)
  if (has(ROUNDING)) return 'rounding'
  if (has(DISCOUNT)) return 'discount'
  if (has(AMOUNT) && has(PAYABLE)) return 'payable'
  if (has(BALANCE)) return 'payable'
  if (has(PARKING) && has(FEE)) return 'total'
  if (has(PAID)) return 'paid'
  if (has(TAX)) return 'tax'
  if (has(['DUE', 'PAYABLE'])) return 'payable'
  if (!has(AMOUNT) || !/\d/.test(text)) return 'item'
  return has(BEFORE) ? 'subtotal' : 'total'
}

/** Whether a row names the columns of a table, and no amount. `Total Amount` is one column, or what is to be paid. */
export function isHeadOfTable(text: string): boolean {
  const heads = wordsOf(text).filter((word) => HEADS.includes(word))
  return new Set(heads.map((word) => (AMOUNT.includes(word) ? 'TOTAL' : word))).size > 1
}

/** Whether a row begins what a tax office wants to know. */
export function beginsTaxTable(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => TAX.includes(word)) && words.some((word) => SUMMARY.some((name) => isNamed(word, name)))
}

function wordsOf(text: string): string[] {
  const apart = text
    .replace(COUNT_BESIDE_TOTAL, '')
    .replace(/\bS[./](?=T[O0]TAL)/gi, 'SUB')
    .replace(/\bS[./](?=CH)/gi, 'SVC ')
    .replace(/\bw\/(o?) ?(?=[gst])/gi, (_, without) => (without ? 'without ' : 'with '))
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z]{3})(?=\d+(?:[.%\s]|$))/g, '$1 ')
    .replace(/\b(?:[A-Z] ){3,}[A-Z]\b/g, (spaced) => spaced.replaceAll(' ', ''))
    .replace(/\bcash ?(?=sales?\b|bill\b)/gi, '')
  const words = asLetters(apart)
    .replace(/[^A-Z ]+/g, ' ')
    .split(' ')
  return words.flatMap((word) => wordsIn(word) ?? [word])
}

/** The known words that a word is made of, where it is made of nothing else. */
function wordsIn(word: string): string[] | undefined {
  if (word === '') return []
  if (word.length > LETTERS_AT_MOST) return undefined
  for (const known of KNOWN.filter((name) => word.startsWith(name))) {
    const rest = wordsIn(word.slice(known.length))
    if (rest) return [known, ...rest]
  }
  return undefined
}

function labelOfTotal(has: (names: string[]) => boolean): Label {
  if (has(DISCOUNT) && !has(['AFTER'])) return 'discount'
  if (has(COUNT)) return 'count'
  if (has(BEFORE)) return 'subtotal'
  if (has(GIVEN) && !has(PAYABLE)) return 'paid'
  if (has(INCLUDED)) return 'included'
  if (has(INCLUDING)) return 'payable'
  if (has(TAX) && !has(['PAYABLE', 'DUE'])) return 'tax'
  if (has(ROUNDING) && !has(PAYABLE)) return 'rounding'
  return has(PAYABLE) ? 'payable' : 'total'
}

/** What is still to be paid. */
function isToPay(words: string[]): boolean {
  return /\b(?:TO (?:PAY|BE)|PLEASE PAY)\b/.test(words.join(' '))
}

/** `Total GST Payable` is a tax, `Total Payable (GST 6%)` is not. */
function isTaxToPay(words: string[]): boolean {
  return words.some((word, index) => TAX.includes(word) && ['PAYABLE', 'DUE'].includes(words[index + 1] ?? ''))
}

/** All that was bought so far. */
function isToDate(words: string[]): boolean {
  return words.some((word, index) => word === 'TO' && words[index + 1] === 'DATE')
}

function isNamed(word: string, name: string): boolean {
  return word === name || (name.length >= LETTERS_TO_BE_NEAR && isClose(word, name) && !NO_MISPRINTS.includes(word))
}
