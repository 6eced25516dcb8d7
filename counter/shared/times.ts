import * as words from '#words'
import { settings } from './settings.ts'

const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const

export const formatTime = (at: string) => format(at, time)

/** A day with its time on the campus, such as 12 Nov, 12:04. */
export const formatDayAndTime = (at: string) => format(at, { day: 'numeric', month: 'short', ...time })

const format = (at: string, options: Intl.DateTimeFormatOptions) =>
  new Date(at).toLocaleString(words.locale, { timeZone: settings.time_zone, ...options })
