import type { Merchant } from '@stampus/contract/merchants'
import * as texts from '@stampus/contract/texts'
import { Failure } from '@stampus/ui/Failure'
import type { ReactNode } from 'react'
import * as words from '#words'
import { DealCard, DealCardsWait } from '../../shared/merchants/DealCard.tsx'
import { useDealsOf } from './dealsOf.ts'

const grid = 'grid gap-4 sm:grid-cols-2'

/** The merchant's running deals (D-32). */
export function MerchantDeals({ merchant }: { merchant: Merchant }) {
  const { deals, seeking, failed, retry } = useDealsOf(merchant)
  if (deals.length > 0)
    return (
      <Section>
        <ul className={grid}>
          {deals.map((deal) => (
            <li key={deal.id}>
              <DealCard deal={deal} />
            </li>
          ))}
        </ul>
      </Section>
    )
  if (!(merchant.active_promotions_count > 0)) return null
  if (failed)
    return (
      <Section>
        <Failure text={texts.dealsFailed} retry={words.retry} busy={seeking} onRetry={retry} />
      </Section>
    )
  return seeking ? (
    <Section>
      <DealCardsWait className={grid} count={Math.min(merchant.active_promotions_count, 2)} />
    </Section>
  ) : null
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-bold text-lead">{words.merchantDealsTitle}</h2>
      {children}
    </section>
  )
}
