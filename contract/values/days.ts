import type { Language } from './languages.ts'

/** The database has no year 0. */
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** The calendar day `YYYY-MM-DD` of a time in a time zone. */
export const dayIn = (timeZone: string, at: Date): string =>
  formatFor('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter takes far longer than using it, so each is created once. */
function formatFor(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** True if `YYYY-MM-DD` is an existing day. */
export function isRealDay(day: string): boolean {
  if (!DAY.test(day)) return false
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Formats a time, in British English by default, but with "Sep" instead of "Sept": "12 Sep 2026". */
export const formatInstant = (at: Date, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): string =>
  formatFor(locale, options).format(at).replace('Sept', 'Sep')

const locales: Record<Language, string> = { en: 'en-GB', ms: 'ms-MY' }

/** Formats a day `YYYY-MM-DD` as `12 Nov 2026`. */
export function formatDay(day: string, language: Language = 'en'): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return formatInstant(new Date(`${day}T00:00:00Z`), options, locales[language])
}

/** Formats a month `YYYY-MM` as `November 2026`. */
export function formatMonth(month: string, language: Language = 'en'): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return formatFor(locales[language], options).format(new Date(`${month}-01T00:00:00Z`))
}

/** Formats a time in a time zone as `YYYY-MM-DD HH:MM:SS`. */
export function secondIn(timeZone: string, at: Date): string {
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  return `${dayIn(timeZone, at)} ${formatFor('en-GB', { timeZone, ...clock }).format(at)}`
}

/** Whole days between two days `YYYY-MM-DD`; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

export const dayAfter = (day: string): string => addDays(day, 1)

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The time of a day and a wall clock `HH:MM` in a time zone. */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const near = new Date(`${day}T${time}${offsetAt(timeZone, new Date(`${day}T${time}Z`))}`)
  // Twice, because the clocks may change between that time in UTC and in the zone.
  return new Date(`${day}T${time}${offsetAt(timeZone, near)}`)
}

function offsetAt(timeZone: string, at: Date): string {
  const format = formatFor('en', { timeZone, timeZoneName: 'longOffset' })
  const zone = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return zone?.replace('GMT', '') || 'Z'
}

/** Formats a time in a time zone as `YYYY-MM-DDTHH:MM`. */
export function wallTimeIn(timeZone: string, at: Date): string {
  const time = formatFor('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${dayIn(timeZone, at)}T${time.format(at)}`
}
