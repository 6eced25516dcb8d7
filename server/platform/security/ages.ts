const NOTED_EVERY_MS = 60_000

/** A browser's mark is forgotten when no sign-in has used it for so many days. */
export const DEVICE_DAYS = 180

/** Whether the use of a session is to be noted again: at most once a minute (D-10). */
export function isLastUseStale(lastNoted: Date, now: Date): boolean {
  return now.getTime() - lastNoted.getTime() > NOTED_EVERY_MS
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
}

/** A link to unlock a browser is mailed within an hour of being asked for, or not at all. */
export function unlocksMailedSince(now: Date): Date {
  return new Date(now.getTime() - 60 * 60 * 1000)
}
