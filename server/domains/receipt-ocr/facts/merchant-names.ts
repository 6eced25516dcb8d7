import { type Box, boundingBox, groupIntoRows, type Row, type Word } from '../../../platform/ocr/page.ts'
import type { ActiveMerchant, Found, OcrResult } from '../ocr-result.ts'
import { errorsIn } from '../paper/letters.ts'
import shopWords from './shop-words.json' with { type: 'json' }
import { isNear, toLetters } from './similar-characters.ts'

const SHOP_WORDS =
  /\b(S[DO]N\.? ?BHD|S\/B|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|KEDAI|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY|BISTRO|CAFE|KAFE|MART|PLT|HOLDINGS)\b/i
const JOINED_SHOP_WORDS = /SDNBHD|ENTERPRISE|TRADING|RESTORAN|RESTAURANT|PERNIAGAAN|PASARAYA|HARDWARE|STATIONERY|BAKERY/
/** An address ends with postcode and town; goods have a price. */
const NOT_A_NAME_ROW = /(?<![\d(])\d{5},? [A-Z]{2}|\d[.,]\d\d(?!\d)/i
const REGISTERED = /[ ({[]+(?:co(?:mpany)?|roc|reg(?:istration)?)\b[ .]*(?:reg|no|id)\b.*$/i
const NOT_A_NAME =
  /\b(TEL|FAX|GST|SST|REG|INVOICE|RECEIPT|JALAN|JLN|LOT|NO|CASH(?! ?& ?CARRY)|DATE|WELCOME|TABLE)\b|^WELCOME|^SELAMAT ?DATANG|^TAX ?INV|^CASH ?(?:BILL|RECEIPT)|(?:OPERATED|OWNED|MANAGED) ?BY|\b(?:DI)?MILIK|\d{5}/i
const COMMON = new Set(shopWords.common)
/** Words that shops add to their names or leave out. */
const KINDS_OF_SHOP = new Set(shopWords.kinds)
const JOINED_KINDS =
  /SDNBHD|ENTERPRISE|TRADING|HOLDINGS|RESTORAN|RESTAURANTS?|KEDAI|PERNIAGAAN|PASARAYA|KOPITIAM|BISTRO/g
/** Many shops have these words, but they tell two shops of one owner apart. */
const GOODS = new Set(shopWords.goods)
const HEAD_ROWS = 8
const MIN_LETTERS = 4
const MIN_LETTERS_TO_CORRECT = 5
const MIN_SHARE = 0.7
const MIN_SHARE_OF_READ = 0.6
const MIN_CONFIDENCE = 0.5
const MIN_NAME_LETTERS = 5
/** One letter in so many may be misread, missing or added. */
const LETTERS_PER_ERROR = 7
const MAX_NAME_LETTERS = 60
/** A word with more errors is another one. */
const LETTERS_PER_WRONG_ONE = 4

/** The first row with a shop word, or that may be a name. A row of only shop words belongs to the row beside it. */
export function findMerchantName(pages: Row[][]): Found<string> | undefined {
  const heads = pages.map((rows) => rows.slice(0, HEAD_ROWS).filter(isName))
  const named = heads.flatMap((rows) => rows.filter(hasShopWord).slice(0, 1))[0]
  const row = named ?? heads.flat()[0]
  if (!row) return undefined
  const rows = isOnlyShopWords(cleanName(row)) ? withNextRow(row, pages) : [row]
  const words = rows.flatMap((one) => one.words)
  const value = rows.map(cleanName).join(' ')
  return {
    value,
    confidence: meanConfidence(words) * (named && !isOnlyShopWords(value) ? 1 : 0.5),
    box: boundingBox(words),
  }
}

const hasShopWord = ({ text }: Row) => SHOP_WORDS.test(text) || JOINED_SHOP_WORDS.test(normaliseName(text))

function isOnlyShopWords(name: string): boolean {
  return splitName(name.replace(new RegExp(SHOP_WORDS, 'gi'), ' '))
    .map((word) => normaliseName(word).replace(JOINED_KINDS, ''))
    .every((word) => word === '' || COMMON.has(word) || KINDS_OF_SHOP.has(word) || GOODS.has(word))
}

/** The row with the one above it, or else the one below it, if that may be a name and is at most one line away. */
function withNextRow(row: Row, pages: Row[][]): Row[] {
  const page = pages.find((rows) => rows.includes(row)) ?? []
  const at = page.indexOf(row)
  const pairs = [page.slice(Math.max(0, at - 1), at + 1), page.slice(at, at + 2)]
  return pairs.find(([above, below]) => above && below && [above, below].every(isName) && isNext(above, below)) ?? [row]
}

function isNext(above: Row, below: Row): boolean {
  const [upper, lower] = [boundingBox(above.words), boundingBox(below.words)]
  return lower.top - upper.top - upper.height <= Math.max(upper.height, lower.height)
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

function cleanName({ text }: Row): string {
  return text
    .replace(/[({[]?\d{5}.*$/, '')
    .replace(REGISTERED, '')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9.)]+$/g, '')
}

const meanConfidence = (words: Word[]) => words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length

/** The words of a merchant's name that are on the picture, their share by letters, and their place. */
type Located = { found: string[]; share: number; box?: Box }

/** Looks for a merchant's name among the words. Words that many shops have are not enough to recognise it. */
export function locateMerchantName(words: Word[], name: string): Located & { isRecognised: boolean } {
  const wanted = distinctiveWords(name)
  const own = wanted.filter(isOwnWord)
  const rows = groupIntoRows(words)
  // A short word may also be elsewhere: the cashier at Restoran Abu is called Ali.
  const isShort = own.length < wanted.length && countLetters(own) < MIN_NAME_LETTERS
  const parts = isShort ? rows.map((_, at) => rows.slice(at, at + 2)) : [rows]
  const isEnough = ({ found, share }: Located) =>
    share >= MIN_SHARE &&
    shareOf(
      own.filter((word) => found.includes(word)),
      own,
    ) >= MIN_SHARE
  const located = parts.map((part) => locateWords(wanted, part)).find(isEnough)
  if (located) return { ...located, isRecognised: true }
  const whole = rows.find(({ text }) => isJoinedName(normaliseName(text), name))
  if (whole) return { found: wanted, share: 1, isRecognised: true, box: boundingBox(whole.words) }
  return { ...locateWords(wanted, rows), isRecognised: false }
}

function locateWords(wanted: string[], rows: Row[]): Located {
  const joined = rows.map((row) => normaliseName(row.text))
  const places = wanted.map((word) => locateWord(word, rows, joined))
  const found = wanted.filter((_, index) => places[index])
  const words = places.flatMap((place) => place ?? [])
  return { found, share: shareOf(found, wanted), ...(words.length > 0 && { box: boundingBox(words) }) }
}

const shareOf = (found: string[], all: string[]) => countLetters(found) / Math.max(1, countLetters(all))

const isOwnWord = (word: string) => !KINDS_OF_SHOP.has(word) && !GOODS.has(word)

/** Whether a row has a name without its spaces. If few letters of it are its own, no other word may be in the row. */
function isJoinedName(row: string, name: string): boolean {
  const words = joinableWords(name)
  const [joined, own] = [words.join(''), words.filter(isOwnWord).join('')]
  // A row of the name alone may leave out what kind of shop it is.
  const isAlone = row === words.filter((word) => !KINDS_OF_SHOP.has(word)).join('')
  if (own.length >= MIN_NAME_LETTERS) return isAlone || (containsName(joined, row) && containsName(own, row, 1))
  const [rest, ownRest] = [row, normaliseName(name)].map((text) => text.replace(JOINED_KINDS, ''))
  return joined.length >= MIN_LETTERS && row.includes(joined) && rest === ownRest
}

/** The words of a name that remain where spaces are lost: without legal forms, and without numbers. */
function joinableWords(name: string): string[] {
  const words = splitName(name).filter((word) => /[A-Za-z]/.test(word))
  return words.map(normaliseName).filter((word) => !COMMON.has(word))
}

/** The place of a word of a name: a word of the row, or the row itself if spaces were lost or added. */
function locateWord(word: string, rows: Row[], joined: string[]): Word[] | undefined {
  const own = rows
    .flatMap((row) => row.words)
    .find(({ text }) => [text, ...splitName(text)].some((part) => isNamed(normaliseName(part), word)))
  if (own || word.length < MIN_LETTERS) return own && [own]
  return rows[joined.findIndex((row) => row.includes(word))]?.words
}

/** The name of a customer is in this row, or in the next one if nothing else is here. */
const RECIPIENT = /\b(?:BILL(?:ED)?|SOLD|SHIP(?:PED)?|DELIVER(?:ED)?|INVOICED?)\s?TO\b|^\W*KEPADA\s*:/i
const RECIPIENT_BELOW = new RegExp(`(?:${RECIPIENT.source})\\W*$`, 'i')
const PRICED_ROW = /[A-Z]{3}.*\d[.,]\d\d\W*$/i

/** Leaves out words that name no shop: its customer, and its goods below the head. */
function keepWordsOfShop(words: Word[]): Word[] {
  const rows = groupIntoRows(words)
  const isOfCustomer = (row: Row, at: number) =>
    RECIPIENT.test(row.text) || RECIPIENT_BELOW.test(rows[at - 1]?.text ?? '')
  const isGoods = (row: Row, at: number) => at >= HEAD_ROWS && PRICED_ROW.test(row.text)
  return rows.filter((row, at) => !isOfCustomer(row, at) && !isGoods(row, at)).flatMap((row) => row.words)
}

/** Looks for all names of a merchant: the first that is recognised, or else the one of which most is there. */
export function locateMerchant(all: Word[], merchant: MerchantNames): ReturnType<typeof locateMerchantName> {
  const words = keepWordsOfShop(all)
  const located = namesOf(merchant).map((name) => locateMerchantName(words, name))
  const [most] = located.toSorted((one, other) => other.share - one.share)
  return located.find(({ isRecognised }) => isRecognised) ?? most ?? locateMerchantName(words, merchant.name)
}

type MerchantNames = Pick<ActiveMerchant, 'name' | 'further_names'>

const namesOf = ({ name, further_names = [] }: MerchantNames) => [name, ...further_names]

export function isNameOf(read: Found<string>, merchant: MerchantNames): boolean {
  return namesOf(merchant).some((name) => locateMerchantName(wordsOfName(read), name).isRecognised)
}

/** The active merchant whose name is on the picture; undefined if none or two match equally well. */
export function matchMerchant<Merchant extends ActiveMerchant>(
  result: Pick<OcrResult, 'merchant'>,
  merchants: Merchant[],
): Merchant | undefined {
  const [best, equal] = matchMerchants(result, merchants)
  return equal ? undefined : best
}

/** The active merchants whose names fit the name on the picture best: more than one if they fit it equally. */
export function matchMerchants<Merchant extends ActiveMerchant>(
  { merchant }: Pick<OcrResult, 'merchant'>,
  merchants: Merchant[],
): Merchant[] {
  if (!merchant || isOnlyShopWords(merchant.value)) return []
  const words = wordsOfName(merchant)
  const read = distinctiveWords(merchant.value)
  const isMatch = (name: string) => {
    const { isRecognised, found } = locateMerchantName(words, name)
    return isRecognised && countLetters(distinctiveWords(name)) >= MIN_LETTERS && isMostOf(read, found)
  }
  const fits = merchants.map((one) => {
    const names = namesOf(one).filter(isMatch)
    return { one, fit: Math.max(...names.map((name) => fitOf(name, merchant.value))) }
  })
  const best = Math.max(0, ...fits.map(({ fit }) => fit))
  return fits.filter(({ fit }) => fit === best).map(({ one }) => one)
}

/** Whether a merchant fits the name that was read better than another one fits any part of the print. */
export function fitsBetter(read: Found<string>, words: Word[], merchant: MerchantNames, other: MerchantNames): boolean {
  const rows = groupIntoRows(words).map(({ text }) => text)
  const prints = [read.value, ...rows, ...rows.map((row, at) => `${row} ${rows[at + 1] ?? ''}`)]
  const best = (names: string[], texts: string[]) =>
    Math.max(...names.flatMap((name) => texts.map((text) => fitOf(name, text))))
  return best(namesOf(merchant), [read.value]) > best(namesOf(other), prints)
}

/** How well a name fits a print: the letters of its words, less two for each wrong one, less its missing own words. */
function fitOf(name: string, print: string): number {
  const text = normaliseName(print)
  return distinctiveWords(name).reduce((fit, word) => {
    const errors = errorsIn(text, word)
    if (errors <= word.length / LETTERS_PER_WRONG_ONE) return fit + word.length - 2 * errors
    return isOwnWord(word) ? fit - word.length : fit
  }, 0)
}

/** Whether the words found are most of the words read: of a longer name, they are another shop's. */
function isMostOf(read: string[], found: string[]): boolean {
  const [rest, restFound] = [read, found].map((words) => words.map(withoutKind)) as [string[], string[]]
  return shareOf(found, read) >= 0.5 && shareOf(restFound, rest) >= MIN_SHARE_OF_READ
}

function withoutKind(word: string): string {
  const isKind =
    KINDS_OF_SHOP.has(word) ||
    [...KINDS_OF_SHOP].some((kind) => kind.length >= MIN_LETTERS_TO_CORRECT && isNear(word, kind))
  return isKind ? '' : word.replace(JOINED_KINDS, '')
}

/** Whether the name read has a word of a merchant that is in no name of the other one, nor near one of its words. */
export function namesAnotherMerchant(read: Found<string>, merchant: MerchantNames, other: MerchantNames): boolean {
  return namesOf(merchant).some((name) => namesOf(other).every((known) => hasMore(read, name, known)))
}

function hasMore(read: Found<string>, name: string, other: string): boolean {
  const [own, others] = [distinctiveWords(name), distinctiveWords(other)]
  if (isNear(own.join(''), others.join(''))) return false
  const more = own.filter((word) => !others.some((known) => isNear(known, word)))
  return more.some((word) => wordsOfName(read).some(({ text }) => isNamed(normaliseName(text), word)))
}

const wordsOfName = (merchant: Found<string>) => merchant.value.split(' ').map((text) => ({ ...merchant, text }))

function distinctiveWords(name: string): string[] {
  const words = splitName(name)
    .map(normaliseName)
    .filter((word) => word.length > 0)
  const distinctive = words.filter((word) => !COMMON.has(word) && word.length > 1)
  return distinctive.length > 0 ? distinctive : words
}

/** The words of a name. Letters with dots, as in "D.I.Y." and "K.F.C", are one word. */
function splitName(name: string): string[] {
  const letters = /\b[A-Za-z](?:\.[A-Za-z])+\b\.?/g
  return name.replace(letters, (dotted) => `${dotted.replaceAll('.', '')} `).split(/[\s/.()-]+/)
}

const countLetters = (words: string[]) => words.join('').length

const normaliseName = (text: string) => toLetters(text).replace(/[^A-Z]/g, '')

function isNamed(read: string, wanted: string): boolean {
  return read === wanted || (wanted.length >= MIN_LETTERS_TO_CORRECT && (isNear(read, wanted) || read.includes(wanted)))
}

/** Whether a text contains a name, both without spaces and with a few errors (edit distance), at least `least`. */
function containsName(name: string, text: string, least = 0): boolean {
  if (name.length < MIN_NAME_LETTERS || name.length > MAX_NAME_LETTERS) return false
  const errors = Math.max(least, Math.floor(name.length / LETTERS_PER_ERROR))
  return errorsIn(text, name) <= errors
}
