import type { AdminReward } from '@stampus/contract/console/rewards'

/** Whether the days on which a reward can be claimed are still to come, under way or over on this day. */
export function offerOn(
  { start_date, end_date }: Pick<AdminReward, 'start_date' | 'end_date'>,
  day: string,
): 'scheduled' | 'running' | 'over' {
  if (start_date > day) return 'scheduled'
  return end_date !== null && end_date < day ? 'over' : 'running'
}
