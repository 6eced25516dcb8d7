import { asLetters, isClose } from './look-alikes.ts'

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

const CHANGE = ['CHANGE', 'BAKI']
/** What came back, or what is left of a deposit, a card or a wallet. */
const BALANCE = ['BALANCE', 'BAL']
/** They are near `CHANGE`. */
const CHARGES = ['CHARGE', 'CHARGES', 'CHARGED']
const TOTAL = ['TOTAL', 'JUMLAH', 'NETT']
const AMOUNT = ['AMOUNT', 'AMT', 'AMAUN']
const COUNT = ['QTY', 'QTYS', 'QUANTITY', 'KUANTITI', 'ITEM', 'ITEMS', 'PCS', 'COUNT', 'PAX', 'KEPING']
const POINTS = ['POINTS', 'POINT', 'PTS', 'MATA', 'GANJARAN']
/** Whose balance has nothing to do with this purchase. */
const OF_A_CARD = [
  'CARD',
  'KAD',
  'WALLET',
  'EWALLET',
  'MEMBER',
  'MEMBERSHIP',
  'AHLI',
  'PREPAID',
  'REMAINING',
  'AFTER',
  'POINTS',
]
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
  'KECIL',
]
const INCLUDING = ['INCL', 'INC', 'INCLUSIVE', 'INCLUDING', 'INCLUSIVEGST']
const INCLUDED = ['INCLUDES', 'INCLUDED']
const TAX = ['TIP', 'TIPS', 'GST', 'SST', 'TAX', 'SVC', 'SERVICE', 'CUKAI', '6ST', 'BST', 'VAT']
const PAYABLE = [
  'GRAND',
  'NET',
  'NETT',
  'PAYABLE',
  'DUE',
  'FINAL',
  'BERSIH',
  'ROUNDED',
  'AFTER',
  'BILL',
  'BESAR',
  'PERLU',
]
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
const GIVEN = [
  ...['CASH', 'TUNAI', 'TENDERED', 'TENDER', 'RECEIVED', 'DITERIMA', 'PAID'],
  ...['ACCEPTED', 'INSERTED', 'DIMASUKKAN'],
]
const PAID = [
  ...GIVEN,
  'PAYMENT',
  'PAY',
  'VOUCHER',
  'BAUCAR',
  'COUPON',
  'DEPOSIT',
  'CHEQUE',
  'VISA',
  'MASTER',
  'MASTERCARD',
  'CREDIT',
  'DEBIT',
  'CARD',
  'EWALLET',
  'TNG',
  'NETS',
  'GRABPAY',
  'BOOST',
  'DUITNOW',
  'BAYAR',
  'BAYARAN',
]
/** Two of them make the head of a table. */
const HEADS = [
  ...['QTY', 'ITEM', 'DESCRIPTION', 'DESC', 'PRICE', 'UNIT', 'CODE', 'AMOUNT', 'AMT', 'TOTAL', 'TAX', 'DISC', 'UOM'],
  ...['HARGA', 'KUANTITI', 'PERKARA', 'JUMLAH'],
]
const PARKING = ['PARKING', 'PARKIR', 'LETAK']
const FEE = ['FEE', 'FEES', 'CAJ', 'CHARGE', 'CHARGES', 'BAYARAN']
const SUMMARY = ['SUMMARY', 'ANALYSIS', 'RINGKASAN']
const FILLERS = ['SALES', 'SALE', 'OF', 'THE', 'RM', 'MYR', 'NO', 'DATE', 'BY', 'FOR', 'RATE', 'AND']
const LETTERS_TO_BE_NEAR = 5
const LETTERS_AT_MOST = 30
/** All that a word may be made of whose spaces were lost, the longest first. */
const KNOWN = [
  ...new Set([
    ...[CHANGE, BALANCE, TOTAL, AMOUNT, COUNT, DISCOUNT, BEFORE, INCLUDING, INCLUDED, TAX, PAYABLE, ROUNDING].flat(),
    ...[BACK, OTHERWISE, PAID, HEADS, PARKING, FEE, SUMMARY, FILLERS].flat(),
  ]),
].toSorted((one, other) => other.length - one.length)

/** What the words of a row say that its amount is. */
export function labelOf(text: string): Label {
  const words = wordsOf(text)
  const has = (names: string[]) => words.some((word) => names.some((name) => isNamed(word, name)))
  if (words.join('').includes('SUBTOTAL')) return 'subtotal'
  const isTotal = has([...TOTAL, 'SUBTOTAL'])
  if (has(CHANGE) && (!isTotal || words.some((word) => CHANGE.includes(word)))) return 'change'
  if (has(BACK) && has(AMOUNT)) return 'change'
  if (has(OTHERWISE) || isToDate(words)) return 'count'
  if (has(BALANCE) && !has(['DUE', 'PAYABLE'])) return has(OF_A_CARD) ? 'count' : 'balance'
  if (has(POINTS)) return 'count'
  if (isTotal) return labelOfTotal(has)
  if (has(ROUNDING)) return 'rounding'
  if (has(DISCOUNT)) return 'discount'
  if (has(AMOUNT) && has(PAYABLE)) return 'payable'
  if (has(BALANCE)) return 'payable'
  if (has(PARKING) && has(FEE)) return 'total'
  if (has(PAID)) return 'paid'
  if (has(TAX)) return 'tax'
  if (has(['DUE', 'PAYABLE'])) return 'payable'
  return has(AMOUNT) && !has(BEFORE) && /\d/.test(text) ? 'total' : 'item'
}

/** Whether a row names the columns of a table, and no amount. */
export function isHeadOfTable(text: string): boolean {
  const heads = wordsOf(text).filter((word) => HEADS.includes(word))
  return new Set(heads).size > 1
}

/** Whether a row begins what a tax office wants to know. */
export function beginsTaxTable(text: string): boolean {
  const words = wordsOf(text)
  return words.some((word) => TAX.includes(word)) && words.some((word) => SUMMARY.some((name) => isNamed(word, name)))
}

function wordsOf(text: string): string[] {
  const apart = text.replace(/([a-z])([A-Z])/g, '$1 $2')
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
  return word === name || (name.length >= LETTERS_TO_BE_NEAR && isClose(word, name) && !CHARGES.includes(word))
}
