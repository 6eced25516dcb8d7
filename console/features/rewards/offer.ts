import type { AdminReward } from '@stampus/contract/console/rewards'

export type Offered = Pick<AdminReward, 'start_date' | 'end_date' | 'is_closed'>

/**
 * Whether the days on which a published reward can be claimed are still to come, under way or over on this day. `closed`: its
 * merchant is deactivated.
 */
export function offerOn(
  { start_date, end_date, is_closed }: Offered,
  day: string,
): 'closed' | 'scheduled' | 'running' | 'over' {
  if (is_closed) return 'closed'
  if (start_date > day) return 'scheduled'
  return end_date !== null && end_date < day ? 'over' : 'running'
}
