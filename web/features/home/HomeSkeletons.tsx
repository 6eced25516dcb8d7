import { StampSlot } from '../../shared/components/StampSlot.tsx'

/** The placeholder of the stamp card. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <div className="h-14 w-24 rounded-control bg-line" />
      <div className="-mx-5 my-5 border-line border-t-2 border-dashed sm:-mx-6" />
      <div className="grid grid-cols-5 gap-2 sm:gap-3 md:grid-cols-10 lg:grid-cols-5 xl:grid-cols-10">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((place) => (
          <StampSlot key={place} place={place} state="empty" isLanding={false} />
        ))}
      </div>
      {/* Room for the text and the button of the real card. */}
      <div className="mt-4 mb-2 h-14" />
    </div>
  )
}

/** The placeholder of the recent activity. */
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
