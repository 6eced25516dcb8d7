import { Skeleton } from '@stampus/ui/Skeleton'
import { Waiting } from '@stampus/ui/Waiting'

/** The shape of a page to read, a picture over its text, while it is on its way. */
export function ReadingWait({ label }: { label: string }) {
  return (
    <Waiting label={label} className="grid gap-5">
      <Skeleton className="aspect-video w-full rounded-sheet" />
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="h-32 w-full" />
    </Waiting>
  )
}
