import { WifiOff } from 'lucide-react'
import * as words from '#words'
import { useOnline } from '../../shared/api/online.ts'

/** Says, while it is so, that there is no network. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="sticky top-0 z-20 print:hidden">
      {online ? null : (
        <p className="flex animate-arrive items-center justify-center gap-2 bg-ink px-4 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-center text-paper text-small">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {words.offline}
        </p>
      )}
    </div>
  )
}
