import type { Deal } from '@stampus/contract/deals'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { readableDay } from '../app/dates.ts'
import { Link } from '../app/Link.tsx'
import { Photo } from '../app/Photo.tsx'
import { linkTo } from '../app/paths.ts'
import { stretched } from '../app/stretched.ts'

const sheet = 'relative flex h-full flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet'

/** A deal in a list. */
export function DealCard({ deal }: { deal: Deal }) {
  return (
    <div className={`${sheet} group`}>
      <Photo
        src={deal.image_url}
        placeholder={deal.placeholder_image_url}
        alt=""
        width={640}
        height={360}
        className="aspect-video w-full"
      />
      <span className="grid flex-1 content-start gap-1 p-4">
        <Link to={linkTo('deal', { id: deal.id })} className={`font-semibold ${stretched}`}>
          {deal.title}
        </Link>
        <span className="text-small text-soft">{deal.merchant.name}</span>
        <span className="text-small text-soft tabular-nums">Until {readableDay(deal.end_date)}</span>
      </span>
    </div>
  )
}

/** The shape of the list while it is on its way. */
export function DealCardsWait({ className }: { className: string }) {
  return (
    <Waiting label="Loading deals" className={className}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <div key={card} className={sheet}>
          <Skeleton className="aspect-video w-full" />
          <span className="grid gap-2 p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-1/3" />
          </span>
        </div>
      ))}
    </Waiting>
  )
}
