import * as sentences from '#sentences'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A duration in one unit, rounded up so that it promises not too much: "3 hours". */
export const readableDuration = (ms: number) => inOneUnit(ms, Math.ceil)

/** An age in one unit, rounded down: "2 hours". */
export const readableAge = (ms: number) => inOneUnit(ms, Math.floor)

function inOneUnit(ms: number, round: (count: number) => number): string {
  const minutes = Math.max(1, round(ms / MINUTE_MS))
  if (minutes < 60) return sentences.durationMinutes(minutes)
  const hours = round(ms / HOUR_MS)
  return hours < 24 ? sentences.durationHours(hours) : sentences.durationDays(round(ms / DAY_MS))
}
