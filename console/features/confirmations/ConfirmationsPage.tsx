import { type WaitingRequest, waitingConfirmations } from '@stampus/contract/console/confirmations'
import { undoDecision } from '@stampus/contract/console/review'
import { UNDO_MS } from '@stampus/contract/limits'
import { Empty } from '@stampus/ui/Empty'
import { Failure } from '@stampus/ui/Failure'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useIsActive } from '../../shared/api/activity.ts'
import { q, useCall } from '../../shared/api/queries.ts'
import { Page } from '../../shared/components/Page.tsx'
import { type Decided, DecidedBar } from '../../shared/receipts/DecidedBar.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { showToast } from '../../shared/toasts.ts'
import { ConfirmationCase } from './ConfirmationCase.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { requestTitle, waitingText } from './requestTexts.ts'

const POLL_MS = 60_000

/** Requests of other operators that this one may confirm, one at a time, and this operator's own requests. */
export function ConfirmationsPage() {
  const list = useQuery({ ...q(waitingConfirmations, {}), refetchInterval: useIsActive() && POLL_MS })
  const [opened, setOpened] = useState<WaitingRequest>()
  const [skippedId, setSkippedId] = useState(0)
  const [decided, setDecided] = useState<Decided | null>(null)
  const undo = useUndo(decided, () => setDecided(null))
  const waiting = list.data?.data ?? []
  // After the last request, skipped ones come again.
  const next = waiting.find(({ id }) => id > skippedId) ?? waiting[0]
  if (!opened && next && !list.isFetching) setOpened(next)
  const openNext = (id: number) => {
    setSkippedId(id)
    setOpened(undefined)
  }
  const confirmed = ({ id, item, kind, ...request }: WaitingRequest) => {
    if (item && kind === 'approval') setDecided({ item, outcome: 'confirmed', undoUntil: performance.now() + UNDO_MS })
    else showToast(`Confirmed: ${requestTitle({ ...request, id, kind })}`)
    openNext(id)
  }
  useShortcuts({ u: undo })
  const hasPicture = Boolean(opened?.item?.picture)
  const own = <OwnRequests />
  return (
    <Page title="Confirmations" below={hasPicture ? own : undefined}>
      <div className="grid max-w-3xl gap-1 text-muted">
        <p>
          A second operator must confirm large approvals, large stamp adjustments and some reversals before they take
          effect.
        </p>
        <p role="status" className="tabular-nums">
          {waiting.length > 0 ? waitingText(waiting.length) : ''}
        </p>
      </div>
      {decided ? <DecidedBar decided={decided} onUndo={undo} /> : null}
      {opened ? (
        <ConfirmationCase
          key={opened.id}
          request={waiting.find(({ id }) => id === opened.id) ?? opened}
          isClosed={!list.isFetching && waiting.every(({ id }) => id !== opened.id)}
          onConfirmed={() => confirmed(opened)}
          onSkip={() => openNext(opened.id)}
          onExpired={() => void list.refetch()}
        />
      ) : (
        <NoOpenRequest {...list} onRetry={() => void list.refetch()} />
      )}
      {hasPicture ? null : own}
    </Page>
  )
}

/** Undoes the last confirmation; the approval waits again. */
function useUndo(decided: Decided | null, onDone: () => void) {
  const undoing = useCall(undoDecision, ['/console/confirmations', '/console/submissions'])
  return () => {
    if (!decided || undoing.isPending || performance.now() > decided.undoUntil) return
    undoing.mutate(
      { id: decided.item.id },
      {
        onSuccess: () => {
          showToast('Confirmation undone. The approval is pending again.')
          onDone()
        },
        onError: (error) => showToast(error.message, 'error'),
      },
    )
  }
}

type NoOpenRequestProps = {
  data: unknown
  error: Error | null
  isFetching: boolean
  onRetry: () => void
}

function NoOpenRequest({ data, error, isFetching, onRetry }: NoOpenRequestProps) {
  if (error && !data) return <Failure text={error.message} retry="Retry" isBusy={isFetching} onRetry={onRetry} />
  if (!data || isFetching) return <RequestsSkeleton />
  return <Empty icon={UserCheck} text="Nothing to confirm" />
}

function RequestsSkeleton() {
  return (
    <Loading label="Loading the requests" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="h-[55dvh] w-full" />
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
