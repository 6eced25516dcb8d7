import { Empty } from '@stampus/ui/Empty'
import { Gift } from 'lucide-react'
import { useSearchParams } from 'react-router'
import * as words from '#words'
import { isNotOffered } from '../../shared/api/optionalCalls.ts'
import { Chips } from '../../shared/components/Chips.tsx'
import { CoverCardsLoading } from '../../shared/components/CoverCard.tsx'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { ButtonLink, Link } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { linkTo } from '../../shared/paths.ts'
import { RewardCard } from '../../shared/rewards/RewardCard.tsx'
import { standingOf, useIsMember, useRewards, useSpendable } from '../../shared/rewards/rewards.ts'

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
type Filter = 'claimable' | 'almost'
const filters: [Filter | undefined, string][] = [
  [undefined, words.rewardsAll],
  ['claimable', words.rewardsClaimable],
  ['almost', words.rewardsAlmost],
]
const pageOf = (show: Filter | undefined) => linkTo('rewards', {}, { show })

export function RewardsPage() {
  const [params] = useSearchParams()
  const spendable = useSpendable()
  const rewards = useRewards()
  const isMember = useIsMember()
  const wanted = filters.map(([show]) => show).find((show) => show && show === params.get('show'))
  const filter = spendable === undefined ? undefined : wanted
  const rows = rewards.rows.filter((reward) => !filter || standingOf(reward, spendable).state === filter)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Title>{words.rewardsTitle}</Title>
        <p className="mt-1 text-muted">{words.rewardsIntro}</p>
        {isMember ? (
          <Link
            to={linkTo('history')}
            className="inline-flex min-h-11 items-center font-semibold text-blue underline-offset-4 hover:underline"
          >
            {words.rewardsVouchers}
          </Link>
        ) : null}
      </div>
      {isNotOffered(rewards.error) ? (
        <Empty icon={Gift} text={words.notOffered} />
      ) : (
        <>
          {isMember ? <Chips label={words.rewardsFilter} choices={filters} chosen={wanted} linkTo={pageOf} /> : null}
          <EndlessList
            list={{ ...rewards, rows }}
            wait={<CoverCardsLoading label={words.rewardsLoading} className={grid} />}
            failed={words.rewardsFailed}
            empty={<NoRewards filter={filter} />}
          >
            {(shown) => (
              <Rows rows={shown} className={grid}>
                {(reward) => <RewardCard reward={reward} spendable={spendable} />}
              </Rows>
            )}
          </EndlessList>
        </>
      )}
    </div>
  )
}

function NoRewards({ filter }: { filter: Filter | undefined }) {
  if (!filter)
    return (
      <Empty icon={Gift} text={words.rewardsNone}>
        <p>{words.rewardsNoneText}</p>
      </Empty>
    )
  return (
    <Empty icon={Gift} text={filter === 'almost' ? words.rewardsNoneAlmost : words.rewardsNoneClaimable}>
      <p>{words.rewardsNoneFound}</p>
      <ButtonLink to={linkTo('rewards')} look="secondary" label={words.rewardsSeeAll} />
    </Empty>
  )
}
