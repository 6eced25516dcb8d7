import type { Overview } from '@stampus/contract/console/overview'

type Day = Overview['days'][number]

/** What all days of a span come to. */
export function sumOf(days: Day[], field: 'approved' | 'rejected' | 'stamps'): number {
  return days.reduce((sum, day) => sum + day[field], 0)
}

/** A share in whole percent; a dash of nothing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}
