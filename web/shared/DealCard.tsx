import { type Deal, list } from '@stampus/contract/deals'
import { dayIn, daysBetween } from '@stampus/contract/values/days'
import { Tag } from 'lucide-react'
import * as firstSentences from '#firstSentences'
import { useEndlessList } from './api/endless.ts'
import { coverCard } from './components/CoverCard.tsx'
import { Link, stretchedLink } from './components/Link.tsx'
import { readableDay } from './dates.ts'
import { localText } from './localText.ts'
import { linkTo } from './paths.ts'
import { Cover } from './pictures/Photo.tsx'
import { settings } from './settings.ts'

/** A deal in a list. */
export function DealCard({ deal }: { deal: Deal }) {
  const title = localText(deal.title, deal.title_ms)
  return (
    <div className={`${coverCard} group`}>
      <Cover icon={Tag} of={deal} width={640} height={360} className="aspect-video w-full" />
      <span className="grid flex-1 content-start gap-1 p-4">
        <Link to={linkTo('deal', { id: deal.id })} lang={title.lang} className={`font-semibold ${stretchedLink}`}>
          {title.text}
        </Link>
        <span className="text-small text-muted">{deal.merchant.name}</span>
        <span className="text-small">
          <DealEnd deal={deal} />
        </span>
      </span>
    </div>
  )
}

/** When a deal ends, in bold if soon. */
export function DealEnd({ deal }: { deal: Deal }) {
  const { text, soon } = describeDealEnd(deal)
  return (
    <span suppressHydrationWarning className={`tabular-nums ${soon ? 'font-semibold text-ink' : 'text-muted'}`}>
      {text}
    </span>
  )
}

const SOON_DAYS = 7

/** When a deal ends: its date, or the days left in the last week. */
export function describeDealEnd({ end_date }: Deal): { text: string; soon: boolean } {
  const left = daysBetween(dayIn(settings.time_zone, new Date()), end_date)
  const soon = left >= 0 && left <= SOON_DAYS
  return { text: soon ? firstSentences.dealDaysLeft(left) : firstSentences.dealUntil(readableDay(end_date)), soon }
}

/** The running deals. The list and the page of one deal share them. */
export function useDeals() {
  return useEndlessList(list, {})
}
