import { asLetters, isNear } from './look-alikes.ts'

/** What a row of a receipt is about. */
export type Label =
  | 'payable'
  | 'total'
  | 'included'
  | 'subtotal'
  | 'rounding'
  | 'paid'
  | 'change'
  | 'tax'
  | 'discount'
  | 'count'
  | 'item'

const CHANGE = ['CHANGE', 'BAKI']
/** They are near `CHANGE`. */
const CHARGES = ['CHARGE', 'CHARGES', 'CHARGED']
const TOTAL = ['TOTAL', 'JUMLAH', 'NETT']
const AMOUNT = ['AMOUNT', 'AMT', 'AMAUN']
const COUNT = ['QTY', 'QTYS', 'QUANTITY', 'KUANTITI', 'ITEM', 'ITEMS', 'PCS', 'POINTS', 'COUNT']
const DISCOUNT = ['DISCOUNT', 'DISC', 'DISKAUN', 'SAVING', 'SAVINGS', 'PROMOTION', 'SAVED', 'JIMAT']
const BEFORE = [
  'SUB',
  'SUBTOTAL',
  'EXCL',
  'EXC',
  'EXCLUDING',
  'EXCLUDED',
  'EXCLUSIVE',
  'TAXABLE',
  'BEFORE',
  'SUPPLIES',
  'GROSS',
]
const INCLUDING = ['INCL', 'INC', 'INCLUSIVE', 'INCLUDING', 'INCLUSIVEGST']
const INCLUDED = ['INCLUDES', 'INCLUDED']
const TAX = ['GST', 'SST', 'TAX', 'SVC', 'SERVICE', 'CUKAI', '6ST', 'BST', 'VAT']
const PAYABLE = ['GRAND', 'NET', 'NETT', 'PAYABLE', 'DUE', 'ROUNDED', 'AFTER', 'BILL', 'BESAR', 'PERLU']
const ROUNDING = ['ROUNDING', 'ROUND', 'ADJUSTMENT', 'ADJ', 'PEMBUNDARAN', 'BUNDAR']
/** What came back. */
const BACK = ['BACK', 'RETURNED']
/** What was bought, owed or allowed beside this one purchase: it is no total of it. */
const OTHERWISE = [
  'YEAR',
  'YTD',
  'SPEND',
  'SPENT',
  'SPENDING',
  'ACCUMULATED',
  'TERKUMPUL',
  'PREVIOUS',
  'FORWARD',
  'OUTSTANDING',
  'TUNGGAKAN',
  'LIMIT',
]
/** What was given, whatever else the row says. */
const GIVEN = ['CASH', 'TUNAI', 'TENDERED', 'TENDER', 'RECEIVED', 'DITERIMA', 'PAID']
const PAID = [
  'CASH',
  'TENDERED',
  'TENDER',
  'PAID',
  'PAYMENT',
  'VISA',
  'MASTER',
  'MASTERCARD',
  'CREDIT',
  'DEBIT',
  'CARD',
  'RECEIVED',
  'DITERIMA',
  'TUNAI',
  'EWALLET',
  'GRABPAY',
  'BOOST',
  'DUITNOW',
  'BAYAR',
  'BAYARAN',
]
const LETTERS_TO_BE_NEAR = 5

/** What the words of a row say that its amount is. */
export function labelOf(text: string): Label {
  const words = asLetters(text)
    .replace(/[^A-Z ]+/g, ' ')
    .split(' ')
  const has = (names: string[]) => words.some((word) => names.some((name) => isNamed(word, name)))
  const isTotal = has([...TOTAL, 'SUBTOTAL'])
  if (has(CHANGE) && (!isTotal || words.some((word) => CHANGE.includes(word)))) return 'change'
  if (has(BACK) && has(AMOUNT)) return 'change'
  if (has(OTHERWISE) || isToDate(words)) return 'count'
  if (isTotal) return labelOfTotal(has)
  if (has(ROUNDING)) return 'rounding'
  if (has(DISCOUNT)) return 'discount'
  if (has(AMOUNT) && has(PAYABLE)) return 'payable'
  if (has(['BALANCE', 'BAL']) && has(['DUE', 'PAYABLE'])) return 'payable'
  if (has(PAID)) return 'paid'
  if (has(TAX)) return 'tax'
  if (has(['DUE', 'PAYABLE'])) return 'payable'
  return has(AMOUNT) && !has(BEFORE) && /\d/.test(text) ? 'total' : 'item'
}

function labelOfTotal(has: (names: string[]) => boolean): Label {
  if (has(DISCOUNT)) return 'discount'
  if (has(COUNT)) return 'count'
  if (has(BEFORE)) return 'subtotal'
  if (has(GIVEN) && !has(PAYABLE)) return 'paid'
  if (has(INCLUDED)) return 'included'
  if (has(INCLUDING)) return 'payable'
  if (has(TAX) && !has(['PAYABLE', 'DUE'])) return 'tax'
  if (has(ROUNDING) && !has(PAYABLE)) return 'rounding'
  return has(PAYABLE) ? 'payable' : 'total'
}

/** All that was bought so far. */
function isToDate(words: string[]): boolean {
  return words.some((word, index) => word === 'TO' && words[index + 1] === 'DATE')
}

function isNamed(word: string, name: string): boolean {
  return word === name || (name.length >= LETTERS_TO_BE_NEAR && isNear(word, name) && !CHARGES.includes(word))
}
