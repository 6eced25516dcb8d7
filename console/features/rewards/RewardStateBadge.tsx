import type { RewardState } from '@stampus/contract/console/rewards'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { rewardStateLabels } from '../../shared/labels/labels.ts'

const looks = { draft: 'quiet', published: 'good', paused: 'soon', ended: 'quiet' } as const

/** The state of a reward as a word; a recalled one has ended. */
export function RewardStateBadge({ state, recalled_at }: { state: RewardState; recalled_at: string | null }) {
  return <StateBadge look={looks[state]}>{recalled_at ? 'Recalled' : rewardStateLabels[state]}</StateBadge>
}
