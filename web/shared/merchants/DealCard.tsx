import type { Deal } from '@stampus/contract/deals'
import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'
import { Tag } from 'lucide-react'
import * as words from '#words'
import { Cover } from '../components/Cover.tsx'
import { Link } from '../components/Link.tsx'
import { stretched } from '../components/stretched.ts'
import { linkTo } from '../paths.ts'
import { DealEnd } from './DealEnd.tsx'

const sheet = 'relative flex h-full flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet'

/** A deal in a list. */
export function DealCard({ deal }: { deal: Deal }) {
  return (
    <div className={`${sheet} group`}>
      <Cover
        icon={Tag}
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
        <span className="text-small text-muted">{deal.merchant.name}</span>
        <span className="text-small">
          <DealEnd deal={deal} />
        </span>
      </span>
    </div>
  )
}

/** The shape of the list while it is on its way. */
export function DealCardsWait({ className, count = 6 }: { className: string; count?: number }) {
  return (
    <Waiting label={words.dealsLoading} className={className}>
      {['a', 'b', 'c', 'd', 'e', 'f'].slice(0, count).map((card) => (
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
