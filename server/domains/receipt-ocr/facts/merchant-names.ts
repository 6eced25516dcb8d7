import { type Box, boundingBox, groupIntoRows, type Row, type Word } from '../../../platform/ocr/page.ts'
import type { ActiveMerchant, Found, OcrResult } from '../ocr-result.ts'
import { isNear, toLetters } from './similar-characters.ts'

const SHOP_WORDS =
  /\b(S[DO]N\.? ?BHD|S\/B|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|KEDAI|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY|BISTRO|CAFE|KAFE|MART|PLT|HOLDINGS)\b/i
/** The same without spaces. */
const JOINED_SHOP_WORDS = /SDNBHD|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY/
/** An address ends with postcode and town; goods have a price. */
const NOT_A_NAME_ROW = /(?<![\d(])\d{5},? [A-Z]{2}|\d[.,]\d\d(?!\d)/i
const REGISTERED = /[ ({[]+(?:co(?:mpany)?|roc|reg(?:istration)?)\b[ .]*(?:reg|no|id)\b.*$/i
const NOT_A_NAME =
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
const HEAD_ROWS = 8
const MIN_LETTERS = 4
const MIN_LETTERS_TO_CORRECT = 5
const MIN_SHARE = 0.7
const MIN_CONFIDENCE = 0.5
const MIN_NAME_LETTERS = 5
/** One letter in so many may be misread, missing or added. */
const LETTERS_PER_ERROR = 7
const MAX_NAME_LETTERS = 60

/**
 * The name of the merchant: the first row at the top with a typical word of shop names, or else the first row that may
 * be a name. A row of nothing else belongs to the name above it: "POPULAR BOOK" and "CO. (M) SDN BHD".
 */
export function findMerchantName(pages: Row[][]): Found<string> | undefined {
  const heads = pages.map((rows) => rows.slice(0, HEAD_ROWS).filter(isName))
  const named = heads.flatMap((rows) => rows.filter(hasShopWord).slice(0, 1))[0]
  const row = named ?? heads.flat()[0]
  if (!row) return undefined
  const above = named && isOnlyShopWords(named) ? rowAbove(named, heads) : undefined
  const rows = above ? [above, row] : [row]
  const words = rows.flatMap((one) => one.words)
  return {
    value: rows.map(cleanName).join(' '),
    confidence: meanConfidence(words) * (named ? 1 : 0.5),
    box: boundingBox(words),
  }
}

function hasShopWord({ text }: Row): boolean {
  return SHOP_WORDS.test(text) || JOINED_SHOP_WORDS.test(normaliseName(text))
}

/** Whether a row has nothing but typical words of shop names. */
function isOnlyShopWords(row: Row): boolean {
  const rest = cleanName(row).replace(new RegExp(SHOP_WORDS, 'gi'), '')
  return splitName(rest)
    .map(normaliseName)
    .every((word) => word.length < 2 || COMMON.has(word))
}

function rowAbove(row: Row, pages: Row[][]): Row | undefined {
  const rows = pages.find((page) => page.includes(row)) ?? []
  return rows[rows.indexOf(row) - 1]
}

function isName(row: Row): boolean {
  const name = cleanName(row)
  const letters = name.replace(/[^A-Za-z]/g, '').length
  return (
    letters >= MIN_LETTERS &&
    letters > name.length / 2 &&
    !NOT_A_NAME.test(name) &&
    !NOT_A_NAME_ROW.test(row.text) &&
    meanConfidence(row.words) > MIN_CONFIDENCE
  )
}

/** Removes the registration number, and punctuation at both ends. */
function cleanName({ text }: Row): string {
  return text
    .replace(/[({[]?\d{5}.*$/, '')
    .replace(REGISTERED, '')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9.)]+$/g, '')
}

function meanConfidence(words: Word[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length
}

/** The share of a merchant's name, by its letters, that is among the words, and its place. */
export function locateMerchantName(words: Word[], name: string): { share: number; box?: Box } {
  const wanted = distinctiveWords(name)
  const rows = groupIntoRows(words)
  const joined = rows.map((row) => normaliseName(row.text))
  const places = wanted.map((word) => locateWord(word, words, rows, joined))
  const share = countLetters(wanted.filter((_, index) => places[index])) / Math.max(1, countLetters(wanted))
  const whole = isMerchantRecognised(share)
    ? undefined
    : rows[joined.findIndex((row) => containsName(joinName(name), row))]
  if (whole) return { share: 1, box: boundingBox(whole.words) }
  const found = places.flatMap((place) => place ?? [])
  return found.length > 0 ? { share, box: boundingBox(found) } : { share }
}

/** A name without spaces, as OCR may read it, and without legal forms. */
function joinName(name: string): string {
  const words = splitName(name).filter((word) => /[A-Za-z]/.test(word))
  return words
    .map(normaliseName)
    .filter((word) => !COMMON.has(word))
    .join('')
}

/** The place of a word of a name: a word of the row, or the row itself if spaces were lost or added. */
function locateWord(word: string, words: Word[], rows: Row[], joined: string[]): Word[] | undefined {
  const own = words.find(({ text }) => isNamed(normaliseName(text), word))
  if (own || word.length < MIN_LETTERS) return own && [own]
  return rows[joined.findIndex((row) => row.includes(word))]?.words
}

/** The active merchant whose name is on the picture; undefined if none or two match equally well. */
export function matchMerchant<Merchant extends ActiveMerchant>(
  { merchant }: Pick<OcrResult, 'merchant'>,
  merchants: Merchant[],
): Merchant | undefined {
  if (!merchant) return undefined
  const words = wordsOfName(merchant)
  const read = countLetters(distinctiveWords(merchant.value))
  const [first, second] = merchants
    .map((one) => ({
      one,
      share: locateMerchantName(words, one.name).share,
      size: countLetters(distinctiveWords(one.name)),
    }))
    .filter(({ share, size }) => isMerchantRecognised(share) && size >= MIN_LETTERS && size * share >= read / 2)
    .toSorted((one, other) => other.size * other.share - one.size * one.share)
  return first && second && first.size * first.share === second.size * second.share ? undefined : first?.one
}

/** Whether the name read has a word of `name` that is not in `other`, nor near one of its words. */
export function namesAnotherMerchant(read: Found<string>, name: string, other: string): boolean {
  const [own, others] = [distinctiveWords(name), distinctiveWords(other)]
  if (isNear(own.join(''), others.join(''))) return false
  const more = own.filter((word) => !others.some((known) => isNear(known, word)))
  return more.some((word) => wordsOfName(read).some(({ text }) => isNamed(normaliseName(text), word)))
}

function wordsOfName(merchant: Found<string>): Word[] {
  return merchant.value.split(' ').map((text) => ({ ...merchant, text }))
}

/** Whether this share of a name is enough to recognise the merchant. */
export function isMerchantRecognised(share: number): boolean {
  return share >= MIN_SHARE
}

function distinctiveWords(name: string): string[] {
  const words = splitName(name)
    .map(normaliseName)
    .filter((word) => word.length > 0)
  const distinctive = words.filter((word) => !COMMON.has(word) && word.length > 1)
  return distinctive.length > 0 ? distinctive : words
}

/** The words of a name. Letters with dots, as in "D.I.Y.", are one word. */
function splitName(name: string): string[] {
  return name.replace(/\b(?:[A-Za-z]\.){2,}/g, (letters) => `${letters.replaceAll('.', '')} `).split(/[\s/.()-]+/)
}

function countLetters(words: string[]): number {
  return words.join('').length
}

function normaliseName(text: string): string {
  return toLetters(text).replace(/[^A-Z]/g, '')
}

function isNamed(read: string, wanted: string): boolean {
  return read === wanted || (wanted.length >= MIN_LETTERS_TO_CORRECT && (isNear(read, wanted) || read.includes(wanted)))
}

/** Whether a text contains a name, both without spaces and with a few errors (edit distance). */
function containsName(name: string, text: string): boolean {
  if (name.length < MIN_NAME_LETTERS || name.length > MAX_NAME_LETTERS) return false
  const errors = Math.floor(name.length / LETTERS_PER_ERROR)
  if (text.length < name.length - errors) return false
  let row = Array.from({ length: text.length + 1 }, () => 0)
  for (const [index, letter] of [...name].entries()) {
    const next = [index + 1]
    for (let at = 0; at < text.length; at += 1) {
      const replaced = (row[at] ?? 0) + (text[at] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.some((count) => count <= errors)
}
