import type { Row } from '../../../platform/ocr/page.ts'
import { findPlacedDates } from '../facts/dates.ts'
import { CONTRADICTION_CONFIDENCE } from './confidence.ts'

/** Days as `Date.getUTCDay` counts, in English and Malay. Short Malay forms are other words too: `Jum` is a sum. */
const DAYS = [
  ['SUNDAY', 'SUN', 'AHAD'],
  ['MONDAY', 'MON', 'ISNIN'],
  ['TUESDAY', 'TUES', 'TUE', 'SELASA'],
  ['WEDNESDAY', 'WED', 'RABU'],
  ['THURSDAY', 'THURS', 'THUR', 'THU', 'KHAMIS'],
  ['FRIDAY', 'FRI', 'JUMAAT'],
  ['SATURDAY', 'SAT', 'SABTU'],
]
const ANY_DAY = `(${DAYS.flat().join('|')})(?![A-Z])`
/** A day with only a label before it: a day may be a name, or the end of opening hours. */
const DAY_BEFORE = new RegExp(`^(?:[^A-Z]|DATE|TARIKH|TIME|MASA)*${ANY_DAY}[^A-Z\\d]*$`, 'i')
const DAY_BEHIND = new RegExp(`^[\\s.,(]*${ANY_DAY}(?!\\W*(?:[-–~]|TO|HINGGA)\\W*[A-Z])`, 'i')
const PRINTED = /(?:RE-?\s?PRINT(?:ED)?|CETAK(?:AN)? SEMULA)(?:[^A-Z\d]|ON|PADA|DATE|TARIKH|\d\d?:\d\d)*$/i

/** The row of a date with a wrong day of the week, or of a reprint before the receipt's date; -1 if there is none. */
export function findRowOfWrongDate(rows: Row[], date: string | undefined): number {
  if (date === undefined) return -1
  return rows.findIndex((row) =>
    findPlacedDates(row, date).some(({ found, start, end }) => {
      if (found.confidence < CONTRADICTION_CONFIDENCE) return false
      const before = row.text.slice(0, start)
      if (found.value !== date) return PRINTED.test(before) && found.value < date
      const [, day] = DAY_BEFORE.exec(before) ?? DAY_BEHIND.exec(row.text.slice(end)) ?? []
      return day !== undefined && ![date, monthFirst(date)].some((one) => isOn(one, day))
    }),
  )
}

const isOn = (date: string, day: string) => DAYS[new Date(date).getUTCDay()]?.includes(day.toUpperCase()) ?? false

/** The same date if the till prints the month first. */
const monthFirst = (date: string) => date.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
