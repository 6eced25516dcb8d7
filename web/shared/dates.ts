import { dayIn, formatInstant } from '@stampus/contract/values/days'
import * as words from '#words'
import { settings } from './settings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Largest unit first. Months and years have their average length. */
const units = [
  ['year', 365 * DAY_MS],
  ['month', 30.44 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** An age in words: "2 hours ago", "3 weeks ago". A time in the future is "just now". */
export function readableAge(at: Date, now: Date = new Date()): string {
  const age = now.getTime() - at.getTime()
  const fitting = units.find(([, length]) => age >= length)
  if (!fitting) return words.justNow
  const [unit, length] = fitting
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-Math.floor(age / length), unit)
}

/** A day as "12 Nov 2026": of a time in the campus's time zone, or of a `YYYY-MM-DD` date. */
export function readableDay(given: Date | string): string {
  const at = typeof given === 'string' ? new Date(`${given}T00:00:00Z`) : given
  if (Number.isNaN(at.getTime())) return String(given)
  const timeZone = typeof given === 'string' ? 'UTC' : settings.time_zone
  return formatInstant(at, { ...day, timeZone }, words.locale)
}

/** A month as "November 2026": of a time in the campus's time zone, or of a `YYYY-MM` month. */
export function readableMonth(given: Date | string): string {
  const at = typeof given === 'string' ? new Date(`${given}-01T00:00:00Z`) : given
  const timeZone = typeof given === 'string' ? 'UTC' : settings.time_zone
  return formatInstant(at, { month: 'long', year: 'numeric', timeZone }, words.locale)
}

/** A time of the campus as "12 Nov 2026, 3:05 pm". */
export function readableDayTime(at: Date): string {
  const options = { ...day, hour: 'numeric', minute: '2-digit' } as const
  return formatInstant(at, { ...options, timeZone: settings.time_zone }, words.locale)
}

/** A time of the campus as "15:05", or with its day if that is not today: "12 Nov, 15:05". */
export function readableTime(at: Date, now: Date = new Date()): string {
  const timeZone = settings.time_zone
  const isToday = dayIn(timeZone, at) === dayIn(timeZone, now)
  const date = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return formatInstant(at, { ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }, words.locale)
}

/** A time in full, with weekday and time zone. */
export function fullTime(at: Date): string {
  const options = { ...day, weekday: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return formatInstant(at, { ...options, timeZone: settings.time_zone }, words.locale)
}
