import { decimalAmount } from '@stampus/contract/values/money'
import type { Row } from '../../../platform/ocr/page.ts'
import type { AmountClaim } from '../facts/claims.ts'
import { classifyRow, isTableHeader, type Label, TOTAL_LABELS } from '../facts/labels.ts'
import { ROUNDED_BY_SEN } from '../facts/total-checks.ts'
import type { PrintedSum, Sums } from '../ocr-result.ts'
import { findAmountsInWords } from './amount-in-words.ts'
import { CONTRADICTION_CONFIDENCE } from './confidence.ts'

/** Tax, service charge and both may be in the amount of a line, but not in its price. */
const ADDED = [1, 1.05, 1.06, 1.08, 1.1, 1.166, 1.188]
const TAX_RATES = [0.05, 0.06, 0.08, 0.1]
/** Among more items, some subset gives nearly any amount. */
const MAX_ITEMS = 12
/** More than tax and service charge may add to the items. */
const MAX_ADDED = 1.25
const MAX_SUMS = 3

const PRICE = `(?:R[MHNKX]\\s?)?(\\d{1,4}[.,]\\d{2})(?!\\d|\\s?(?:MM?|CM|IN|FT)\\b)`
const WHOLE = '(?<![\\d.,])(\\d{1,2})'
const MEASURED = '(?<![\\d.,])(\\d{1,3}[.,]\\d{1,3})\\s?(?:L|LTR|LIT\\w*|KG)'
const TIMES = '\\s?[x×*@]\\s?'
const PRICED: RegExp[] = [
  new RegExp(`${WHOLE}\\s?(?:EA|PCS?|UNITS?|NOS|BIJI)?${TIMES}${PRICE}`, 'i'),
  new RegExp(`${MEASURED}${TIMES}${PRICE}`, 'i'),
]
/** The columns of a table: quantity, price and the amount of the line. */
const COLUMNS = new RegExp(`${WHOLE}\\s+${PRICE}\\s+${PRICE}\\W*$`, 'i')
const PRICE_FIRST = new RegExp(`(?<![\\d.,])${PRICE}${TIMES}(\\d{1,2})(?![\\d.,])`, 'i')
/** A row of a tax summary: its code and rate. */
const TAX_ROW = /^\W*(?:SR|S|TX?|GST|SST|SV)\b[^%]*%/i
const DISCOUNT = /DISC|DISK|PROMO|LESS|SAV|OFF|POTONG|REBA|OVERR?IDE|FREE|FOC|%/i

/** Compares a total, in sen, with printed sums. A sum differs only if it is clear and nothing explains it. */
export function checkSums(rows: Row[], claims: AmountClaim[], total: number | undefined): Sums | undefined {
  if (total === undefined) return undefined
  const printed = claims.filter(({ page, how, aside }) => page === 0 && how === 'clear' && !aside)
  const lines = findPricedLines(rows, printed, total)
  const goods = [
    ...lines.flatMap((line) => (line.isWrong ? [line.product] : [])),
    ...sumOfLines(rows, lines, { printed, total }),
    ...netAndTax(rows, printed, total),
  ]
  // Where goods and tax give the total, a digit of the payment was misread.
  const isPaidOtherwise = goods.length > 0 && goods.every(isNear(total))
  const payments = cashLessChange(printed, total).filter((sum) => !isPaidOtherwise || isNear(total)(sum))
  const sums = [...goods, ...payments, ...findTotalBeside(rows, total), ...findAmountsInWords(rows)]
  const [fits, differs] = [sums.filter(isNear(total)), sums.filter((sum) => !isNear(total)(sum))]
  return sums.length === 0 ? undefined : { total, fits: unique(fits), differs: unique(differs) }
}

const isNear = (sen: number) => (sum: PrintedSum) => Math.abs(sum.sen - sen) <= ROUNDED_BY_SEN

const unique = (sums: PrintedSum[]) => [...new Map(sums.map((sum) => [sum.text, sum])).values()].slice(0, MAX_SUMS)

const isClear = ({ confidence }: AmountClaim) => confidence >= CONTRADICTION_CONFIDENCE
const money = decimalAmount

/** `isColumn`: a row of a table. `isOther`: quantity and price do not give its amount; `isWrong`: clearly less. */
type PricedLine = { line: number; product: PrintedSum; isColumn: boolean; isOther: boolean; isWrong: boolean }

function findPricedLines(rows: Row[], printed: AmountClaim[], total: number): PricedLine[] {
  return rows.flatMap((row, line) => {
    const found = priceIn(row.text)
    if (!found) return []
    const { quantity, price, isColumn } = found
    const product = { text: `${quantity} × ${money(price)}`, sen: Math.round(quantity * price) }
    const own = printed.find((claim) => claim.line === line && claim.sen === price)
    const near = printed.filter((claim) => claim.label === 'item' && claim !== own && Math.abs(claim.line - line) <= 2)
    if (near.some(({ sen }) => isSame(sen, product.sen, quantity)))
      return [{ line, product, isColumn, isOther: false, isWrong: false }]
    const beside = amountsBeside(rows, near, line)
    const [amount] = beside
    const context = rows
      .slice(Math.max(0, line - 1), line + 2)
      .map(({ text }) => text)
      .join(' ')
    const isPlain = near.every((claim) => isClear(claim) && claim.sen > 0) && !DISCOUNT.test(context)
    const isWrong =
      isPlain &&
      beside.length === 1 &&
      amount !== undefined &&
      isOfLine(rows, amount, line) &&
      isMoreThan(amount.sen, quantity, price) &&
      !isWithOthers(product.sen, amount, printed, total)
    return [{ line, product, isColumn, isOther: beside.some((claim) => claim.line === line), isWrong }]
  })
}

function priceIn(text: string): { quantity: number; price: number; isColumn: boolean } | undefined {
  const [, count = '', each = '', amount = ''] = COLUMNS.exec(text) ?? []
  const column = { quantity: Number(count), price: senOf(each), isColumn: true }
  if (column.quantity > 0 && column.quantity * column.price === senOf(amount)) return column
  const first = PRICED.map((form) => form.exec(text)).find((found) => found !== null)
  const [, price, quantity] = first ? [first[0], first[2], first[1]] : (PRICE_FIRST.exec(text) ?? [])
  const [measure, sen] = [Number(quantity?.replace(',', '.')), senOf(price ?? '')]
  return measure > 0 && sen > 0 ? { quantity: measure, price: sen, isColumn: false } : undefined
}

const senOf = (amount: string) => Number(amount.replace(/[.,]/, ''))

/** Prices and measures are rounded. */
function isSame(sen: number, product: number, quantity: number): boolean {
  return Math.abs(sen - product) <= Math.max(2, quantity / 2)
}

/** The amount of a line: behind the price, or in the row above or below without a price of its own. */
function amountsBeside(rows: Row[], near: AmountClaim[], line: number): AmountClaim[] {
  const own = near.filter((claim) => claim.line === line)
  if (own.length > 0) return own.slice(-1)
  return near.filter((claim) => Math.abs(claim.line - line) === 1 && !priceIn(rows[claim.line]?.text ?? ''))
}

/** Whether an amount may be of no other item: it is alone in its row, or above a row of only a price. */
function isOfLine(rows: Row[], amount: AmountClaim, line: number): boolean {
  const letters = (at: number) => rows[at]?.text.replace(/[^A-Za-z]/g, '').length ?? 0
  return amount.line === line || letters(amount.line) <= 3 || (amount.line < line && letters(line) <= 3)
}

/** Whether the amount is of another item: with what the line costs, and other amounts, it gives the total. */
function isWithOthers(product: number, amount: AmountClaim, printed: AmountClaim[], total: number): boolean {
  const others = printed.filter((one) => one !== amount && ['item', 'tax', 'rounding', 'discount'].includes(one.label))
  const rest = total - product - amount.sen
  const sens = others.map(({ sen }) => sen)
  return rest >= -ROUNDED_BY_SEN && (rest <= ROUNDED_BY_SEN || isSum(rest, sens))
}

/** Whether an amount is more than a line costs, and not because a digit of the quantity or the price was lost. */
function isMoreThan(sen: number, quantity: number, price: number): boolean {
  const product = quantity * price
  if (sen <= product || ADDED.some((factor) => isSame(sen, product * factor, quantity))) return false
  const [times, each] = [sen / price, sen / quantity]
  const isLost = (whole: number, part: number) =>
    Number.isInteger(whole) &&
    whole > part &&
    String(whole).length > String(part).length &&
    String(whole).includes(String(part))
  return !isLost(times, quantity) && !isLost(each, price)
}

/** The sum of lines with quantity and price, if there is no line without, and if it cannot become the total. */
function sumOfLines(
  rows: Row[],
  lines: PricedLine[],
  { printed, total }: { printed: AmountClaim[]; total: number },
): PrintedSum[] {
  const firstOther = printed.find(({ label }) => label !== 'item')?.line ?? 0
  const items = printed.filter(({ label, line, last }) => label === 'item' && last && line < firstOther)
  const isPriced = ({ line, sen }: AmountClaim) =>
    lines.some((one) => one.line === line || (Math.abs(one.line - line) <= 2 && one.product.sen === sen))
  const inItems = lines.filter(({ line }) => line < firstOther)
  if (
    inItems.length === 0 ||
    inItems.some((one) => one.isOther || one.isWrong) ||
    !items.every(isPriced) ||
    !items.every(isClear)
  )
    return []
  const sum = inItems.reduce((all, { product }) => all + product.sen, 0)
  const text = inItems.map(({ product }) => product.text).join(' + ')
  // A charge below the subtotal has any name.
  const isExtra = ({ label, line }: AmountClaim) =>
    ['tax', 'rounding', 'discount'].includes(label) || (label === 'item' && line > firstOther)
  const extras = printed.filter(isExtra).map(({ sen }) => sen)
  if (Math.abs(sum - total) <= ROUNDED_BY_SEN) return [{ text, sen: sum }]
  const isFar = total > sum * MAX_ADDED && !isSum(total - sum, extras)
  // The lines of a subtotal are all there: the total is wrong. An unread line gives another subtotal too.
  const known = printed.some(({ label, sen }) => label === 'subtotal' && Math.abs(sen - sum) <= ROUNDED_BY_SEN)
  const counted = isCounted(rows, inItems, { printed, total })
  return isFar && (known || counted) ? [{ text, sen: sum }] : []
}

/** Whether no line is missing: little is between the last one and the sums, or every row of a table was read. */
function isCounted(
  rows: Row[],
  lines: PricedLine[],
  { printed, total }: { printed: AmountClaim[]; total: number },
): boolean {
  const last = Math.max(...lines.map(({ line }) => line))
  const next = printed.find(({ line, label }) => line > last && label !== 'item')
  // The card of `BUSINESS CARD` looks like one that pays.
  if (lines.length > MAX_ITEMS || next === undefined || next.label === 'paid') return false
  if (!lines.every(({ isColumn }) => isColumn)) return next.line - last <= 3
  const first = lines[0]?.line ?? 0
  const isWhole = next.line - first === lines.length && isTableHeader(rows[first - 1]?.text ?? '')
  return isWhole && !cashLessChange(printed, total).some(isNear(total))
}

/** A net amount and its tax, which give the total, or with nothing else that is printed could. */
function netAndTax(rows: Row[], printed: AmountClaim[], total: number): PrintedSum[] {
  const isTax = (claim: AmountClaim) =>
    claim.label === 'tax' || (claim.last && TAX_ROW.test(rows[claim.line]?.text ?? ''))
  const taxes = printed.filter((claim) => isTax(claim) && claim.sen > 2 && isClear(claim))
  const nets = printed.filter(({ label }) => ['tax', 'subtotal', 'item', 'total', 'payable'].includes(label))
  const pairs = taxes.flatMap((tax) =>
    nets
      .filter(
        (net) => Math.abs(net.line - tax.line) <= 2 && net.line <= tax.line && net !== tax && isTaxOf(tax.sen, net.sen),
      )
      .map((net) => ({ text: `${money(net.sen)} + ${money(tax.sen)}`, sen: net.sen + tax.sen, isClear: isClear(net) })),
  )
  const fits = pairs.filter(isNear(total))
  if (fits.length > 0) return fits.map(({ text, sen }) => ({ text, sen }))
  const others = printed.filter(
    ({ label, sen }) => !['paid', 'change', 'balance', 'count'].includes(label) && sen !== total,
  )
  const isExplained = ({ sen }: PrintedSum) => {
    const rest = others.map((claim) => claim.sen).filter((one) => one !== sen)
    return total <= sen || total <= sen * 1.03 || rest.length > 2 * MAX_ITEMS || isSum(total - sen, rest)
  }
  const clear = pairs.filter((pair) => pair.isClear)
  return clear.length > 0 && clear.every((pair) => !isExplained(pair)) && others.every(isClear)
    ? clear.map(({ text, sen }) => ({ text, sen }))
    : []
}

const isTaxOf = (tax: number, net: number) => net > tax && TAX_RATES.some((rate) => Math.abs(net * rate - tax) <= 1)

/** Whether some of the amounts add up to this one, with rounding. Amounts may lack a minus. */
function isSum(wanted: number, amounts: number[]): boolean {
  let sums = new Set([0])
  for (const amount of [...new Set(amounts)].slice(0, 2 * MAX_ITEMS)) {
    sums = new Set(
      [...sums]
        .flatMap((sum) => [sum, sum + amount, sum - amount])
        .filter((sum) => Math.abs(sum) <= 2 * Math.abs(wanted)),
    )
  }
  return [...sums].some((sum) => sum !== 0 && Math.abs(sum - wanted) <= ROUNDED_BY_SEN)
}

/** A payment less its change. It differs only if it is the only payment. */
function cashLessChange(printed: AmountClaim[], total: number): PrintedSum[] {
  const [payments, changes] = (['paid', 'change'] as const).map((name) => printed.filter(({ label }) => label === name))
  const [paid, back] = [payments?.[0], changes?.[0]]
  if (!paid || !back || back.sen <= 0 || paid.sen <= back.sen) return []
  const sum = { text: `${money(paid.sen)} − ${money(back.sen)}`, sen: paid.sen - back.sen }
  const isOnly = payments?.length === 1 && changes?.length === 1
  const isBelow = back.line > paid.line && back.line - paid.line <= 3
  return isNear(total)(sum) || (isOnly && isBelow && isClear(paid) && isClear(back)) ? [sum] : []
}

const LABELLED = /([^\d]*?)(?<!\d)(\d{1,4}[.,]\d{2})(?!\d)/g

/** A payment less change that gives another printed total: a second paper lies beside, and rows run into these. */
function findTotalBeside(rows: Row[], total: number): PrintedSum[] {
  const isClearRow = ({ words }: Row) =>
    words.every(({ text, confidence }) => confidence >= CONTRADICTION_CONFIDENCE || !/\d/.test(text))
  const parts = rows.filter(isClearRow).flatMap(({ text }) => {
    const labelled = [...text.matchAll(LABELLED)]
    return labelled.map(([, label = '', amount = '']) => ({ label: classifyRow(label), sen: senOf(amount) }))
  })
  const sensOf = (...labels: Label[]) => parts.flatMap(({ label, sen }) => (labels.includes(label) ? [sen] : []))
  const payments = sensOf('paid')
  const totals = sensOf(...TOTAL_LABELS).filter(
    (sen) => Math.abs(sen - total) > ROUNDED_BY_SEN && !payments.includes(total - sen),
  )
  return payments.flatMap((paid) =>
    sensOf('change')
      .filter((back) => back > 0 && totals.includes(paid - back))
      .map((back) => ({ text: `${money(paid)} − ${money(back)}`, sen: paid - back })),
  )
}
