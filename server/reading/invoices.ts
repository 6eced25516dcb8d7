import { invoiceKey } from '@stampus/contract/invoices'
import { asDigits } from './look-alikes.ts'
import type { Box, Found, Word } from './reading.ts'
import { boxAround, confidenceOf, type Row, wordsAt } from './rows.ts'

const NUMBER = '(?:no|num|number|n0|id)?\\s*[.:;#*]*\\s*([A-Z0-9][A-Z0-9/.-]{2,})'
/** What stands before a receipt's number, the likeliest first. */
const LABELS = ['inv(?:oice)?', '(?:receipt|rcpt|bill|slip)', '(?:check|chk|doc|document|trans|trn|order|ref|cb)'].map(
  (label) => new RegExp(`\\b${label}\\s*(?=[.:#n])${NUMBER}`, 'i'),
)
const DIGITS_AT_LEAST = 3
const PARTS_AT_MOST = 6
const SIGNS_AT_LEAST = 3

/** The number that the receipt calls its own. */
export function invoiceOf(pages: Row[][]): Found<string> | undefined {
  const found = LABELS.flatMap((label) => pages.flat().flatMap((row) => numberAfter(label, row) ?? []))
  return found[0]
}

function numberAfter(label: RegExp, row: Row): Found<string> | undefined {
  const match = label.exec(row.text)
  const value = match?.[1]?.replace(/[.-]+$/, '')
  if (!match || !value || value.replace(/\D/g, '').length < DIGITS_AT_LEAST) return undefined
  const end = match.index + match[0].length
  const words = wordsAt(row, end - (match[1]?.length ?? 0), end)
  return { value, confidence: confidenceOf(words), box: boxAround(words) }
}

/** Where the number stands among the words, whatever separates its parts, stands before it, or was read for its digits. */
export function placeOfInvoice(words: Word[], invoice: string): Box | undefined {
  const parts = words.flatMap((word) =>
    word.text.split(/[^A-Za-z0-9]+/).flatMap((text) => (text ? { word, text } : [])),
  )
  for (let size = 1; size <= PARTS_AT_MOST; size += 1)
    for (const start of parts.keys()) {
      const some = parts.slice(start, start + size)
      const text = some.map((part) => part.text).join('')
      const isOneWord = some.every(({ word }) => word === some[0]?.word)
      if (
        text.length >= SIGNS_AT_LEAST &&
        isSame(isOneWord ? keysOf(text) : [invoiceKey(asDigits(text))], keysOf(invoice))
      )
        return boxAround(some.map(({ word }) => word))
    }
  return undefined
}

/** Whether one of two numbers may be the other, or its beginning or end. */
export function areOfOneNumber(one: string, other: string): boolean {
  return keysOf(one).some((key) => keysOf(other).some((same) => isPart(key, same) || isPart(same, key)))
}

function isPart(part: string, whole: string): boolean {
  return whole.startsWith(part) || whole.endsWith(part)
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
