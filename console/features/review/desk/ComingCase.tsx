import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'

/** The shape of a receipt beside what is known of it, while it is on its way. */
export function ComingCase({ label, columns }: { label: string; columns: string }) {
  return (
    <Waiting label={label} className={`grid min-h-0 flex-1 gap-4 ${columns}`}>
      <Skeleton className="h-[55dvh] w-full lg:h-full" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </Waiting>
  )
}
