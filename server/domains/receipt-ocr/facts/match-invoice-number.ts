import { invoiceDigits, invoiceKey } from '@stampus/contract/values/invoices'
import {
  type Box,
  boundingBox,
  groupIntoRows,
  isInside,
  type Row,
  type Word,
  wordsAt,
} from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'
import { findAmounts } from './amounts.ts'
import { countDigits, DATE, findLabelledNumbers, isMerchantRow } from './invoice-numbers.ts'
import { toDigits } from './similar-characters.ts'

const NOT_A_NUMBER = new RegExp(
  `(?<![\\d/.-])${DATE}(?![\\d/]|[-.]\\d)|\\b\\d{1,2}:\\d\\d(?::\\d\\d)?|\\bRM ?\\d+`,
  'gi',
)
const MIN_DIGITS = 3
const MAX_PARTS = 6
const MIN_SHARE = 0.5
/** Numbers with a less certain digit are wrong too often to be suggested. */
const MIN_CONFIDENCE = 0.6

/** Letters and digits of a word, and the `number` that they may be a part of. */
type Part = { word: Word; number: string; text: string }

/** The places of an invoice number, even misread. Ignores amounts, dates, times and the merchant's own numbers. */
export function locateInvoiceNumber(words: Word[], invoice: string): Box[] {
  const keys = keysOf(invoice)
  const runs = splitIntoRuns(groupIntoRows(words))
  return Array.from({ length: MAX_PARTS }, (_, index) => index + 1).flatMap((size) =>
    runs.flatMap((parts) =>
      [...parts.keys()].flatMap((start) => {
        const some = parts.slice(start, start + size)
        return some.length === size && shareKey(keysOfParts(some), keys)
          ? boundingBox(some.map(({ word }) => word))
          : []
      }),
    ),
  )
}

/** The number to suggest in the form, as it would be typed; undefined if a digit is not clear. */
export function suggestInvoiceNumber(invoice: Found<string> | undefined): string | undefined {
  return invoice && invoice.confidence >= MIN_CONFIDENCE ? invoiceDigits(invoice.value) : undefined
}

function splitIntoRuns(rows: Row[]): Part[][] {
  const taken = rows.flatMap(findOtherPlaces)
  return rows.flatMap((row) => {
    const runs: Part[][] = [[]]
    for (const word of row.words)
      if (taken.some((box) => isInside(word.box, box))) runs.push([])
      else runs.at(-1)?.push(...splitWord(word))
    return runs
  })
}

function findOtherPlaces(row: Row): Box[] {
  if (isMerchantRow(row) && findLabelledNumbers([row]).length === 0) return row.words.map(({ box }) => box)
  const others = [...row.text.matchAll(NOT_A_NUMBER)].flatMap(({ index, 0: text }) =>
    wordsAt(row, index, index + text.length),
  )
  const amounts = findAmounts(row).filter(({ how }) => how !== 'dotless')
  return [...amounts, ...others].map(({ box }) => box)
}

function splitWord(word: Word): Part[] {
  const numbers = word.text.split(/[^A-Za-z0-9/.-]+/)
  return numbers.flatMap((number) =>
    number.split(/[^A-Za-z0-9]+/).flatMap((text) => (text ? { word, number, text } : [])),
  )
}

/** The keys of joined parts, if they are most of the numbers that they belong to. */
function keysOfParts(parts: Part[]): string[] {
  const text = parts.map((part) => part.text).join('')
  const digits = text.replace(/\D/g, '')
  const whole = [...new Set(parts.map(({ number }) => number))].join('')
  const isOneWord = parts.every(({ word }) => word === parts[0]?.word)
  if (text.length < MIN_DIGITS || !isMost(invoiceKey(digits), invoiceKey(whole.replace(/\D/g, '')))) return []
  if (!isOneWord) return [invoiceKey(toDigits(text))]
  return digits.length < MIN_DIGITS ? keysOf(text).slice(1) : keysOf(text)
}

/** Whether two numbers are the same, even if letters are missing or were misread as digits. */
export const isSameInvoiceNumber = (one: string, other: string) => shareKey(keysOf(one), keysOf(other))

/** Whether one number may be the start, the end or the last part of the other. */
export function mayBeSameInvoiceNumber(one: string, other: string): boolean {
  return (
    keysOf(one).some((key) => keysOf(other).some((same) => key === same || isPart(key, same) || isPart(same, key))) ||
    isLastPart(one, other) ||
    isLastPart(other, one)
  )
}

function isPart(part: string, whole: string): boolean {
  return countDigits(part) >= MIN_DIGITS && isMost(part, whole) && (whole.startsWith(part) || whole.endsWith(part))
}

function isLastPart(part: string, whole: string): boolean {
  const last = whole.split(/[^A-Za-z0-9]+/).at(-1) ?? ''
  return countDigits(last) >= MIN_DIGITS && isSameInvoiceNumber(part, last)
}

const isMost = (part: string, whole: string) => countDigits(part) >= countDigits(whole) * MIN_SHARE

const shareKey = (keys: string[], others: string[]) => keys.some((key) => others.includes(key))

/** The digits of a number, and the number with its letters replaced by similar digits. */
function keysOf(text: string): string[] {
  return [text.replace(/\D/g, ''), toDigits(text.toUpperCase().replace(/[^A-Z0-9]/g, ''))]
    .filter(Boolean)
    .map(invoiceKey)
}
