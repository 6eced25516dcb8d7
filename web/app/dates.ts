import * as words from '#words'
import { settings } from './settings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** How long ago an instant was, as people say it: "2 hours ago"; from a week on its day, "12 Nov 2026". */
export function readableAge(at: Date, now: Date = new Date()): string {
  const age = now.getTime() - at.getTime()
  if (age >= WEEK_MS || age < -DAY_MS) return readableDay(at)
  if (age < MINUTE_MS) return words.justNow
  const ago = new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' })
  if (age < HOUR_MS) return ago.format(-Math.floor(age / MINUTE_MS), 'minute')
  if (age < DAY_MS) return ago.format(-Math.floor(age / HOUR_MS), 'hour')
  return ago.format(-Math.floor(age / DAY_MS), 'day')
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
