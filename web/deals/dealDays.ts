import { dayIn, daysBetween } from '@stampus/contract/days'
import type { Deal } from '@stampus/contract/deals'
import * as sentences from '#sentences'
import { readableDay } from '../app/dates.ts'
import { settings } from '../app/settings.ts'

const SOON_DAYS = 7

/** When a deal ends, as people say it: its day, and in its last week how little is left. */
export function dealEnd({ end_date }: Deal): { text: string; soon: boolean } {
  const left = daysBetween(dayIn(settings.time_zone, new Date()), end_date)
  const soon = left >= 0 && left <= SOON_DAYS
  return { text: soon ? sentences.dealDaysLeft(left) : sentences.dealUntil(readableDay(end_date)), soon }
}
