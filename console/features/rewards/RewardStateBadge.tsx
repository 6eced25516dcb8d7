import type { AdminReward } from '@stampus/contract/console/rewards'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { today } from '../../shared/dates.ts'
import { rewardStateLabels } from '../../shared/labels/labels.ts'
import { offerOn } from './offer.ts'

const looks = { draft: 'quiet', published: 'good', paused: 'soon', ended: 'quiet' } as const
const outsideOffer = {
  scheduled: { look: 'soon', text: 'Published, scheduled' },
  over: { look: 'quiet', text: 'Published, over' },
} as const

type Props = { reward: Pick<AdminReward, 'state' | 'recalled_at' | 'start_date' | 'end_date'> }

/** The state of a reward in words: a recalled one has ended, and a published one may not be claimed on other days. */
export function RewardStateBadge({ reward }: Props) {
  const { state, recalled_at } = reward
  const offer = offerOn(reward, today())
  if (state === 'published' && offer !== 'running')
    return <StateBadge look={outsideOffer[offer].look}>{outsideOffer[offer].text}</StateBadge>
  return <StateBadge look={looks[state]}>{recalled_at ? 'Recalled' : rewardStateLabels[state]}</StateBadge>
}
