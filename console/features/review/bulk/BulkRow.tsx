import type { PlainReceipt } from '@stampus/contract/console/bulk'
import { Button } from '@stampus/ui/Button'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { Eye, EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { BulkFacts } from './BulkFacts.tsx'
import { BulkPicture, refetchReceipts } from './BulkPicture.tsx'
import { useViewed } from './selection.ts'

type Props = {
  receipt: PlainReceipt
  isChosen: boolean
  isViewed: boolean
  onViewed: (id: number) => void
  onToggle: (id: number, isRange: boolean) => void
}

/** One receipt: its picture beside the typed facts. It can be chosen once its picture was on screen for a second. */
export function BulkRow({ receipt, isChosen, isViewed, onViewed, onToggle }: Props) {
  const { id, merchant, picture } = receipt
  const ViewedIcon = isViewed ? Eye : EyeOff
  const shown = useRef<HTMLImageElement>(null)
  const [src, setSrc] = useState(picture.url)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  useViewed(shown, state === 'loaded', () => onViewed(id))
  // The address of a picture changes with each signature. Keep the shown one as long as it works.
  if (state === 'failed' && src !== picture.url) {
    setSrc(picture.url)
    setState('loading')
  }
  return (
    <li className={`${rowLook} has-checked:border-blue has-checked:bg-tint`}>
      <BulkPicture
        ref={shown}
        receipt={receipt}
        src={src}
        onLoad={() => setState('loaded')}
        onError={() => {
          setState('failed')
          if (src === picture.url) refetchReceipts()
        }}
      />
      <div className="grid min-w-0 flex-1 content-start gap-2">
        <label className="flex min-h-11 items-center justify-between gap-3 select-none">
          <span className="text-small text-muted">Receipt {id}</span>
          <input
            type="checkbox"
            checked={isChosen}
            aria-disabled={!isViewed}
            onChange={({ nativeEvent }) => onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            aria-label={`Receipt ${id} from ${merchant}`}
            className="size-6 shrink-0 scroll-my-[40dvh] aria-disabled:opacity-40"
          />
        </label>
        <BulkFacts receipt={receipt} src={src} />
        {state === 'failed' ? (
          <Button look="secondary" onClick={refetchReceipts}>
            Couldn't load the picture. Retry
          </Button>
        ) : (
          <span className={`flex items-center gap-1.5 text-small ${isViewed ? 'text-approved' : 'text-muted'}`}>
            <ViewedIcon aria-hidden="true" className="size-4 shrink-0" />
            {isViewed ? 'Viewed' : 'Not viewed yet'}
          </span>
        )}
      </div>
    </li>
  )
}

const rowLook =
  'flex min-w-0 items-stretch gap-3 rounded-sheet border border-line bg-sheet p-3 shadow-sheet max-sm:flex-col'

export function bulkSkeleton(label: string) {
  return (
    <Loading rows={4} label={label} className="grid gap-3 lg:grid-cols-2">
      <div className={rowLook}>
        <Skeleton className="h-96 sm:w-56 lg:w-60" />
        <div className="grid flex-1 content-start gap-3">
          <Skeleton className="h-7 w-1/2" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-5 w-3/4" />
        </div>
      </div>
    </Loading>
  )
}
