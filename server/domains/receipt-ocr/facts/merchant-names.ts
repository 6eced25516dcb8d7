import { type Box, boundingBox, groupIntoRows, type Row, type Word } from '../../../platform/ocr/page.ts'
import type { CampusMerchant, Found, OcrResult } from '../ocr-result.ts'
import { isWithin } from './fuzzy-match.ts'
import { asLetters, isNear } from './similar-characters.ts'

const LEGAL =
  /\b(S[DO]N\.? ?BHD|S\/B|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|KEDAI|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY|CAFE|KAFE|MART|PLT|HOLDINGS)\b/i
/** The same where the spaces of a name were lost. */
const JOINED_LEGAL = /SDNBHD|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY/
/** An address ends with its postcode and town; goods have a price. */
const NO_ROW_OF_NAME = /(?<![\d(])\d{5},? [A-Z]{2}|\d[.,]\d\d(?!\d)/i
const REGISTERED = /[ ({[]+(?:co(?:mpany)?|roc|reg(?:istration)?)\b[ .]*(?:reg|no|id)\b.*$/i
const NO_NAME =
  /\b(TEL|FAX|GST|SST|REG|INVOICE|RECEIPT|JALAN|JLN|LOT|NO|CASH(?! ?& ?CARRY)|DATE|WELCOME|TABLE)\b|^WELCOME|^TAX ?INV|^CASH ?(?:BILL|RECEIPT)|\d{5}/i
const COMMON = new Set([
  'SDN',
  'BHD',
  'M',
  'S',
  'B',
  'SB',
  'PLT',
  'ENTERPRISE',
  'TRADING',
  'CO',
  'AND',
  'THE',
  'HOLDINGS',
])
const ROWS_OF_HEAD = 8
const LETTERS_AT_LEAST = 4
const LETTERS_TO_BE_NEAR = 5
const RECOGNISED = 0.7
const LEGIBLE = 0.5

/** The name above the receipt: the first row that is called as shops are called, or else the first that is a name at all. */
export function merchantOf(pages: Row[][]): Found<string> | undefined {
  const heads = pages.flatMap((rows) => rows.slice(0, ROWS_OF_HEAD).filter(isName))
  const named = heads.find(({ text }) => LEGAL.test(text) || JOINED_LEGAL.test(toLetters(text)))
  const row = named ?? heads[0]
  if (!row) return undefined
  return { value: nameIn(row), confidence: meanConfidence(row.words) * (named ? 1 : 0.5), box: boundingBox(row.words) }
}

function isName(row: Row): boolean {
  const name = nameIn(row)
  const letters = name.replace(/[^A-Za-z]/g, '').length
  return (
    letters >= LETTERS_AT_LEAST &&
    letters > name.length / 2 &&
    !NO_NAME.test(name) &&
    !NO_ROW_OF_NAME.test(row.text) &&
    meanConfidence(row.words) > LEGIBLE
  )
}

/** Without the number it is registered by, and what is no letter at its edges. */
function nameIn({ text }: Row): string {
  return text
    .replace(/[({[]?\d{5}.*$/, '')
    .replace(REGISTERED, '')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9.)]+$/g, '')
}

function meanConfidence(words: Word[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length
}

/** How much of a merchant's name is among the words, from 0 to 1 of its letters, and where. */
export function likenessOfName(words: Word[], name: string): { share: number; box?: Box } {
  const wanted = tellingWords(name)
  const rows = groupIntoRows(words)
  const joined = rows.map((row) => toLetters(row.text))
  const places = wanted.map((word) => placeOf(word, words, rows, joined))
  const share = sizeOf(wanted.filter((_, index) => places[index])) / Math.max(1, sizeOf(wanted))
  const whole = isRecognised(share) ? undefined : rows[joined.findIndex((row) => isWithin(joinedName(name), row))]
  if (whole) return { share: 1, box: boundingBox(whole.words) }
  const found = places.flatMap((place) => place ?? [])
  return found.length > 0 ? { share, box: boundingBox(found) } : { share }
}

/** A name as it is read where its spaces are lost: initials stay, legal forms do not. */
function joinedName(name: string): string {
  const words = name.split(/[\s/.()-]+/).filter((word) => /[A-Za-z]/.test(word))
  return words
    .map(toLetters)
    .filter((word) => !COMMON.has(word))
    .join('')
}

/** Where a word of a name is, by itself or, where spaces were lost or put, within a row. */
function placeOf(word: string, words: Word[], rows: Row[], joined: string[]): Word[] | undefined {
  const own = words.find(({ text }) => isNamed(toLetters(text), word))
  if (own || word.length < LETTERS_AT_LEAST) return own && [own]
  return rows[joined.findIndex((row) => row.includes(word))]?.words
}

/** The merchant of the campus whose name the picture bears: the one name that makes out most of it, if there is one. */
export function namedOnCampus({ merchant }: OcrResult, campus: CampusMerchant[]): CampusMerchant | undefined {
  if (!merchant) return undefined
  const words = wordsOfName(merchant)
  const read = sizeOf(tellingWords(merchant.value))
  const [first, second] = campus
    .map((one) => ({ one, share: likenessOfName(words, one.name).share, size: sizeOf(tellingWords(one.name)) }))
    .filter(({ share, size }) => isRecognised(share) && size >= LETTERS_AT_LEAST && size * share >= read / 2)
    .toSorted((one, other) => other.size * other.share - one.size * one.share)
  return first && second && first.size * first.share === second.size * second.share ? undefined : first?.one
}

/** Whether what was read says a word of one name that is not in the other, nor near one of its words. */
export function saysMore(read: Found<string>, name: string, other: string): boolean {
  const [own, others] = [tellingWords(name), tellingWords(other)]
  if (isNear(own.join(''), others.join(''))) return false
  const more = own.filter((word) => !others.some((known) => isNear(known, word)))
  return more.some((word) => wordsOfName(read).some(({ text }) => isNamed(toLetters(text), word)))
}

function wordsOfName(merchant: Found<string>): Word[] {
  return merchant.value.split(' ').map((text) => ({ ...merchant, text }))
}

/** Whether so much of a name is enough to know the merchant by. */
export function isRecognised(share: number): boolean {
  return share >= RECOGNISED
}

function tellingWords(name: string): string[] {
  const words = name
    .split(/[\s/.()-]+/)
    .map(toLetters)
    .filter((word) => word.length > 0)
  const telling = words.filter((word) => !COMMON.has(word) && word.length > 1)
  return telling.length > 0 ? telling : words
}

function sizeOf(words: string[]): number {
  return words.join('').length
}

function toLetters(text: string): string {
  return asLetters(text).replace(/[^A-Z]/g, '')
}

function isNamed(read: string, wanted: string): boolean {
  return read === wanted || (wanted.length >= LETTERS_TO_BE_NEAR && (isNear(read, wanted) || read.includes(wanted)))
}
