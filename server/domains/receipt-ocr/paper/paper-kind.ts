import type { Row, Word } from '../../../platform/ocr/page.ts'
import type { AmountClaim } from '../facts/claims.ts'
import { TOTAL_LABELS } from '../facts/labels.ts'
import { longestFirst } from '../facts/similar-characters.ts'
import { ROUNDED_BY_SEN } from '../facts/total-checks.ts'
import type { PaperKind, PaperMark } from '../ocr-result.ts'
import { findRowOfWrongDate } from './date-contradictions.ts'
import { containsPhrase, lettersOf, splitIntoKnown } from './letters.ts'
import {
  CONDITIONS,
  GOES_ON,
  NEGATIONS,
  PAPER_WORDS,
  PAYMENT_DONE,
  RECEIPT_TITLES,
  TERMINAL,
  TRANSFERS,
  VIEWER_BUTTONS,
  WALLET_ROWS,
  WALLETS,
} from './paper-words.ts'

const MAX_TEXT = 60
const MIN_CONFIDENCE = 0.6
const MIN_TERMINAL_WORDS = 3
/** Fewer clear Latin letters than this, or a smaller share of all signs, cannot be checked by what is read. */
const LEGIBLE = { letters: 30, share: 0.5, rows: 0.5 }
/** The reader takes signs of another script for Latin letters with less confidence than this. */
const MIN_SCRIPT_CONFIDENCE = 0.5
/** Goods were paid for where one of these papers says what was paid. */
const NOT_IF_PAID: PaperKind[] = ['quotation', 'pro forma', 'delivery order', 'order']
/** How long a quotation is valid, or until when a paper is no receipt, says what the paper is. */
const STATED_WITH_CONDITIONS: PaperKind[] = ['quotation', 'not a receipt']
const NOT_A_PAYMENT = /\b(?:NOT|UNPAID|BELUM|DEPOSIT|PAY AT|BAYAR DI|DI KAUNTER)\b/

/** The letters of a month are no part of a title: `RE-PRINT 02-Sep-2026`. */
const DAY_AND_MONTH =
  /\d{1,2}[-/. ]?(?:JAN|FEB|MA[RCY]|APR|MEI|JU[NL]|AUG|OGO|SEP|O[CK]T|NOV|DE[CS]|DIS)[A-Z]{0,6}(?:[-/. ']{0,2}\d\d(?:\d\d)?)?(?!\d)/gi

type Line = { row: Row; letters: string }

/** What kinds of paper it says it is, each once, with the row that says so. `date` is the date of the receipt. */
export function findPaperMarks(rows: Row[], claims: AmountClaim[], date?: string): PaperMark[] {
  const lines = rows.map((row) => ({ row, letters: lettersOf(row.text.replace(DAY_AND_MONTH, ' ')) }))
  const isPaid = wasPaid(lines, claims)
  const named = [...PAPER_WORDS.keys()].flatMap((kind) => {
    if (isPaid && NOT_IF_PAID.includes(kind)) return []
    const line = lines.find((_, at) => isNamed(kind, lines, at, claims))
    return line ? [toMark(kind, line)] : []
  })
  const wrongDate = lines[findRowOfWrongDate(rows, date)]
  const others = [
    findNegativeTotal(lines, claims),
    findPayment(lines, claims),
    findForeign(lines),
    findScreen(lines),
    findUnpaid(lines, claims),
    wrongDate && toMark('wrong date', wrongDate),
    findCardSlip(lines, claims),
    ...findNothingToCheck(lines, claims),
  ].filter((mark) => mark !== undefined)
  const known = new Set(named.map(({ kind }) => kind))
  return [...named, ...others.filter(({ kind }) => !known.has(kind))]
}

/** Whether at least the total was paid, below it. A deposit does not count, nor what is still to pay at the counter. */
function wasPaid(lines: Line[], claims: AmountClaim[]): boolean {
  const clear = claims.filter(({ page, how }) => page === 0 && how === 'clear')
  const totals = clear.filter(({ label }) => TOTAL_LABELS.includes(label))
  const payments = clear.filter(
    ({ label, line }) => label === 'paid' && !NOT_A_PAYMENT.test(lines[line]?.row.text.toUpperCase() ?? ''),
  )
  return totals.some((total) => {
    const below = payments.filter(({ line }) => line > total.line)
    return below.length > 0 && below.reduce((sum, { sen }) => sum + sen, 0) >= total.sen - ROUNDED_BY_SEN
  })
}

const toMark = (kind: PaperKind, line?: Line) => ({ kind, ...(line && { text: line.row.text.slice(0, MAX_TEXT) }) })

function isNamed(kind: PaperKind, lines: Line[], at: number, claims: AmountClaim[]): boolean {
  const [line, words] = [lines[at], PAPER_WORDS.get(kind)]
  if (!line || !words || line.letters.length === 0) return false
  const text = line.row.text.toUpperCase()
  const isStated = words.phrases.some((phrase) => containsPhrase(line.letters, phrase))
  if (isStated && STATED_WITH_CONDITIONS.includes(kind)) return true
  if (CONDITIONS.test(text)) return false
  if (isStated) return kind !== 'unpaid' || fitsAmounts(kind, lines, at, claims)
  if (GOES_ON.test(lines[at - 1]?.row.text.toUpperCase() ?? '')) return false
  const beside = kind === 'quotation' && !hasReceiptTitle(lines) ? [...words.beside, 'NO', 'NUMBER'] : words.beside
  const found = splitIntoKnown(line.letters, longestFirst([...words.titles, ...beside, ...NEGATIONS]))
  const title = found?.findIndex((word) => words.titles.includes(word)) ?? -1
  if (!found || title < 0 || found.slice(0, title).some((word) => NEGATIONS.includes(word))) return false
  return fitsAmounts(kind, lines, at, claims)
}

/** An item may be void, and machines print change as a refund: the amount beside it says if the whole paper is. */
function fitsAmounts(kind: PaperKind, lines: Line[], at: number, claims: AmountClaim[]): boolean {
  const amounts = claims.filter(({ page, line }) => page === 0 && line === at)
  const text = lines[at]?.row.text ?? ''
  if (kind === 'void') {
    const isItem = [at - 1, at, at + 1].some((line) =>
      claims.some((one) => one.page === 0 && one.line === line && one.sen < 0),
    )
    return !isItem && amounts.length === 0 && !/^\W*\d|\d\W*$/.test(text)
  }
  if (kind === 'reprint') return !/(?<![\d.])0+\W*$/.test(text)
  if (amounts.length === 0) return true
  // A top-up among other goods.
  if (kind === 'not a receipt') return false
  if (amounts.every(({ sen }) => sen === 0)) return false
  if (kind !== 'refund') return true
  const totals = claims.filter(({ label }) => TOTAL_LABELS.includes(label)).map(({ sen }) => Math.abs(sen))
  return totals.length === 0 || amounts.some(({ sen, label }) => totals.includes(Math.abs(sen)) && label !== 'change')
}

function hasReceiptTitle(lines: Line[]): boolean {
  return lines.some(({ letters }) => RECEIPT_TITLES.test(letters) && !containsPhrase(letters, 'NOTARECEIPT'))
}

/** A minus is sometimes read from a line or a stain, so there must be more than one, and nothing that was paid. */
function findNegativeTotal(lines: Line[], claims: AmountClaim[]): PaperMark | undefined {
  const clear = claims.filter(({ how }) => how === 'clear')
  const totals = clear.filter(({ label, last }) => TOTAL_LABELS.includes(label) && last)
  const [first] = totals
  const isPaid = clear.some(({ label, sen }) => label === 'paid' && sen > 0)
  const isNegative = totals.every(({ sen }) => sen < 0) && clear.filter(({ sen }) => sen < 0).length > 1
  return first && isNegative && !isPaid ? toMark('refund', lines[first.line]) : undefined
}

/** The page of a bank or a wallet after a payment. It lists no goods. */
function findPayment(lines: Line[], claims: AmountClaim[]): PaperMark | undefined {
  const done = lines.find(({ letters }) => PAYMENT_DONE.some((phrase) => containsPhrase(letters, phrase)))
  const isTransfer =
    lines.some(({ letters }) => WALLETS.test(letters)) && lines.find(({ letters }) => TRANSFERS.test(letters))
  const shown = done ?? (isTransfer || undefined)
  return shown && !hasItems(lines, claims, false) ? toMark('payment', shown) : undefined
}

const MIN_BUTTONS = 3
/** The rows above and below the picture that is shown. */
const EDGE_ROWS = 4

/** A picture in a phone's viewer: the paper itself was not at hand. */
function findScreen(lines: Line[]): PaperMark | undefined {
  const edges = [...lines.slice(0, EDGE_ROWS), ...lines.slice(-EDGE_ROWS)]
  const shown = edges.map((line) => {
    const text = line.row.text.replace(DAY_AND_MONTH, ' ').toUpperCase()
    const isAlone = !/[A-Z]/.test(text.replace(VIEWER_BUTTONS, ''))
    return { line, buttons: isAlone ? (text.match(VIEWER_BUTTONS) ?? []) : [] }
  })
  const all = new Set(shown.flatMap(({ buttons }) => buttons))
  return all.size >= MIN_BUTTONS ? toMark('screen', shown.find(({ buttons }) => buttons.length > 0)?.line) : undefined
}

const STILL_DUE = /(?:BALANCE|BAKI|AMOUNT|AMAUN)\W*(?:DUE|PERLU|BELUM|TERTUNGGAK|OUTSTANDING)/i
const DEPOSIT = /DEPOSIT|ADVANCE|PENDAHULUAN|CAGARAN|WANG MUKA/i
const VOUCHER = /VOUCHER|BAUCAR|COMPLIMENTARY|KUPON|COUPON/i

/** A deposit with what remains to be paid, or a voucher for all of it, and no payment of that. */
function findUnpaid(lines: Line[], claims: AmountClaim[]): PaperMark | undefined {
  const clear = claims
    .filter(({ page, how, last }) => page === 0 && how === 'clear' && last)
    .map((claim) => ({ ...claim, text: lines[claim.line]?.row.text ?? '' }))
  const totals = clear.filter(({ label }) => TOTAL_LABELS.includes(label))
  const total = Math.max(0, ...totals.map(({ sen }) => sen))
  const top = totals.find(({ sen }) => sen === total)?.line ?? 0
  const paid = clear.filter(({ label, text }) => label === 'paid' && !DEPOSIT.test(text) && !VOUCHER.test(text))
  const isPaid = (sen: number) => paid.reduce((sum, one) => sum + one.sen, 0) >= sen - ROUNDED_BY_SEN
  const isRest = (sen: number) => clear.some((one) => DEPOSIT.test(one.text) && Math.abs(one.sen) + sen === total)
  const isAll = ({ label, line, sen }: AmountClaim) =>
    ['paid', 'discount'].includes(label) && line > top && Math.abs(sen) === total
  const shown = clear.find(
    (claim) =>
      claim.sen !== 0 &&
      !isPaid(Math.abs(claim.sen)) &&
      ((STILL_DUE.test(claim.text) && isRest(claim.sen)) || (VOUCHER.test(claim.text) && isAll(claim))),
  )
  return shown && total > 0 ? toMark('unpaid', lines[shown.line]) : undefined
}

/** Amounts of goods. One that is the total as well may be a payment, but not where a total is below it. */
function hasItems(lines: Line[], claims: AmountClaim[], canBeTotal = true): boolean {
  const known = new Set(claims.filter(({ label }) => label !== 'item').map(({ sen }) => sen))
  return claims.some(
    ({ label, how, sen, line, page }) =>
      label === 'item' &&
      how === 'clear' &&
      sen > 0 &&
      page === 0 &&
      isDescribed(lines[line]) &&
      (!known.has(sen) || (canBeTotal && lines.slice(line + 1).some(isTotalRow))),
  )
}

const isTotalRow = ({ letters }: Line) => /TOTAL|JUMLAH|AMOUNTDUE/.test(letters)

const QUANTITY_OR_CODE = /\d\s?\w*\s?[x×*@]\s?(?:RM\s?)?\d|(?<!\d)\d{5,}(?!\d)/i

function isDescribed(line: Line | undefined): boolean {
  if (!line || WALLET_ROWS.test(line.letters)) return false
  return line.letters.replace(/^RM|RM$/, '').length >= 3 || QUANTITY_OR_CODE.test(line.row.text)
}

const FOREIGN_AMOUNT =
  /(?:(?<![A-Z$])(?:S\$|US\$|HK\$|NT\$|AU?\$|NZ\$)|(?<![A-Z])(?:SGD|USD|IDR|THB|EUR|GBP|AUD|NZD|HKD|CNY|RMB|JPY|INR|TWD|VND|PHP|KRW|BND|CHF)\b|(?<![A-Z])RP\.?(?= ?\d{1,3}(?:[.,]\d{3})+)|[฿£€¥₹₩₱₫])\s?:?\s?-?\d|\d\s?(?:(?:SGD|USD|IDR|THB|EUR|GBP|AUD|NZD|HKD|CNY|RMB|JPY|INR|TWD|VND|PHP|KRW|BND|CHF)(?![A-Z])|[฿€₹₩₱₫])/
const FOREIGN_COLUMN =
  /\(\s?(?:S\$|US\$|SGD|USD|IDR|RP|THB|EUR|GBP|AUD|[฿£€])\s?\)|\b(?:TOTAL|AMOUNT|JUMLAH|PRICES?)\W{1,3}(?:IN )?(?:SGD|USD|IDR|THB|EUR|GBP|AUD|S\$|US\$)(?![A-Z])/
const RINGGIT = /(?<![A-Z])(?:RM|MYR)\s?:?\s?-?\d/
const FOREIGN_ADDRESS = /\bSINGAPORE,? ?\(?\d{6}\b|\bS ?\(\d{6}\)/

/** Amounts in another currency, and no more of them in ringgit: some shops print a rate of exchange. */
function findForeign(lines: Line[]): PaperMark | undefined {
  const texts = lines.map((line) => ({ line, text: line.row.text.toUpperCase() }))
  const foreign = texts.filter(({ text }) => FOREIGN_AMOUNT.test(text) || FOREIGN_COLUMN.test(text))
  const ringgit = texts.filter(({ text }) => RINGGIT.test(text)).length
  const abroad = ringgit === 0 ? texts.find(({ text }) => FOREIGN_ADDRESS.test(text)) : undefined
  const shown = foreign.length > ringgit ? foreign[0] : abroad
  return shown && toMark('foreign', shown.line)
}

function findCardSlip(lines: Line[], claims: AmountClaim[]): PaperMark | undefined {
  const found = TERMINAL.flatMap((word) => lines.find(({ letters }) => word.test(letters)) ?? [])
  return found.length >= MIN_TERMINAL_WORDS && !hasItems(lines, claims) ? toMark('card slip', found[0]) : undefined
}

/** Nothing to compare: a paper names no item and no total, or hardly any of it is in Latin letters. */
function findNothingToCheck(lines: Line[], claims: AmountClaim[]): PaperMark[] {
  const words = lines.flatMap(({ row }) => row.words)
  const clear = words.filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
  const latin = countOf(clear, /[A-Za-z]/g)
  const signs = countOf(words, /[^\d\s\p{P}\p{S}]/gu)
  const unclear = lines.filter(({ row }) => {
    const guessed = row.words.filter(({ confidence }) => confidence < MIN_SCRIPT_CONFIDENCE)
    return countOf(guessed, /\p{L}/gu) > countOf(row.words, /\p{L}/gu) / 2
  })
  const isScript = unclear.length > LEGIBLE.rows * lines.length
  if (words.length > 0 && (latin < LEGIBLE.letters || latin < LEGIBLE.share * signs || isScript))
    return [toMark('illegible')]
  const hasTotal = claims.some(({ label }) => label !== 'item') || lines.some(isTotalRow)
  return words.length > 0 && !hasTotal && !hasItems(lines, claims) ? [toMark('no items')] : []
}

function countOf(words: Word[], signs: RegExp): number {
  const texts = words.map(({ text }) => text)
  return texts.join('').match(signs)?.length ?? 0
}
