import type { Deal } from '@stampus/contract/deals'
import { texts } from '@stampus/contract/texts'
import { Tag } from 'lucide-react'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { QueryFailure } from '../../shared/components/QueryFailure.tsx'
import { DealEnd, useDeals } from '../../shared/DealCard.tsx'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'
import { Cover } from '../../shared/pictures/Photo.tsx'
import { CoversSkeleton, coversHeight } from './HomeSkeletons.tsx'

const MOST = 8
/** As many as a phone shows at first. */
const EAGER = 2

export function DealCovers() {
  const { rows, isPending, isLoadingError, isFetching, refetch } = useDeals()
  if (isPending) return <CoversSkeleton />
  if (rows.length > 0)
    return (
      <ul
        className={`-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 py-px sm:mx-0 sm:scroll-px-px sm:px-px ${coversHeight}`}
      >
        {rows.slice(0, MOST).map((deal, place) => (
          <DealCover key={deal.id} deal={deal} isEager={place < EAGER} />
        ))}
      </ul>
    )
  return (
    <div className={coversHeight}>
      {isLoadingError ? (
        <QueryFailure text={texts.dealsFailed} query={{ isFetching, refetch }} />
      ) : (
        <p className="rounded-sheet bg-sheet p-5 text-muted shadow-sheet">{texts.noDeals}</p>
      )}
    </div>
  )
}

function DealCover({ deal, isEager }: { deal: Deal; isEager: boolean }) {
  const title = localText(deal.title, deal.title_ms)
  return (
    <li className="group relative w-[220px] shrink-0 snap-start rounded-sheet bg-sheet shadow-sheet">
      <Cover
        icon={Tag}
        of={deal}
        width={640}
        height={360}
        isEager={isEager}
        className="h-[124px] w-full rounded-t-sheet"
      />
      <span className="block px-3 py-2 text-small">
        <Link
          to={linkTo('deal', { id: deal.id })}
          lang={title.lang}
          className={`block truncate font-semibold ${stretchedLink}`}
        >
          {title.text}
        </Link>
        <span className="block truncate">
          <DealEnd deal={deal} />
        </span>
      </span>
    </li>
  )
}
