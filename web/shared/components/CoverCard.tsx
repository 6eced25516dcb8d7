import { Loading, Skeleton } from '@stampus/ui/Skeleton'

export const coverCard = 'relative flex h-full flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet'

export function CoverCardsLoading({ count = 6, ...given }: { label: string; className: string; count?: number }) {
  return (
    <Loading rows={count} {...given}>
      <div className={coverCard}>
        <Skeleton className="aspect-video w-full" />
        <span className="grid gap-2 p-4">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/3" />
        </span>
      </div>
    </Loading>
  )
}
