import type { AdminReward } from '@stampus/contract/console/rewards'
import { type State, StateBadge } from '../../shared/components/Badge.tsx'
import { today } from '../../shared/dates.ts'
import { rewardStates } from '../../shared/labels/labels.ts'

export type Offered = Pick<AdminReward, 'start_date' | 'end_date' | 'is_closed'>

/** Whether a published reward's days are to come, under way or over; `closed` if its merchant is deactivated. */
export function offerOn(
  { start_date, end_date, is_closed }: Offered,
  day: string,
): 'closed' | 'scheduled' | 'running' | 'over' {
  if (is_closed) return 'closed'
  if (start_date > day) return 'scheduled'
  return end_date !== null && end_date < day ? 'over' : 'running'
}

const outsideOffer: Record<'closed' | 'scheduled' | 'over', State> = {
  closed: { look: 'soon', name: 'Merchant deactivated' },
  scheduled: { look: 'soon', name: 'Published, scheduled' },
  over: { look: 'quiet', name: 'Published, over' },
}

type Props = { reward: Pick<AdminReward, 'state' | 'recalled_at'> & Offered }

/** The state of a reward in words: a recalled one has ended, and members may not see a published one. */
export function RewardStateBadge({ reward }: Props) {
  const { state, recalled_at } = reward
  const offer = offerOn(reward, today())
  if (state === 'published' && offer !== 'running') return <StateBadge {...outsideOffer[offer]} />
  return <StateBadge {...rewardStates[recalled_at ? 'recalled' : state]} />
}
