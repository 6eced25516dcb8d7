/** Two rows of activity while they are on the way. */
export function RecentWait() {
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
