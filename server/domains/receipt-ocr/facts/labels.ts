import {
  AMOUNT,
  BACK,
  BALANCE,
  BEFORE,
  CARD,
  CHANGE,
  COLUMN_HEADERS,
  COUNT,
  DISCOUNT,
  FEE,
  GIVEN,
  INCLUDED,
  INCLUDING,
  KNOWN,
  NOT_MISREAD,
  OTHER_PURCHASES,
  PAID,
  PARKING,
  PAYABLE,
  POINTS,
  ROUNDING,
  SUMMARY,
  TAX,
  TOTAL,
} from './keywords.ts'
import { isClose, toLetters } from './similar-characters.ts'

/** The role of a row of a receipt. */
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

/** Not `FISHING NET 5.00`. */
const NET_SALES = /^\W*net(?: ?sales?)?\W*(?:RM|MYR)?\W*\d/i

/** The labels of an amount that is the total. */
export const TOTAL_LABELS: Label[] = ['payable', 'total', 'included']

const MIN_LETTERS_TO_CORRECT = 5
const MAX_LETTERS = 30
/** `3 ITEMS TOTAL 4.50` and `Qty: 3 Total: 4.50` name a total after a count. */
const COUNT_BESIDE_TOTAL =
  /^.*?(?:\b\d{1,4} ?(?:items?|pcs|qty)|\b(?:items?|qty|pcs|quantity)(?:\(s\))?\W{0,3}\d{1,4})(?:\(s\))?\W+(?=total)/i

/** `TOTAL (QTY 3) 4.50` and `TOTAL FOR 3 ITEMS 4.50` too. */
const COUNT_OF_TOTAL =
  /(?<=\btotal)\W*(?:\((?:qty|items?)\W{0,2}\d{1,4}\)|(?:for )?\d{1,4} ?(?:items?|qty|pcs)(?:\(s\))?)(?=.*\d[.,]\d\d)/i

/** The role of a row's amount by its words. */
export function classifyRow(text: string): Label {
  const words = splitIntoWords(text)
  const has = (names: string[]) => words.some((word) => names.some((name) => isNamed(word, name)))
  if (words.join('').includes('SUBTOTAL')) return 'subtotal'
  if (has(POINTS)) return 'count'
  if (isToPay(words)) return 'payable'
  if (words[0] === 'CHG') return 'change'
  const isTotal = has([...TOTAL, 'SUBTOTAL'])
  if (has(CHANGE) && (!isTotal || words.some((word) => CHANGE.includes(word)))) return 'change'
  if (has(BACK) && has(AMOUNT)) return 'change'
  if (has(OTHER_PURCHASES) || isToDate(words)) return 'count'
  if (has(BALANCE) && !has(['DUE', 'PAYABLE'])) return has(CARD) ? 'count' : 'balance'
  if (isTotal) return isTaxPayable(words) ? 'tax' : classifyTotal(has)
  if (has(ROUNDING)) return 'rounding'
  if (has(DISCOUNT)) return 'discount'
  if (has(AMOUNT) && has(PAYABLE)) return 'payable'
  if (has(BALANCE)) return 'payable'
  if (has(PARKING) && has(FEE)) return 'total'
  if (has(PAID)) return 'paid'
  if (has(TAX)) return 'tax'
  if (has(['DUE', 'PAYABLE'])) return 'payable'
  if (NET_SALES.test(text)) return 'payable'
  if (!has(AMOUNT) || !/\d/.test(text)) return 'item'
  return has(BEFORE) ? 'subtotal' : 'total'
}

/** Whether a row is the header of a table. `Total Amount` is one column, or the amount to pay. */
export function isTableHeader(text: string): boolean {
  const headers = splitIntoWords(text).filter((word) => COLUMN_HEADERS.includes(word))
  return new Set(headers.map((word) => (AMOUNT.includes(word) ? 'TOTAL' : word))).size > 1
}

/** Whether a row starts the tax summary. */
export function startsTaxTable(text: string): boolean {
  const words = splitIntoWords(text)
  return words.some((word) => TAX.includes(word)) && words.some((word) => SUMMARY.some((name) => isNamed(word, name)))
}

function splitIntoWords(text: string): string[] {
  const separated = text
    .replace(/\bt ?[o0] ?t ?a ?l\b|\bj ?u ?m ?l ?a ?h\b/gi, (split) => split.replaceAll(' ', ''))
    .replace(COUNT_BESIDE_TOTAL, '')
    .replace(COUNT_OF_TOTAL, '')
    .replace(/\bround(?: ?e?d)?(?= total)/gi, 'rounded')
    .replace(/\bS[./](?=T[O0]TAL)/gi, 'SUB')
    .replace(/\bS[./](?=CH)/gi, 'SVC ')
    .replace(/\bw\/(o?) ?(?=[gst])/gi, (_, without) => (without ? 'without ' : 'with '))
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z]{3})(?=\d+(?:[.%\s]|$))/g, '$1 ')
    .replace(/\b(?:[A-Z] ){3,}[A-Z]\b/g, (spaced) => spaced.replaceAll(' ', ''))
    .replace(/\bcash ?(?=sales?\b|bill\b)/gi, '')
  const words = toLetters(separated)
    .replace(/[^A-Z ]+/g, ' ')
    .split(' ')
  return words.flatMap((word) => splitJoinedWord(word) ?? [word])
}

/** Splits a word whose spaces were lost into known words; undefined if it has other parts. */
function splitJoinedWord(word: string): string[] | undefined {
  if (word === '') return []
  if (word.length > MAX_LETTERS) return undefined
  for (const known of KNOWN.filter((name) => word.startsWith(name))) {
    const rest = splitJoinedWord(word.slice(known.length))
    if (rest) return [known, ...rest]
  }
  return undefined
}

function classifyTotal(has: (names: string[]) => boolean): Label {
  if (has(DISCOUNT) && !has(['AFTER'])) return 'discount'
  if (has(COUNT)) return 'count'
  if (has(BEFORE)) return 'subtotal'
  if (has(GIVEN) && !has(PAYABLE)) return 'paid'
  if (has(INCLUDED)) return 'included'
  if (has(INCLUDING) || has(['AFTER'])) return 'payable'
  if (has(TAX) && !has(['PAYABLE', 'DUE'])) return 'tax'
  if (has(ROUNDING) && !has(PAYABLE)) return 'rounding'
  return has(PAYABLE) ? 'payable' : 'total'
}

/** The amount to pay. */
function isToPay(words: string[]): boolean {
  return /\b(?:TO (?:PAY|BE)|PLEASE PAY)\b/.test(words.join(' '))
}

/** `Total GST Payable` is a tax, `Total Payable (GST 6%)` is not. */
function isTaxPayable(words: string[]): boolean {
  return words.some((word, index) => TAX.includes(word) && ['PAYABLE', 'DUE'].includes(words[index + 1] ?? ''))
}

/** The sum of all purchases so far. */
function isToDate(words: string[]): boolean {
  return words.some((word, index) => word === 'TO' && words[index + 1] === 'DATE')
}

function isNamed(word: string, name: string): boolean {
  return word === name || (name.length >= MIN_LETTERS_TO_CORRECT && isClose(word, name) && !NOT_MISREAD.includes(word))
}
