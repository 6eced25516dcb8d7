import { dayIn } from '@stampus/contract/values/days'

const DAY_MS = 86_400_000

/** The calendar day `days` from `now`, `YYYY-MM-DD`; negative ones lie in the past. */
export function dayFrom(now: Date, days: number, timeZone: string): string {
  return dayIn(timeZone, new Date(now.getTime() + days * DAY_MS))
}
