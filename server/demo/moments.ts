import { dayIn } from '@stampus/contract/days'

const DAY_MS = 86_400_000

/** The calendar day `days` from `now`, `YYYY-MM-DD`; negative ones lie in the past. */
export function dayFrom(now: Date, days: number, timeZone: string): string {
  return dayIn(timeZone, new Date(now.getTime() + days * DAY_MS))
}

/** The instant of a day and a wall clock's `HH:MM` in a time zone. */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const zone = format.formatToParts(new Date(`${day}T${time}Z`)).find(({ type }) => type === 'timeZoneName')?.value
  return new Date(`${day}T${time}${zone?.replace('GMT', '') || 'Z'}`)
}
