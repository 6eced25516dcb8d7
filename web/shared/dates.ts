import * as words from '#words'
import { settings } from './settings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The largest unit that fits comes first; a month and a year have their average length. */
const units = [
  ['year', 365 * DAY_MS],
  ['month', 30.44 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** How long ago an instant was: "2 hours ago", "3 weeks ago". One that a wrong clock puts into the future is "just now". */
export function readableAge(at: Date, now: Date = new Date()): string {
  const age = now.getTime() - at.getTime()
  const fitting = units.find(([, length]) => age >= length)
  if (!fitting) return words.justNow
  const [unit, length] = fitting
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-Math.floor(age / length), unit)
}

/** A day as "12 Nov 2026": of an instant in the campus's time zone, or of the wire's `YYYY-MM-DD`. */
export function readableDay(given: Date | string): string {
  const at = typeof given === 'string' ? new Date(`${given}T00:00:00Z`) : given
  if (Number.isNaN(at.getTime())) return String(given)
  return inWords(at, { ...day, timeZone: typeof given === 'string' ? 'UTC' : settings.time_zone })
}

/** The full time of an instant, for who wants to know exactly. */
export function fullTime(at: Date): string {
  return inWords(at, {
    ...day,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: settings.time_zone,
  })
}

function inWords(at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(words.locale, options).format(at).replace('Sept', 'Sep')
}
