import { type Reward, show } from '@stampus/contract/rewards/rewards'
import { texts } from '@stampus/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { ArticleSkeleton, Item, itemOf } from '../../shared/components/Item.tsx'
import { LocalParagraph } from '../../shared/components/LocalParagraph.tsx'
import { SlipLine, SlipLines } from '../../shared/components/Slip.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { readableDay } from '../../shared/dates.ts'
import { localText } from '../../shared/localText.ts'
import { MerchantRowLink } from '../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../shared/paths.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { CostTag, StandingLine } from '../../shared/rewards/RewardCard.tsx'
import { type OfferedReward, placeOf, useReachedLimits, useSpendable } from '../../shared/rewards/rewards.ts'
import { ClaimBar } from './ClaimBar.tsx'

export function RewardPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(show, { id }))
  const { withLimit } = useReachedLimits()
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('rewards')} />
      <Item
        item={itemOf(query)}
        title={words.rewardTitle}
        failed={words.rewardFailed}
        wait={<ArticleSkeleton label={words.rewardLoading} />}
        missing={{
          icon: Gift,
          title: texts.rewardNotFound,
          text: words.rewardMissingText,
          ways: [[linkTo('rewards'), words.rewardsSeeAll]],
        }}
      >
        {(reward) => <RewardDetails reward={withLimit(reward)} />}
      </Item>
    </article>
  )
}

function RewardDetails({ reward }: { reward: OfferedReward }) {
  const spendable = useSpendable()
  const title = localText(reward.title, reward.title_ms)
  const conditions = localText(reward.conditions, reward.conditions_ms)
  return (
    <div className="grid gap-5">
      <div className="relative overflow-hidden rounded-sheet">
        <Cover icon={Gift} of={reward} width={960} height={540} className="aspect-video w-full" />
        <CostTag stamps={reward.stamps} />
      </div>
      <div className="grid gap-1">
        <Title lang={title.lang}>{title.text}</Title>
        <p className="text-muted">{placeOf(reward)}</p>
        <StandingLine reward={reward} spendable={spendable} />
      </div>
      <ClaimBar reward={reward} spendable={spendable} />
      {conditions.text ? (
        <section className="grid gap-1">
          <h2 className="font-bold text-lead">{words.rewardConditions}</h2>
          <LocalParagraph of={conditions} />
        </section>
      ) : null}
      <RewardFacts reward={reward} />
      {reward.merchant ? <MerchantRowLink merchant={reward.merchant} /> : null}
    </div>
  )
}

function RewardFacts({ reward }: { reward: Reward }) {
  const { end_date, valid_days, left, limit_total, limit_30_days } = reward
  return (
    <SlipLines>
      <SlipLine name={words.rewardWhere}>{placeOf(reward)}</SlipLine>
      {end_date ? <SlipLine name={words.rewardUntil}>{readableDay(end_date)}</SlipLine> : null}
      <SlipLine name={words.rewardValid}>{sentences.rewardValidDays(valid_days)}</SlipLine>
      {left !== null ? <SlipLine name={words.rewardLeftName}>{left.toLocaleString(words.locale)}</SlipLine> : null}
      {limit_total ? <SlipLine name={words.rewardLimit}>{sentences.rewardLimitTotal(limit_total)}</SlipLine> : null}
      {limit_30_days ? <SlipLine name={words.rewardLimit}>{sentences.rewardLimit30(limit_30_days)}</SlipLine> : null}
    </SlipLines>
  )
}
