import { type Voucher, list as vouchers } from '@stampus/contract/rewards/vouchers'
import { ChevronRight, Gift, type LucideIcon, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { useEndlessList } from '../../shared/api/endless.ts'
import { unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { Link } from '../../shared/components/Link.tsx'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { standingOf, useRewardsInReach, useSpendable } from '../../shared/rewards/rewards.ts'
import { StripSkeleton } from './HomeSkeletons.tsx'

/** A voucher that is ready, else how many rewards can be claimed, else the next reward. A server may offer none. */
export function RewardStrip() {
  const ready = useEndlessList(vouchers, { state: 'ready' }, { enabled: unlessNotOffered })
  const spendable = useSpendable()
  const rewards = useRewardsInReach(spendable)
  if (ready.isPending || rewards.isPending) return <StripSkeleton />
  const [voucher, another] = ready.rows
  if (voucher && another)
    return (
      <Strip to={linkTo('history', {}, { state: 'ready' })} icon={Ticket} isReady end={words.homeRecentAll}>
        {firstSentences.vouchersAreReady(`${ready.rows.length}${ready.hasNextPage ? '+' : ''}`)}
      </Strip>
    )
  if (voucher)
    return (
      <Strip to={linkTo('voucher', { id: voucher.id })} icon={Ticket} isReady end={words.voucherShowCode}>
        <ReadyTitle voucher={voucher} />
      </Strip>
    )
  const standings = rewards.rows.map((reward) => ({ reward, ...standingOf(reward, spendable) }))
  const claimable = standings.filter(({ state }) => state === 'claimable').length
  if (claimable > 0)
    return (
      <Strip to={linkTo('rewards', {}, { show: 'claimable' })} icon={Gift}>
        {firstSentences.rewardsToClaim(claimable)}
      </Strip>
    )
  const next = standings.find(({ state }) => state === 'almost' || state === 'far')
  if (!next) return <p className="mb-1 flex min-h-11 items-center text-muted text-small">{words.nextRewardNone}</p>
  return (
    <Strip to={linkTo('reward', { id: next.reward.id })} icon={Gift}>
      {firstSentences.nextReward(next.missing, localText(next.reward.title, next.reward.title_ms).text)}
    </Strip>
  )
}

/** Only the title may be cut. */
function ReadyTitle({ voucher }: { voucher: Voucher }) {
  const title = localText(voucher.title, voucher.title_ms)
  const [before, after] = firstSentences.voucherIsReady('\n').split('\n')
  return (
    <span className="flex flex-wrap gap-x-1">
      {before}
      <span lang={title.lang} className="min-[14rem]:line-clamp-1 text-wrap">
        {title.text}{' '}
      </span>
      <span>{after?.trim()}</span>
    </span>
  )
}

type StripProps = { to: string; icon: LucideIcon; isReady?: boolean; end?: string; children: ReactNode }

/** Large text needs the whole width of a phone. */
const besideText = 'hidden shrink-0 min-[14rem]:block'

function Strip({ to, icon: Icon, isReady = false, end, children }: StripProps) {
  const look = isReady ? 'bg-blue text-on-blue hover:bg-blue-deep' : 'bg-tint text-blue hover:underline'
  return (
    <Link
      to={to}
      className={`mb-1 flex min-h-11 items-center gap-2 rounded-control px-3 font-semibold underline-offset-4 ${look}`}
    >
      <Icon className={`size-5 ${besideText}`} />
      <span className="min-[14rem]:line-clamp-2 min-w-0 flex-1 text-balance text-small">{children}</span>
      {end ? <span className="hidden shrink-0 text-small min-[22rem]:block">{end}</span> : null}
      <ChevronRight className={`size-5 ${besideText}`} />
    </Link>
  )
}
