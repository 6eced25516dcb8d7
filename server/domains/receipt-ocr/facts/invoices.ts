import { invoiceKey, typedInvoice } from '@stampus/contract/values/invoices'
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
import { amountsIn } from './amounts.ts'
import { DATE, isOfMerchant, numbersNamed } from './invoice-labels.ts'
import { asDigits } from './similar-characters.ts'

const NO_NUMBERS = new RegExp(`(?<![\\d/.-])${DATE}(?![\\d/]|[-.]\\d)|\\b\\d{1,2}:\\d\\d(?::\\d\\d)?|\\bRM ?\\d+`, 'gi')
const DIGITS_AT_LEAST = 3
const PARTS_AT_MOST = 6
const SHARE_AT_LEAST = 0.5
/** A number of which a digit is less clear than this is wrong too often to be offered. */
const CLEAR = 0.6

/** A stretch of letters and digits in a word, and the `number` that it may be a part of. */
type Part = { word: Word; number: string; text: string }

/**
 * Where the number is among the words, whatever separates its parts, precedes it, or was read for its digits. Amounts,
 * dates, times, and phone, tax and registration numbers are not looked at.
 */
export function placesOfInvoice(words: Word[], invoice: string): Box[] {
  const keys = keysOf(invoice)
  const stretches = stretchesOf(groupIntoRows(words))
  return Array.from({ length: PARTS_AT_MOST }, (_, index) => index + 1).flatMap((size) =>
    stretches.flatMap((parts) =>
      [...parts.keys()].flatMap((start) => {
        const some = parts.slice(start, start + size)
        return some.length === size && isSame(keysOfParts(some), keys) ? boundingBox(some.map(({ word }) => word)) : []
      }),
    ),
  )
}

/** The number that the form offers, as it is typed; undefined where a digit of it is not clear. */
export function offeredNumber(invoice: Found<string> | undefined): string | undefined {
  return invoice && invoice.confidence >= CLEAR ? typedInvoice(invoice.value) : undefined
}

/** The parts of each row that stand side by side, with nothing between them that is no invoice number. */
function stretchesOf(rows: Row[]): Part[][] {
  const taken = rows.flatMap(placesTaken)
  return rows.flatMap((row) => {
    const stretches: Part[][] = [[]]
    for (const word of row.words)
      if (taken.some((box) => isInside(word.box, box))) stretches.push([])
      else stretches.at(-1)?.push(...partsOf(word))
    return stretches
  })
}

function placesTaken(row: Row): Box[] {
  if (isOfMerchant(row) && numbersNamed([row]).length === 0) return row.words.map(({ box }) => box)
  const others = [...row.text.matchAll(NO_NUMBERS)].flatMap(({ index, 0: text }) =>
    wordsAt(row, index, index + text.length),
  )
  const amounts = amountsIn(row).filter(({ how }) => how !== 'dotless')
  return [...amounts, ...others].map(({ box }) => box)
}

function partsOf(word: Word): Part[] {
  const numbers = word.text.split(/[^A-Za-z0-9/.-]+/)
  return numbers.flatMap((number) =>
    number.split(/[^A-Za-z0-9]+/).flatMap((text) => (text ? { word, number, text } : [])),
  )
}

/** What the parts say together, where they are most of the numbers that they stand in. */
function keysOfParts(parts: Part[]): string[] {
  const text = parts.map((part) => part.text).join('')
  const digits = text.replace(/\D/g, '')
  const whole = [...new Set(parts.map(({ number }) => number))].join('')
  const isOneWord = parts.every(({ word }) => word === parts[0]?.word)
  if (text.length < DIGITS_AT_LEAST || !isMost(invoiceKey(digits), invoiceKey(whole.replace(/\D/g, '')))) return []
  if (!isOneWord) return [invoiceKey(asDigits(text))]
  return digits.length < DIGITS_AT_LEAST ? keysOf(text).slice(1) : keysOf(text)
}

/** Whether they are one number, though its letters were left out or taken for digits. */
export function isSameNumber(one: string, other: string): boolean {
  return isSame(keysOf(one), keysOf(other))
}

/** Whether one of two numbers may be the other, most of it from its beginning or to its end, or its last part. */
export function areOfOneNumber(one: string, other: string): boolean {
  return (
    keysOf(one).some((key) => keysOf(other).some((same) => key === same || isPart(key, same) || isPart(same, key))) ||
    isLastPart(one, other) ||
    isLastPart(other, one)
  )
}

function isPart(part: string, whole: string): boolean {
  return digitsIn(part) >= DIGITS_AT_LEAST && isMost(part, whole) && (whole.startsWith(part) || whole.endsWith(part))
}

function isLastPart(part: string, whole: string): boolean {
  const last = whole.split(/[^A-Za-z0-9]+/).at(-1) ?? ''
  return digitsIn(last) >= DIGITS_AT_LEAST && isSameNumber(part, last)
}

function isMost(part: string, whole: string): boolean {
  return digitsIn(part) >= digitsIn(whole) * SHARE_AT_LEAST
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length
}

function isSame(keys: string[], others: string[]): boolean {
  return keys.some((key) => others.includes(key))
}

/** A number without its letters, as it is typed, and with them for the digits that they look like. */
function keysOf(text: string): string[] {
  return [text.replace(/\D/g, ''), asDigits(text.toUpperCase().replace(/[^A-Z0-9]/g, ''))]
    .filter(Boolean)
    .map(invoiceKey)
}
