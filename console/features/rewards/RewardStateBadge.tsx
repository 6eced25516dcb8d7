import type { AdminReward } from '@stampus/contract/console/rewards'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { today } from '../../shared/dates.ts'
import { recalled, rewardStateLabels } from '../../shared/labels/labels.ts'
import { type Offered, offerOn } from './offer.ts'

const looks = { draft: 'quiet', published: 'good', paused: 'soon', ended: 'quiet' } as const
const outsideOffer = {
  closed: { look: 'soon', text: 'Merchant deactivated' },
  scheduled: { look: 'soon', text: 'Published, scheduled' },
  over: { look: 'quiet', text: 'Published, over' },
} as const

type Props = { reward: Pick<AdminReward, 'state' | 'recalled_at'> & Offered }

/** The state of a reward in words: a recalled one has ended, and members may not see a published one. */
export function RewardStateBadge({ reward }: Props) {
  const { state, recalled_at } = reward
  const offer = offerOn(reward, today())
  if (state === 'published' && offer !== 'running')
    return <StateBadge look={outsideOffer[offer].look}>{outsideOffer[offer].text}</StateBadge>
  return <StateBadge look={looks[state]}>{recalled_at ? recalled : rewardStateLabels[state]}</StateBadge>
}
