import { boundingBox, confidenceOf, groupIntoRows, type Row, type Word, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'

/** As it is printed, or read: No, N0, No. or # with any points, or a colon read as a sign by itself. */
const NUMBER_SIGN = '[.,:#\\s]*(?:number|nombor|num|n[o0]|id)?(?:\\s[A-Z0-9](?=\\s)|[.,:;#*\\s])*'
/** With its letters before it, apart or not. */
const NUMBER = '((?:[A-Z]{1,4}[ -](?=\\d{3}))?[A-Z0-9][A-Z0-9/.-]{2,})'
/** The words before a receipt's own number, the likeliest first, and before one that is its own where there is no other. */
const OWN_NAMES = [
  '(?:tax ?|cash ?)?[il1|]n[vu](?:[o0][il1|]?[cs]e?)?',
  '(?:cash ?)?(?:receipt|resit|rcpt|b[il1][l1i]{1,2}|slip)',
]
const NAMES = [
  ...OWN_NAMES,
  '(?:check|chk|doc|document|trans?(?:action)?|trn|trx|txn|order|ref(?:erence)?|cb)',
  '(?:(?:cash ?)?sales?|cs|ticket)(?= ?(?:n[o0]|#))',
]
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
/** A day in digits, as a pattern; what may be beside it is for the caller to say. */
export const DATE = `(?:${DAY}[-/.]${MONTH}[-/.](?:20)?\\d\\d|20\\d\\d[-/.]${MONTH}[-/.]${DAY})`
/** A date or an amount in the place of a number. */
const NO_NUMBER = new RegExp(`^(?:${DATE}(?!\\d).*|\\d+\\.\\d\\d)$`)
/** Rows of a phone, a tax or a registration number. */
const OF_THE_MERCHANT =
  /\b(?:tel(?:ephone|efon)?|fax|phone|mobile|whatsapp)(?![a-z])|[gs6][s5]t ?(?:[il1][do0]|reg|no|n0)|\bco(?:mpany)?[ .]*(?:no|reg)\b|reg(?:istration)?[ .]*(?:no|id)\b/i
/** Words that were read into the number they follow. */
const JOINED_WORDS = /(?<=\d)[A-Z]{4,}.*$/i
/** A number that only says that it is one, where no address begins. */
const ONLY_NUMBER =
  /(?:^|[^A-Z.] )n[o0](?:\.? ?[:;]+ ?|\. ?(?=\d{4,}$))([A-Z]{0,4}-?[A-Z0-9/-]*\d{4,}[A-Z0-9/-]*)(?![A-Z0-9/-]| ?,)/i
/** With the day and the time, the one long number at the end of its row. */
const BESIDE_TIME = new RegExp(`${DATE}.*\\d:\\d\\d.*\\s([A-Z]{1,3}\\d{6,}|\\d{8,})$`)
const DIGITS_AT_LEAST = 3
const DIGITS_OF_NEXT_ROW = 4

/** The number that the receipt calls its own, or else the one that stands where tills print it. */
export function invoiceOf(pages: Row[][]): Found<string> | undefined {
  const rows = pages.flat()
  return numbersNamed(rows)[0] ?? numbersBy(ONLY_NUMBER, rows)[0] ?? numbersBy(BESIDE_TIME, rows)[0]
}

/** The numbers among the words that the receipt calls its own: of an invoice and of a receipt, say. */
export function ownNumbers(words: Word[]): Found<string>[] {
  return numbersAfter(OWN_NAMES, groupIntoRows(words))
}

/** The numbers that have a name, the likeliest first. */
export function numbersNamed(rows: Row[]): Found<string>[] {
  return numbersAfter(NAMES, rows)
}

/** Whether a row says how the merchant is reached or registered. */
export function isOfMerchant({ text }: Row): boolean {
  return OF_THE_MERCHANT.test(text)
}

function numbersAfter(names: string[], rows: Row[]): Found<string>[] {
  return names.flatMap((name) => {
    const beside = new RegExp(`(?<![A-Z])${name}\\s*(?=[.:#n]|id\\b)${NUMBER_SIGN}${NUMBER}`, 'i')
    const above = new RegExp(`(?<![A-Z])${name}\\s*(?:n[o0]|num|number|#)[.:;#\\s]*$`, 'i')
    return rows.flatMap((row, line) => numberIn(beside, row) ?? numberBelow(above, row, rows[line + 1]) ?? [])
  })
}

function numbersBy(form: RegExp, rows: Row[]): Found<string>[] {
  return rows.flatMap((row) => (isOfMerchant(row) ? [] : (numberIn(form, row) ?? [])))
}

function numberIn(form: RegExp, row: Row): Found<string> | undefined {
  const match = form.exec(row.text)
  const value = match?.[1]?.replace(JOINED_WORDS, '').replace(/[.-]+$/, '')
  if (!match || !value || NO_NUMBER.test(value) || digitsIn(value) < DIGITS_AT_LEAST) return undefined
  const start = match.index + match[0].length - (match[1]?.length ?? 0)
  const words = wordsAt(row, start, start + value.length)
  return { value: mended(value), confidence: confidenceOf(words), box: boundingBox(words) }
}

/** The name of a number at the end of a row, and nothing but the number in the next. */
function numberBelow(name: RegExp, row: Row, next: Row | undefined): Found<string> | undefined {
  if (!next || next.words.length > 1 || !name.test(row.text)) return undefined
  const found = numberIn(/^([A-Z0-9][A-Z0-9/.-]+)$/i, next)
  return found && digitsIn(found.value) >= DIGITS_OF_NEXT_ROW ? found : undefined
}

/** A letter among digits is the digit it looks like, a zero among letters an O; cash sales are numbered CS. */
function mended(value: string): string {
  return value
    .replace(/^C5(?=\d{5})/, 'CS')
    .replace(/^[1l|]NV(?=-?\d)/, 'INV')
    .replace(/(?<=[A-Z])0(?=[A-Z])/g, 'O')
    .replace(/(?<=\d)[Oo](?=\d)/g, '0')
    .replace(/(?<=\d)[Il|](?=\d)/g, '1')
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length
}
