export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
}

/** Unlock links requested before this time are not mailed any more. */
export function unlocksMailedSince(now: Date): Date {
  return new Date(now.getTime() - 60 * 60 * 1000)
}
