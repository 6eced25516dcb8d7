/** The stamp card's shape while its balance is on the way. */
export function CardWait() {
  return (
    <div aria-hidden="true" className="animate-pulse rounded-sheet bg-sheet p-5 shadow-sheet sm:p-6">
      <div className="h-14 w-24 rounded-control bg-line" />
      <div className="mt-5 grid grid-cols-5 gap-2.5 sm:gap-4">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((place) => (
          <span key={place} className="aspect-square rounded-chip bg-line" />
        ))}
      </div>
    </div>
  )
}
