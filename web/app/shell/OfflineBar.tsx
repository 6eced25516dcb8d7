import { WifiOff } from 'lucide-react'
import * as firstSentences from '#firstSentences'
import * as words from '#words'
import { useConnection } from '../../shared/api/connection.ts'
import { readableTime } from '../../shared/dates.ts'

/** Tells members that the server cannot be reached, and how old the page is. Always there, so that it is announced. */
export function OfflineBar() {
  const isOffline = useConnection((connection) => connection.isOffline)
  return (
    <div role="status" className="sticky top-0 z-20 print:hidden">
      {isOffline ? (
        <p className="flex animate-arrive items-center justify-center gap-2 bg-ink px-4 pt-[calc(0.375rem+env(safe-area-inset-top))] pb-1.5 text-center text-paper text-small">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <OfflineText />
        </p>
      ) : null}
    </div>
  )
}

function OfflineText() {
  const shownAsOf = useConnection((connection) => connection.shownAsOf)
  return (
    <span className="text-balance">
      {shownAsOf ? firstSentences.offlineAsOf(readableTime(new Date(shownAsOf))) : words.offline}
    </span>
  )
}
