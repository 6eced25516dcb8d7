/** The words of receipts, in English and Malay, in capitals without punctuation. */

export const CHANGE = ['CHANGE', 'BAKI']
/** Change, or what is left of a deposit, a card or a wallet. */
export const BALANCE = ['BALANCE', 'BAL']
/** Similar to `CHANGE`, `TUNAI` and `BAYAR`, but not misread. */
export const NOT_MISREAD = ['CHARGE', 'CHARGES', 'CHARGED', 'TUNA', 'BAYAM']
export const TOTAL = ['TOTAL', 'TTL', 'JUMLAH', 'NETT']
export const AMOUNT = ['AMOUNT', 'AMT', 'AMAUN']
export const COUNT = [
  'QTY',
  'QTYS',
  'QUANTITY',
  'KUANTITI',
  'ITEM',
  'ITEMS',
  'PCS',
  'COUNT',
  'PAX',
  'PIECES',
  'KEPING',
  'BARANG',
  'UNIT',
  'UNITS',
  'WEIGHT',
  'LITRE',
  'LITRES',
  'LTR',
  'KG',
  'PRODUCTS',
  'STAMPS',
]
export const POINTS = ['POINTS', 'POINT', 'PTS', 'MATA', 'GANJARAN']
/** A balance beside these is not of this purchase. */
export const CARD = [
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
  'OPENING',
  'CLOSING',
]
export const DISCOUNT = [
  'DISCOUNT',
  'DISC',
  'DISKAUN',
  'SAVING',
  'SAVINGS',
  'PROMOTION',
  'SAVED',
  'JIMAT',
  'PENJIMATAN',
  'LESS',
  'REBATE',
  'REBAT',
  'PROMO',
  'POTONGAN',
]
export const BEFORE = [
  'SUB',
  'SUBTOTAL',
  'EX',
  'EXCL',
  'EXC',
  'EXCLUDING',
  'EXCLUDED',
  'EXCLUSIVE',
  'TAXABLE',
  'BEFORE',
  'SUPPLIES',
  'RATED',
  'EXEMPT',
  'GROSS',
  'KECIL',
  'WITHOUT',
  'SEBELUM',
  'TANPA',
]
export const INCLUDING = ['WITH', 'TERMASUK', 'INCL', 'INC', 'INCLUSIVE', 'INCLUDING', 'INCLUSIVEGST']
export const INCLUDED = ['INCLUDES', 'INCLUDED']
export const TAX = [
  'TIP',
  'TIPS',
  'SER',
  'SERV',
  'SRV',
  'SVR',
  'GST',
  'SST',
  'TAX',
  'SVC',
  'SERVICE',
  'CUKAI',
  '6ST',
  'BST',
  'VAT',
]
export const PAYABLE = [
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
export const ROUNDING = [
  'ROUNDING',
  'ROUND',
  'RND',
  'ADJUSTMENT',
  'ADJ',
  'PEMBUNDARAN',
  'BUNDAR',
  'PENGGENAPAN',
  'PELARASAN',
]
/** Change. */
export const BACK = ['BACK', 'RETURN', 'RETURNED']
/** Amounts beyond this purchase. */
export const OTHER_PURCHASES = [
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
/** Payment, whatever else the row says. */
export const GIVEN = [
  ...['CASH', 'TUNAI', 'TENDERED', 'TENDER', 'TEND', 'RECEIVED', 'DITERIMA', 'PAID'],
  ...['ACCEPTED', 'INSERTED', 'DIMASUKKAN', 'GIVEN', 'TERIMA', 'DIBAYAR'],
  ...['VOUCHER', 'BAUCAR', 'COUPON', 'DEPOSIT'],
]
export const PAID = [
  ...GIVEN,
  'PAYMENT',
  'PAY',
  'CHEQUE',
  'MAESTRO',
  'MYDEBIT',
  'AMEX',
  'UNIONPAY',
  'ALIPAY',
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
/** Two of them make the header of a table. */
export const COLUMN_HEADERS = [
  ...['QTY', 'ITEM', 'DESCRIPTION', 'DESC', 'PRICE', 'UNIT', 'CODE', 'AMOUNT', 'AMT', 'TOTAL', 'TAX', 'DISC', 'UOM'],
  ...['HARGA', 'KUANTITI', 'PERKARA', 'JUMLAH'],
]
export const PARKING = ['PARKING', 'PARKIR', 'LETAK']
export const FEE = ['FEE', 'FEES', 'CAJ', 'CHARGE', 'CHARGES', 'BAYARAN']
export const SUMMARY = ['SUMMARY', 'ANALYSIS', 'RINGKASAN']
const FILLERS = ['SALES', 'SALE', 'OF', 'THE', 'RM', 'MYR', 'NO', 'DATE', 'BY', 'FOR', 'RATE', 'AND']
/** The parts of words whose spaces were lost, the longest first. */
export const KNOWN = [
  ...new Set([
    ...[CHANGE, BALANCE, TOTAL, AMOUNT, COUNT, DISCOUNT, BEFORE, INCLUDING, INCLUDED, TAX, PAYABLE, ROUNDING].flat(),
    ...[BACK, OTHER_PURCHASES, PAID, COLUMN_HEADERS, PARKING, FEE, SUMMARY, FILLERS].flat(),
  ]),
].toSorted((one, other) => other.length - one.length)
