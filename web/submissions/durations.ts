import * as words from '#words'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A length of time in one unit, rounded up so that it never promises too much: "3 hours". */
export function readableDuration(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  if (minutes < 60) return words.durationMinutes(minutes)
  const hours = Math.ceil(ms / HOUR_MS)
  return hours < 24 ? words.durationHours(hours) : words.durationDays(Math.ceil(ms / DAY_MS))
}
