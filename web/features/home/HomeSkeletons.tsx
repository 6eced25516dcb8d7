import { Skeleton } from '@stampus/ui/Skeleton'
import { StampSlot } from '../../shared/components/StampSlot.tsx'
import { placeHeight, strip, Ticket } from './Ticket.tsx'

export function StripSkeleton() {
  return <Skeleton className="mb-1 h-11" />
}

export function CardSkeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse">
      <Ticket>
        <div className="mb-1 grid h-12 content-center short:mb-0 short:h-10">
          <div className="h-8 w-32 rounded-control bg-line" />
        </div>
        <StripSkeleton />
        <div className={`${strip} py-1`}>
          {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((place) => (
            <span key={place} className={placeHeight}>
              <StampSlot place={place} state={place === 10 ? 'gift' : 'empty'} />
            </span>
          ))}
        </div>
        <div className="h-11" />
      </Ticket>
    </div>
  )
}

export function RecentSkeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
      {['first', 'second'].map((row) => (
        <div key={row} className="grid h-19 content-center gap-2 px-4">
          <div className="h-4 w-2/3 rounded-control bg-line" />
          <div className="h-3 w-1/3 rounded-control bg-line" />
        </div>
      ))}
    </div>
  )
}

export const coversHeight = 'min-h-[calc(124px+3.75rem)]'

export function CoversSkeleton() {
  return (
    <div aria-hidden="true" className={`flex animate-pulse gap-3 overflow-hidden p-px ${coversHeight}`}>
      {['first', 'second', 'third'].map((cover) => (
        <div key={cover} className="w-[220px] shrink-0 rounded-sheet bg-sheet shadow-sheet">
          <div className="h-[124px] rounded-t-sheet bg-line" />
        </div>
      ))}
    </div>
  )
}
