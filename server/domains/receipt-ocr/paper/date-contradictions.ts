import type { Row } from '../../../platform/ocr/page.ts'
import { findPlacedDates } from '../facts/dates.ts'
import type { PaperMark } from '../ocr-result.ts'

/** In the order of `Date.getUTCDay`, in English and Malay. */
const DAYS = [
  ['SUNDAY', 'SUN', 'AHAD', 'AHD'],
  ['MONDAY', 'MON', 'ISNIN', 'ISN'],
  ['TUESDAY', 'TUES', 'TUE', 'SELASA', 'SEL'],
  ['WEDNESDAY', 'WED', 'RABU', 'RAB'],
  ['THURSDAY', 'THURS', 'THUR', 'THU', 'KHAMIS', 'KHA'],
  ['FRIDAY', 'FRI', 'JUMAAT', 'JUM'],
  ['SATURDAY', 'SAT', 'SABTU', 'SAB'],
]
const ANY_DAY = `(${DAYS.flat().join('|')})`
const DAY_BEFORE = new RegExp(`(?<![A-Z])${ANY_DAY}[\\s.,()/:-]*$`, 'i')
const DAY_BEHIND = new RegExp(`^[\\s.,()/-]*${ANY_DAY}(?![A-Z])`, 'i')
const PRINTED = /RE-?\s?PRINT|CETAK(?:AN)? SEMULA|DUPLICATE|PENDUA/i
const MIN_CONFIDENCE = 0.8
const MAX_TEXT = 60

/** A date with a day of the week that it does not have, or a paper that was printed again before its date. */
export function findWrongDate(rows: Row[], date: string | undefined): PaperMark | undefined {
  if (date === undefined) return undefined
  const shown = rows.find((row) =>
    findPlacedDates(row, date).some(({ found, start, end }) => {
      if (found.confidence < MIN_CONFIDENCE) return false
      if (found.value !== date) return PRINTED.test(row.text) && found.value < date
      const [, day] = DAY_BEFORE.exec(row.text.slice(0, start)) ?? DAY_BEHIND.exec(row.text.slice(end)) ?? []
      return day !== undefined && !DAYS[new Date(date).getUTCDay()]?.includes(day.toUpperCase())
    }),
  )
  return shown && { kind: 'wrong date', text: shown.text.slice(0, MAX_TEXT) }
}
