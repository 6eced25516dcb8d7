import { boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'

/** It may begin where the year of a date ends, without a space. A full stop for the colon is only a time with AM or PM. */
const TIME =
  /(?:(?<![\d.,]|\d[:;])|(?<=(?:\d[-/.]|[A-Z][ ,./-]{0,2})(?:20)?\d\d|20\d\d[-/.]\d\d[-/.]\d\d))(?<hours>[01]?\d|2[0-3]) ?(?:[:;]|[.](?=\d\d(?:[.:]\d\d)? ?[APF]\.?[MNH]\b)) ?(?<minutes>[0-5]\d)(?!\d)(?:[:.;]?[0-5]\d)?(?<half> ?[APF]\.?[MNH](?![A-Z]))?/gi
/** Without its colons, where a date or its own word stands before it. */
const RUN =
  /(?<=[-/.]20\d\d|\b(?:time|masa)[ :.]{0,3})(?<hours>[01]\d|2[0-3]):?(?<minutes>[0-5]\d)(?::?[0-5]\d)?(?<half> ?[APF]\.?[MNH](?![A-Z]))?(?![\d:])/gi
const DAY = /\d[-/.][\dA-Z]{1,9}[-/.](?:20)?\d\d|\d ?[A-Z]{3,9}[ ,]{0,2}20\d\d/i
const NAMED = /time|masa|waktu|date|tarikh/i
/** A car park is paid when one leaves. */
const ENTRY = /entry|masuk/i
/** When a shop is open, when a slip was printed or a table was closed, and what is to come. */
const OTHERWISE = /open|clos|hours|print|daily|until|valid|before|\d ?(?:[ap]m)? ?(?:-|to) ?\d{1,2}[:.]\d\d/i

/** A time as it is printed: `value` is `HH:MM` without its half of the day, `text` all of it. */
type PrintedTime = { value: string; index: number; text: string; half: string }

/** The times of day as a row prints them. */
export function printedTimesIn({ text }: Row): PrintedTime[] {
  const matches = [...text.matchAll(TIME)]
  return (matches.length > 0 ? matches : [...text.matchAll(RUN)]).map(({ index, 0: all, groups = {} }) => {
    const { hours = '', minutes = '', half = '' } = groups
    return { value: `${hours.padStart(2, '0')}:${minutes}`, index, text: all, half }
  })
}

/** The times of day that a row may speak of, `HH:MM`. */
export function timesIn(row: Row): Found<string>[] {
  return printedTimesIn(row).flatMap((printed) => {
    const words = wordsAt(row, printed.index, printed.index + printed.text.length)
    if (words.length === 0) return []
    return { value: timeOf(printed), confidence: confidenceOf(words), box: boundingBox(words) }
  })
}

function timeOf({ value, half }: PrintedTime): string {
  const hour = Number(value.slice(0, 2))
  const ofDay = half === '' || hour > 12 ? hour : (hour % 12) + (/a/i.test(half) ? 0 : 12)
  return `${String(ofDay).padStart(2, '0')}${value.slice(2)}`
}

/** The time of day the receipt is of: the first that stands beside its day or its own word, most readings agreeing. */
export function timeOfDay(pages: Row[][]): Found<string> | undefined {
  const found = pages.flatMap((rows) =>
    rows.flatMap((row) => {
      const against = (OTHERWISE.test(row.text) ? 3 : 0) + (ENTRY.test(row.text) ? 1 : 0)
      const weight = (DAY.test(row.text) ? 2 : 0) + (NAMED.test(row.text) ? 1 : 0) - against
      return timesIn(row).map((time) => ({ time, weight }))
    }),
  )
  const often = (value: string) => found.filter(({ time }) => time.value === value).length
  const [best] = found
    .filter(({ weight }) => weight >= 0)
    .toSorted(
      (one, other) =>
        other.weight + Math.min(1, often(other.time.value) / 4) - (one.weight + Math.min(1, often(one.time.value) / 4)),
    )
  return best?.time
}
