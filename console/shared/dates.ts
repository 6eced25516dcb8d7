import { dayIn, formatInstant, isRealDay } from '@stampus/contract/values/days'
import { settings } from './settings.ts'

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** A day as "12 Nov 2026". Takes a wire day (`YYYY-MM-DD`) or an instant, which is shown in the campus's time zone. */
export function readableDay(given: string): string {
  return given.length === 10
    ? inWords(`${given}T00:00:00Z`, { ...day, timeZone: 'UTC' })
    : inWords(given, { ...day, timeZone: settings.time_zone })
}

/** An instant as "12 Nov 2026, 14:05" in the campus's time zone. */
export function readableTime(instant: string): string {
  return inWords(instant, { ...day, ...time, timeZone: settings.time_zone })
}

/** The same with seconds. */
export function readableSecond(instant: string): string {
  return inWords(instant, { ...day, ...time, second: '2-digit', timeZone: settings.time_zone })
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses a typed day into `YYYY-MM-DD`: "5/11/2026", "05.11.2026", "5 Nov 2026" or "2026-11-05". */
export function parseDay(text: string): string | undefined {
  const given = text.trim().toLowerCase()
  if (isRealDay(given)) return given
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})\s*[ ./-]\s*(\d{1,2}|[a-z]{3,9})\.?\s*[ ./-]\s*(\d{4})$/.exec(given) ?? []
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1
  const found = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDay(found) ? found : undefined
}

/** A wire day as it is typed, "05/11/2026"; other text stays unchanged. */
export function formatDay(value: string): string {
  return isRealDay(value) ? value.split('-').reverse().join('/') : value
}

/** Parses a typed time into `HH:MM`: "8:05", "08.05" or "0805". */
export function parseTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:.]?(\d{2})$/.exec(text.trim()) ?? []
  return hour && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

/** A duration in its largest unit: "5 minutes", "3 hours", "2 days". */
export function readableSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  if (minutes < 48 * 60) return counted(Math.floor(minutes / 60), 'hour')
  return counted(Math.floor(minutes / (24 * 60)), 'day')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function inWords(at: string, options: Intl.DateTimeFormatOptions): string {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return at
  return formatInstant(instant, options)
}

/** The present day on campus as `YYYY-MM-DD`. */
export const today = () => dayIn(settings.time_zone, new Date())
