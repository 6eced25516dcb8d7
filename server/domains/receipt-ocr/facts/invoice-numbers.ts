import { boundingBox, confidenceOf, groupIntoRows, type Row, type Word, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'

/** `No`, `N0`, `No.` or `#` with any punctuation. A colon may be misread as a character by itself. */
const NUMBER_SIGN = "[.,:#·\\s]*(?:number|nombor|num|n[o0]|id)?(?:\\s[A-Z0-9](?=\\s)|[-.,:;#*·•=~'\\s])*"
/** A number, with letters before it, separate or not. A space may follow a slash or dash in it, but no date. */
const NUMBER = '((?:[A-Z]{1,4}[ -](?=\\d{3}))?[A-Z0-9](?:[A-Z0-9/._-]|(?<=\\d[-/]) (?=[A-Z]?\\d{3})(?!20\\d\\d[-/.]))+)'
/** Labels of the receipt's own number, the likeliest first. The other labels count only if there is none of these. */
const OWN_LABELS = [
  '(?:tax ?|cash ?)?(?:[il1|]n[vuy](?:[o0][il1|]?[cs]e?)?|[il1|]nbois|i/v)(?: cukai)?',
  '(?:cash ?)?(?:receipt|recpt|rcpt|rcp|resit|[b8][il1][l1i]{1,2}|slip|memo|(?:rec|o\\.?r\\.?)(?= ?(?:n[o0]|#)))',
]
/** A payment may have a reference of its own. */
const REFERENCE = '(?:ref(?:erence)?|rujukan)'
const OTHER_LABELS = [
  '(?:check|chk|doc|document|trans?(?:action)?|trn|trx|txn|order|c[./]?b\\.?)',
  '(?:(?:(?:cash ?)?sales?|c[./]?s|ticket)(?= ?(?:n[o0]|#))|tiket)',
]
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
/** A pattern for a date in digits. Callers add what may be beside it. */
export const DATE = `(?:${DAY}[-/.]${MONTH}[-/.](?:20)?\\d\\d|20\\d\\d[-/.]${MONTH}[-/.]${DAY})`
/** A date or an amount instead of a number. */
const NOT_A_NUMBER = new RegExp(`^(?:${DATE}(?!\\d|-\\d{3}).*|\\d+\\.\\d\\d)$`)
/** Tax numbers (`001234567890` of GST, `W10-1808-32000123` of SST) and phone numbers, whatever their label. */
const OTHER_NUMBER = /^(?:00[0-2](?!00)\d{8,10}|[A-Z]\d\d-\d{4}-\d{8}|\+?6?0\d{1,2}-\d{7,8})$/i
/** A company's registration number. A receipt may have one like it, with a label. */
const COMPANY_NUMBER = /^[A-Z]{0,2}\d{6,9}-[A-Z]$/i
const MERCHANT_ROW =
  /\b(?:tel(?:ephone|efon)?|fax|phone|mobile|whatsapp)(?![a-z])|[gs6][s5]t ?(?:[il1][do0]|reg|no|n0)|\bco(?:mpany)?[ .]*(?:no|reg)\b|reg(?:istration)?[ .]*(?:no|id)\b/i
/** Words that OCR joined to the number before them. */
const JOINED_WORDS = /(?<=\d)[A-Z]{4,}.*$/i
/** Labelled just `No`, and not the start of an address. */
const PLAIN_NUMBER =
  /(?:^|[^A-Z.] )n[o0](?:\.? ?[:;]+ ?|\. ?(?=\d{4,}$))([A-Z]{0,4}-?[A-Z0-9/-]*\d{4,}[A-Z0-9/-]*)(?![A-Z0-9/-]| ?,)/i
/** A long number at the end of a row with date and time. */
const NUMBER_AFTER_TIME = new RegExp(`${DATE}.*\\d:\\d\\d.*\\s([A-Z]{1,3}\\d{6,}|\\d{8,})$`)
/** The label of the receipt's own number, whether or not there is a number. `No` may also begin a sentence. */
const OWN_LABEL = new RegExp(
  `(?<![A-Z])(?:${OWN_LABELS.join('|')})[.\\s]*(?:n[o0]|num|number|#)(?![A-Z]|[.:;#\\s]*[A-Z]{3,}\\b)`,
  'i',
)
const MIN_DIGITS = 3
const MIN_DIGITS_BELOW = 4

/** The number by its label, or else its place. None takes the place of an illegible one beside its own label. */
export function chooseInvoiceNumber(pages: Row[][]): Found<string> | undefined {
  const rows = pages.flat()
  const [own] = findAfterLabels(OWN_LABELS, rows)
  if (own || rows.some(({ text }) => OWN_LABEL.test(text))) return own
  return [
    findAfterLabels(OTHER_LABELS, rows),
    findByPattern(PLAIN_NUMBER, rows),
    findByPattern(NUMBER_AFTER_TIME, rows),
    findAfterLabels([REFERENCE], rows),
  ].flat()[0]
}

/** The numbers labelled as the receipt's own, for example of an invoice and of a receipt. */
export const findInvoiceNumbers = (words: Word[]) => findAfterLabels(OWN_LABELS, groupIntoRows(words))

export function findLabelledNumbers(rows: Row[]): Found<string>[] {
  return findAfterLabels([...OWN_LABELS, ...OTHER_LABELS, REFERENCE], rows)
}

export const isMerchantRow = ({ text }: Row) => MERCHANT_ROW.test(text)

function findAfterLabels(labels: string[], rows: Row[]): Found<string>[] {
  return labels.flatMap((label) => {
    const beside = new RegExp(
      `(?<![A-Z])${label}\\s*(?=[.:#n]|id\\b|(?<=\\s)[A-Z]{0,4}\\d{5})${NUMBER_SIGN}${NUMBER}`,
      'i',
    )
    const above = new RegExp(`(?<![A-Z])${label}\\s*(?:n[o0]|num|number|#)[.:;#\\s]*$`, 'i')
    return rows.flatMap((row, line) => matchNumber(beside, row) ?? findBelowLabel(above, row, rows[line + 1]) ?? [])
  })
}

/** The label of a merchant's number may be in the row above. */
function findByPattern(pattern: RegExp, rows: Row[]): Found<string>[] {
  return rows.flatMap((row, line) => {
    const above = rows[line - 1]
    if (isMerchantRow(row) || (above && !/\d/.test(above.text) && isMerchantRow(above))) return []
    const found = matchNumber(pattern, row)
    return found && !COMPANY_NUMBER.test(found.value) ? found : []
  })
}

function matchNumber(pattern: RegExp, row: Row): Found<string> | undefined {
  const match = pattern.exec(row.text)
  const value = match?.[1]?.replace(JOINED_WORDS, '').replace(/[.-]+$/, '')
  if (!match || !value || NOT_A_NUMBER.test(value) || countDigits(value) < MIN_DIGITS) return undefined
  if (OTHER_NUMBER.test(value.replace(/^GST /i, '').replace(/[Oo]/g, '0'))) return undefined
  const start = match.index + match[0].length - (match[1]?.length ?? 0)
  const words = wordsAt(row, start, start + value.length)
  return { value: correctCharacters(value), confidence: confidenceOf(words), box: boundingBox(words) }
}

/** A label at the end of a row, and only the number in the next. */
function findBelowLabel(label: RegExp, row: Row, next: Row | undefined): Found<string> | undefined {
  if (!next || next.words.length > 1 || !label.test(row.text)) return undefined
  const found = matchNumber(/^([A-Z0-9][A-Z0-9/.-]+)$/i, next)
  return found && countDigits(found.value) >= MIN_DIGITS_BELOW ? found : undefined
}

/** Corrects letters among digits and zeros among letters; numbers of cash sales start with CS. */
function correctCharacters(value: string): string {
  return value
    .replace(/^C5(?=-?\d{4})/, 'CS')
    .replace(/^[1l|]NV(?=-?\d)/, 'INV')
    .replace(/(?<=[A-Z])0(?=[A-Z])/g, 'O')
    .replace(/(?<=[A-Z]{2})1(?=[A-Z])/g, 'I')
    .replace(/(?<=\d|\d[-/][A-Z])[Oo](?=\d)/g, '0')
    .replace(/(?<=\d)[Il|](?=\d)/g, '1')
}

export const countDigits = (text: string) => text.replace(/\D/g, '').length
