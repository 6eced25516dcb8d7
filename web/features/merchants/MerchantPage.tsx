import { list } from '@stampus/contract/deals'
import { type Merchant, show } from '@stampus/contract/merchants'
import { texts } from '@stampus/contract/texts'
import { Notice } from '@stampus/ui/Notice'
import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { useEndlessList, useLoadWhile } from '../../shared/api/endless.ts'
import { AskPart } from '../../shared/components/AskPart.tsx'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { CoverCardsLoading } from '../../shared/components/CoverCard.tsx'
import { QueryFailure } from '../../shared/components/QueryFailure.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { DealCard } from '../../shared/DealCard.tsx'
import {
  MerchantDescription,
  MerchantFacts,
  MerchantHead,
  MerchantRules,
  SubmitLink,
  WithMerchant,
} from '../../shared/merchants/MerchantDetails.tsx'
import { useFavourites } from '../../shared/merchants/yourShops.ts'
import { linkTo } from '../../shared/paths.ts'
import { RewardCard } from '../../shared/rewards/RewardCard.tsx'
import { useIsMember, useRewards, useSpendable } from '../../shared/rewards/rewards.ts'

export function MerchantPage() {
  const { id = '' } = useParams()
  const query = useQuery(q(show, { id }))
  const isMember = useIsMember()
  return (
    <article className="mx-auto max-w-2xl">
      <BackLink to={linkTo('merchants')} />
      <WithMerchant query={query}>
        {(merchant) => (
          <div className="grid grid-cols-1 gap-6">
            <MerchantHead merchant={merchant}>
              <FavouriteButton merchant={merchant} />
            </MerchantHead>
            <MerchantDescription merchant={merchant} />
            <MerchantRules merchant={merchant} />
            {merchant.is_active === false ? (
              <Notice kind="info">{texts.merchantInactive}</Notice>
            ) : (
              <SubmitLink merchantId={merchant.id} className={submitClass} />
            )}
            <MerchantFacts merchant={merchant} />
            <MerchantDeals merchant={merchant} />
            <MerchantRewards id={merchant.id} />
            {isMember ? <AskPart about={{ kind: 'merchant', id: merchant.id, name: merchant.name }} /> : null}
          </div>
        )}
      </WithMerchant>
    </article>
  )
}

function FavouriteButton({ merchant: { id, name } }: { merchant: { id: number; name: string } }) {
  const { ids, toggle } = useFavourites()
  const isFavourite = ids.includes(id)
  return (
    <button
      type="button"
      aria-label={sentences.merchantFavouriteLabel(name)}
      aria-pressed={isFavourite}
      onClick={() => toggle(id)}
      className="grid size-11 shrink-0 place-items-center self-start rounded-control border border-border-strong bg-sheet text-blue hover:border-blue"
    >
      <Heart aria-hidden="true" className={`size-6 ${isFavourite ? 'fill-current' : ''}`} />
    </button>
  )
}

const submitClass = 'min-h-14 w-full text-lead sm:w-auto sm:justify-self-start sm:px-8'
const grid = 'grid gap-4 sm:grid-cols-2'

/** A server that does not know the filter returns other deals too, so this may load more pages. */
function MerchantDeals({ merchant: { id, active_promotions_count: count } }: { merchant: Merchant }) {
  const query = useEndlessList(list, { merchant_id: id })
  const deals = query.rows.filter(({ merchant }) => merchant.id === id)
  const needsMore = useLoadWhile(query, deals.length < count)
  const isLoading = query.isFetching || needsMore
  if (deals.length === 0 && (!(count > 0) || !(query.isLoadingError || isLoading))) return null
  return (
    <Section title={words.merchantDealsTitle}>
      {deals.length > 0 ? (
        <Rows rows={deals} className={grid}>
          {(deal) => <DealCard deal={deal} />}
        </Rows>
      ) : query.isLoadingError ? (
        <QueryFailure text={texts.dealsFailed} query={query} />
      ) : (
        <CoverCardsLoading label={words.dealsLoading} className={grid} count={Math.min(count, 2)} />
      )}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">{title}</h2>
      {children}
    </section>
  )
}

/** The rewards that are handed out here. They come last, so that nothing moves when they arrive. */
function MerchantRewards({ id }: { id: number }) {
  const spendable = useSpendable()
  const rewards = useRewards({ merchant_id: id }).rows.filter(({ merchant }) => merchant?.id === id)
  if (rewards.length === 0) return null
  return (
    <Section title={words.rewardOfMerchant}>
      <Rows rows={rewards} className={grid}>
        {(reward) => <RewardCard reward={reward} spendable={spendable} />}
      </Rows>
    </Section>
  )
}
