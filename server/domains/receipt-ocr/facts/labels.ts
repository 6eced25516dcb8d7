import labelScores from './label-scores.json' with { type: 'json' }
import rowWords from './row-words.json' with { type: 'json' }
import { isClose, longestFirst, toLetters } from './similar-characters.ts'

/** The role of a row of a receipt; a total scores most. */
export type Label = keyof typeof labelScores

export const LABEL_SCORES: Record<Label, number> = labelScores

/** The net sales, but not `FISHING NET 5.00`. */
const NET_SALES = /^\W*net(?: ?sales?)?\W*(?:RM|MYR)?\W*\d/i

export const TOTAL_LABELS: Label[] = ['payable', 'total', 'included']

const MIN_LETTERS_TO_CORRECT = 5
const MAX_LETTERS = 30
/** `3 ITEMS TOTAL 4.50` and `Qty: 3 Total: 4.50` name a total after a count. */
const COUNT_BESIDE_TOTAL =
  /^.*?(?:\b\d{1,4} ?(?:items?|pcs|qty)|\b(?:items?|qty|pcs|quantity)(?:\(s\))?\W{0,3}\d{1,4})(?:\(s\))?\W+(?=total)/i

/** `TOTAL (QTY 3) 4.50` and `TOTAL FOR 3 ITEMS 4.50` too. */
const COUNT_OF_TOTAL =
  /(?<=\btotal)\W*(?:\((?:qty|items?)\W{0,2}\d{1,4}\)|(?:for )?\d{1,4} ?(?:items?|qty|pcs)(?:\(s\))?)(?=.*\d[.,]\d\d)/i

/** What a word of a receipt may mean. The words are in English and Malay, in capitals without punctuation. */
type Meaning = keyof typeof rowWords

const NEVER_JOINED: Meaning[] = ['card', 'points', 'not misread']
const JOINED_WORDS = longestFirst(
  (Object.keys(rowWords) as Meaning[]).flatMap((meaning) => (NEVER_JOINED.includes(meaning) ? [] : rowWords[meaning])),
)

type Has = (...meanings: Meaning[]) => boolean

export function classifyRow(text: string): Label {
  const words = splitIntoWords(text)
  const has: Has = (...meanings) => words.some((word) => meanings.some((meaning) => canMean(word, meaning)))
  if (words.join('').includes('SUBTOTAL')) return 'subtotal'
  if (has('points')) return 'count'
  if (isToPay(words)) return 'payable'
  if (words[0] === 'CHG') return 'change'
  const isTotal = has('total', 'subtotal')
  if (has('change') && (!isTotal || words.some((word) => means(word, 'change')))) return 'change'
  if (has('back') && has('amount')) return 'change'
  if (has('other purchases') || isToDate(words)) return 'count'
  // Change, or what is left of a deposit. A balance beside a card or a wallet is not of this purchase.
  if (has('balance') && !has('due')) return has('card') ? 'count' : 'balance'
  if (isTotal) return isTaxPayable(words) ? 'tax' : classifyTotal(has)
  if (has('rounding')) return 'rounding'
  if (has('discount')) return 'discount'
  if (has('amount') && has('payable')) return 'payable'
  if (has('balance')) return 'payable'
  if (has('parking') && has('fee')) return 'total'
  if (has('given', 'paid')) return 'paid'
  if (has('tax')) return 'tax'
  if (has('due')) return 'payable'
  if (NET_SALES.test(text)) return 'payable'
  if (!has('amount') || !/\d/.test(text)) return 'item'
  return has('before') ? 'subtotal' : 'total'
}

/** Whether a row is the header of a table. `Total Amount` is one column, or the amount to pay. */
export function isTableHeader(text: string): boolean {
  const headers = splitIntoWords(text).filter((word) => means(word, 'header'))
  return new Set(headers.map((word) => (means(word, 'amount') ? 'TOTAL' : word))).size > 1
}

export function startsTaxTable(text: string): boolean {
  const words = splitIntoWords(text)
  return words.some((word) => means(word, 'tax')) && words.some((word) => canMean(word, 'summary'))
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
  for (const known of JOINED_WORDS.filter((name) => word.startsWith(name))) {
    const rest = splitJoinedWord(word.slice(known.length))
    if (rest) return [known, ...rest]
  }
  return undefined
}

function classifyTotal(has: Has): Label {
  if (has('discount') && !has('after')) return 'discount'
  if (has('count')) return 'count'
  if (has('before')) return 'subtotal'
  // Payment, whatever else the row says.
  if (has('given') && !has('payable')) return 'paid'
  if (has('included')) return 'included'
  if (has('including', 'after')) return 'payable'
  if (has('tax') && !has('due')) return 'tax'
  if (has('rounding') && !has('payable')) return 'rounding'
  return has('payable') ? 'payable' : 'total'
}

const isToPay = (words: string[]) => /\b(?:TO (?:PAY|BE)|PLEASE PAY)\b/.test(words.join(' '))

/** `Total GST Payable` is a tax, `Total Payable (GST 6%)` is not. */
function isTaxPayable(words: string[]): boolean {
  return words.some((word, index) => means(word, 'tax') && means(words[index + 1] ?? '', 'due'))
}

const isToDate = (words: string[]) => words.some((word, index) => word === 'TO' && words[index + 1] === 'DATE')

const means = (word: string, meaning: Meaning) => rowWords[meaning].includes(word)

/** Whether a word has a meaning, perhaps with a misread letter. `not misread` words only look like such a word. */
function canMean(word: string, meaning: Meaning): boolean {
  const isMisread = (name: string) => name.length >= MIN_LETTERS_TO_CORRECT && isClose(word, name)
  return means(word, meaning) || (!means(word, 'not misread') && rowWords[meaning].some(isMisread))
}
