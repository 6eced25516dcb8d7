import type { Deal } from '@stampus/contract/deals'
import { dayIn, daysBetween } from '@stampus/contract/values/days'
import * as sentences from '#sentences'
import { readableDay } from '../../shared/dates.ts'
import { settings } from '../../shared/settings.ts'

const SOON_DAYS = 7

/** When a deal ends, as people say it: its day, and in its last week how little is left. */
export function dealEnd({ end_date }: Deal): { text: string; soon: boolean } {
  const left = daysBetween(dayIn(settings.time_zone, new Date()), end_date)
  const soon = left >= 0 && left <= SOON_DAYS
  return { text: soon ? sentences.dealDaysLeft(left) : sentences.dealUntil(readableDay(end_date)), soon }
}
