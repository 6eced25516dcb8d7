import { Gift } from 'lucide-react'
import * as words from '#words'
import { linkTo } from '../../shared/paths.ts'
import { useRewards } from '../../shared/rewards/rewards.ts'
import { QuickLink } from './QuickLink.tsx'

export function RewardsLink() {
  const { rows } = useRewards()
  if (rows.length === 0) return null
  return <QuickLink to={linkTo('rewards')} icon={Gift} name={words.rewardsTitle} about={words.rewardsIntro} />
}
