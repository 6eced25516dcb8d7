import { list as rewards } from '@stampus/contract/rewards/rewards'
import { Gift, Ticket } from 'lucide-react'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { RewardItemsSpace } from './RewardItemsSpace.tsx'

/** The items of the account menu that lead to rewards and vouchers, on a server that has them. */
export function RewardItems({ className, onChosen }: { className: string; onChosen: () => void }) {
  const { isSuccess, isLoading } = useEndlessList(rewards, {}, { enabled: unlessNotOffered })
  if (isLoading) return <RewardItemsSpace />
  if (!isSuccess) return null
  return (
    <>
      <Link to={linkTo('rewards')} className={className} onClick={onChosen}>
        <Gift aria-hidden="true" className="size-5 text-muted" />
        {words.rewardsTitle}
      </Link>
      <Link to={linkTo('history')} className={className} onClick={onChosen}>
        <Ticket aria-hidden="true" className="size-5 text-muted" />
        {words.redemptionsTitle}
      </Link>
    </>
  )
}
