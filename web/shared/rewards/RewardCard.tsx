import { CircleCheck, Gift } from 'lucide-react'
import * as firstSentences from '#firstSentences'
import * as sentences from '#sentences'
import * as words from '#words'
import { coverCard } from '../components/CoverCard.tsx'
import { Link, stretchedLink } from '../components/Link.tsx'
import { localText } from '../localText.ts'
import { linkTo } from '../paths.ts'
import { Cover } from '../pictures/Photo.tsx'
import { limitText, type OfferedReward, placeOf, standingOf } from './rewards.ts'

export function RewardCard({ reward, spendable }: { reward: OfferedReward; spendable: number | undefined }) {
  const title = localText(reward.title, reward.title_ms)
  const { state } = standingOf(reward, spendable)
  return (
    <div className={`${coverCard} group`}>
      <Cover
        icon={Gift}
        of={reward}
        width={640}
        height={360}
        className={`aspect-video w-full ${state === 'soldOut' ? 'grayscale' : ''}`}
      />
      <CostTag stamps={reward.stamps} />
      <span className="grid flex-1 content-start gap-1 p-4">
        <Link to={linkTo('reward', { id: reward.id })} lang={title.lang} className={`font-semibold ${stretchedLink}`}>
          {title.text}
        </Link>
        <span className="text-small text-muted">{placeOf(reward)}</span>
        <StandingLine reward={reward} spendable={spendable} />
      </span>
    </div>
  )
}

export function CostTag({ stamps }: { stamps: number }) {
  return (
    <span className="absolute top-3 right-3 rounded-chip bg-blue px-3 py-1 font-bold text-on-blue text-small tabular-nums">
      {firstSentences.rewardStamps(stamps)}
    </span>
  )
}

type LineProps = { reward: Pick<OfferedReward, 'stamps' | 'left' | 'reached'>; spendable: number | undefined }

export function StandingLine({ reward, spendable }: LineProps) {
  const { state, missing } = standingOf(reward, spendable)
  const left = reward.left === null || reward.left === 0 ? null : sentences.rewardLeft(reward.left)
  return (
    <span className="flex min-h-5 flex-wrap items-center gap-x-3 text-small tabular-nums">
      {state === 'claimable' ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-approved">
          <CircleCheck aria-hidden="true" className="size-4" />
          {words.rewardCanClaim}
        </span>
      ) : null}
      {state === 'almost' || state === 'far' ? (
        <span className={state === 'almost' ? 'font-semibold' : 'text-muted'}>{sentences.rewardMissing(missing)}</span>
      ) : null}
      {state === 'soldOut' ? <span className="font-semibold text-muted">{words.rewardSoldOut}</span> : null}
      {state === 'limited' && reward.reached ? (
        <span className="font-semibold text-muted">{limitText(reward.reached)}</span>
      ) : null}
      {left ? <span className="text-muted">{left}</span> : null}
    </span>
  )
}
