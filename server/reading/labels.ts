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
const TOTAL = ['TOTAL', 'JUMLAH', 'NETT']
const COUNT = ['QTY', 'QTYS', 'QUANTITY', 'ITEM', 'ITEMS', 'PCS', 'POINTS', 'TENDER', 'COUNT']
const DISCOUNT = ['DISCOUNT', 'DISC', 'SAVING', 'SAVINGS', 'PROMOTION', 'SAVED']
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
const PAYABLE = ['GRAND', 'NET', 'NETT', 'PAYABLE', 'DUE', 'ROUNDED', 'AFTER', 'BILL', 'BESAR']
const ROUNDING = ['ROUNDING', 'ROUND', 'ADJUSTMENT', 'ADJ', 'PEMBUNDARAN', 'BUNDAR']
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
  if (has(CHANGE) && !has(TOTAL)) return 'change'
  if (has(TOTAL) || has(['SUBTOTAL'])) return labelOfTotal(has)
  if (has(ROUNDING)) return 'rounding'
  if (has(DISCOUNT)) return 'discount'
  if (has(['AMOUNT', 'AMT', 'BALANCE', 'BAL']) && has(['DUE', 'PAYABLE'])) return 'payable'
  if (has(PAID)) return 'paid'
  if (has(TAX)) return 'tax'
  return has(['DUE', 'PAYABLE']) ? 'payable' : 'item'
}

function labelOfTotal(has: (names: string[]) => boolean): Label {
  if (has(DISCOUNT)) return 'discount'
  if (has(COUNT)) return 'count'
  if (has(BEFORE)) return 'subtotal'
  if (has(INCLUDED)) return 'included'
  if (has(INCLUDING)) return 'payable'
  if (has(TAX) && !has(['PAYABLE', 'DUE'])) return 'tax'
  if (has(ROUNDING) && !has(PAYABLE)) return 'rounding'
  return has(PAYABLE) ? 'payable' : 'total'
}

function isNamed(word: string, name: string): boolean {
  return word === name || (name.length >= LETTERS_TO_BE_NEAR && isNear(word, name))
}
