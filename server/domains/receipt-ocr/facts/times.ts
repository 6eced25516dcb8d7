import { boundingBox, confidenceOf, type Row, wordsAt } from '../../../platform/ocr/page.ts'
import type { Found } from '../ocr-result.ts'

/** A time may follow the year of a date without a space. With a full stop in place of the colon it needs AM or PM. */
const TIME =
  /(?:(?<![\d.,]|\d[:;])|(?<=(?:\d[-/.]|[A-Z][ ,./-]{0,2})(?:20)?\d\d|20\d\d[-/.]\d\d[-/.]\d\d))(?<hours>[01]?\d|2[0-3]) ?(?:[:;]|[.](?=\d\d(?:[.:]\d\d)? ?[APF]\.?[MNH]\b)) ?(?<minutes>[0-5]\d)(?!\d)(?:[:.;]?[0-5]\d)?(?<half> ?[APF]\.?[MNH](?![A-Z]))?/gi
/** A time without colons, after a date or a label. */
const TIME_WITHOUT_COLON =
  /(?<=[-/.]20\d\d|\b(?:time|masa)[ :.]{0,3})(?<hours>[01]\d|2[0-3]):?(?<minutes>[0-5]\d)(?::?[0-5]\d)?(?<half> ?[APF]\.?[MNH](?![A-Z]))?(?![\d:])/gi
const DATE = /\d[-/.][\dA-Z]{1,9}[-/.](?:20)?\d\d|\d ?[A-Z]{3,9}[ ,]{0,2}20\d\d/i
const LABELLED = /time|masa|waktu|date|tarikh/i
/** The entry time on a parking ticket is not the time of payment. */
const ENTRY = /entry|masuk/i
/** Opening hours, the time of printing, of closing a table, or a time to come. */
const OTHER_TIME =
  /open|clos|hours|print|daily|until|valid|before|(?:[:.]\d\d|\d ?[ap]m) ?(?:[ap]m)? ?(?:-|to) ?\d{1,2}[:.]\d\d/i

/** A printed time: `value` is `HH:MM` before AM or PM is applied, `text` all of it. */
type PrintedTime = { value: string; index: number; text: string; half: string }

export function findPrintedTimes({ text }: Row): PrintedTime[] {
  const matches = [...text.matchAll(TIME)]
  return (matches.length > 0 ? matches : [...text.matchAll(TIME_WITHOUT_COLON)]).map(
    ({ index, 0: all, groups = {} }) => {
      const { hours = '', minutes = '', half = '' } = groups
      return { value: `${hours.padStart(2, '0')}:${minutes}`, index, text: all, half }
    },
  )
}

function findTimes(row: Row): Found<string>[] {
  return findPrintedTimes(row).flatMap((printed) => {
    const words = wordsAt(row, printed.index, printed.index + printed.text.length)
    if (words.length === 0) return []
    return { value: to24Hours(printed), confidence: confidenceOf(words), box: boundingBox(words) }
  })
}

function to24Hours({ value, half }: PrintedTime): string {
  const hour = Number(value.slice(0, 2))
  const ofDay = half === '' || hour > 12 ? hour : (hour % 12) + (/a/i.test(half) ? 0 : 12)
  return `${String(ofDay).padStart(2, '0')}${value.slice(2)}`
}

/** The time of the receipt: preferably beside the date or a label, and found by most OCR passes. */
export function chooseTime(pages: Row[][]): Found<string> | undefined {
  const found = pages.flatMap((rows) =>
    rows.flatMap((row) => {
      const penalty = (OTHER_TIME.test(row.text) ? 3 : 0) + (ENTRY.test(row.text) ? 1 : 0)
      const weight = (DATE.test(row.text) ? 2 : 0) + (LABELLED.test(row.text) ? 1 : 0) - penalty
      return findTimes(row).map((time) => ({ time, weight }))
    }),
  )
  const countOf = (value: string) => found.filter(({ time }) => time.value === value).length
  const [best] = found
    .filter(({ weight }) => weight >= 0)
    .toSorted(
      (one, other) =>
        other.weight +
        Math.min(1, countOf(other.time.value) / 4) -
        (one.weight + Math.min(1, countOf(one.time.value) / 4)),
    )
  return best?.time
}
