import * as words from '#words'
import { settings } from './settings.ts'

/** A time of today on the campus, such as 12:04. */
export function formatTime(at: string): string {
  return new Date(at).toLocaleTimeString(words.locale, {
    timeZone: settings.time_zone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}

/** A day with its time on the campus, such as 12 Nov, 12:04. */
export function formatDayAndTime(at: string): string {
  return new Date(at).toLocaleString(words.locale, {
    timeZone: settings.time_zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
