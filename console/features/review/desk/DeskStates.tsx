import { Button } from '@stampus/ui/Button'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSessionEnded } from '../../../shared/api/queries.ts'
import { LinkButton } from '../../../shared/components/LinkButton.tsx'
import { readableTime } from '../../../shared/dates.ts'
import type { BlockedReceipt } from './deskActions.ts'

type Props = {
  isOpened: boolean
  isBusy: boolean
  error: string | undefined
  blocked: BlockedReceipt | undefined
  failedId: number | undefined
  onNext: () => void
  onRetry: () => void
  onOpen: (id: number) => void
}

/** The desk without a receipt: it is blocked, failed to open, is loading, or there is none. */
export function EmptyDesk({ isOpened, isBusy, error, blocked, failedId, onNext, onRetry, onOpen }: Props) {
  if (blocked) return <BlockedDesk blocked={blocked} onNext={onNext} onOpen={onOpen} />
  if (error)
    return (
      <div className="grid gap-4">
        <Failure text={error} retry="Retry" isBusy={isBusy} onRetry={onRetry} />
        {failedId === undefined ? null : (
          <Button look="secondary" onClick={onNext} className="justify-self-start">
            Open the next receipt
          </Button>
        )}
      </div>
    )
  if (!isOpened) return <CaseSkeleton label="Loading the next receipt" columns="lg:grid-cols-[minmax(0,1fr)_27rem]" />
  return (
    <div className="grid flex-1 place-items-center py-16 text-center">
      <div className="grid justify-items-center gap-2">
        <Inbox aria-hidden="true" className="size-12 text-muted" />
        <p className="text-title font-bold">No receipts to review</p>
        <p className="text-muted">New receipts appear here automatically.</p>
      </div>
    </div>
  )
}

type BlockedDeskProps = {
  blocked: BlockedReceipt
  onNext: () => void
  onOpen: (id: number) => void
}

const RETRY_MS = 5000

/** The requested receipt cannot be opened. The operator can watch it, or wait until its lease ends. */
function BlockedDesk({ blocked: { id, why, held }, onNext, onOpen }: BlockedDeskProps) {
  const [isWaiting, setWaiting] = useState(false)
  const sessionEnded = useSessionEnded()
  useEffect(() => {
    if (!isWaiting || sessionEnded) return
    const timer = setInterval(() => onOpen(id), RETRY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, sessionEnded, id, onOpen])
  return (
    <div className="grid max-w-2xl justify-items-start gap-4 py-6">
      <Notice kind="warning" role="status">
        {held ? (
          <>
            <p className="font-semibold wrap-anywhere">
              {held.operator} has receipt {id} open.
            </p>
            <p>
              {isWaiting
                ? "We'll open it here as soon as it's free."
                : `It will be free at ${readableTime(held.until)}, unless they keep working on it.`}
            </p>
          </>
        ) : (
          <p>{why}</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {held ? (
          <Button onClick={() => setWaiting(!isWaiting)}>{isWaiting ? 'Stop waiting' : "Open when it's free"}</Button>
        ) : null}
        <LinkButton to={`/submissions/${id}`}>View receipt</LinkButton>
        <Button look="secondary" onClick={onNext}>
          Open the next receipt
        </Button>
      </div>
    </div>
  )
}

/** Placeholder of a picture beside its facts. */
export function CaseSkeleton({ label, columns }: { label: string; columns: string }) {
  return (
    <Loading label={label} className={`grid min-h-0 flex-1 gap-4 ${columns}`}>
      <Skeleton className="h-[55dvh] w-full lg:h-full" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </Loading>
  )
}
