import { momentInWords } from '@stampus/contract/days'
import { settings } from '../app/settings.ts'

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** A day as "12 Nov 2026": of an instant of the wire in the campus's time zone, or of the wire's `YYYY-MM-DD`. */
export function readableDay(given: string): string {
  return given.length === 10
    ? inWords(`${given}T00:00:00Z`, { ...day, timeZone: 'UTC' })
    : inWords(given, { ...day, timeZone: settings.time_zone })
}

/** An instant of the wire as "12 Nov 2026, 14:05" in the campus's time zone. */
export function readableTime(instant: string): string {
  return inWords(instant, { ...day, ...time, timeZone: settings.time_zone })
}

/** The same to the second, for a log. */
export function readableSecond(instant: string): string {
  return inWords(instant, { ...day, ...time, second: '2-digit', timeZone: settings.time_zone })
}

/** How long something lasted or waits, in its largest unit: "5 minutes", "3 hours", "2 days". */
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
  return momentInWords(instant, options)
}
