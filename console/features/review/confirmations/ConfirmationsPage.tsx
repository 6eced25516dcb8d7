import { type WaitingRequest, waitingConfirmations } from '@stampus/contract/console/confirmations'
import { undoDecision } from '@stampus/contract/console/review'
import { UNDO_MS } from '@stampus/contract/limits'
import { Empty } from '@stampus/ui/Empty'
import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useIsActive } from '../../../shared/api/activity.ts'
import { q } from '../../../shared/api/queries.ts'
import { LoadFailure } from '../../../shared/components/LoadFailure.tsx'
import { Page } from '../../../shared/components/Page.tsx'
import { limitedCount } from '../../../shared/labels/labels.ts'
import { type Decided, DecidedBar } from '../../../shared/receipts/UndoBar.tsx'
import { showToast } from '../../../shared/toasts.ts'
import { CaseSkeleton } from '../case/CaseView.tsx'
import { useOpenCase, useUndo } from '../case/queue.ts'
import { ConfirmationCase, requestTitle } from './ConfirmationCase.tsx'
import { OwnRequests } from './OwnRequests.tsx'

const POLL_MS = 60_000

/** Requests of other operators that this one may confirm, one at a time, and this operator's own requests. */
export function ConfirmationsPage() {
  const list = useQuery({ ...q(waitingConfirmations, {}), refetchInterval: useIsActive() && POLL_MS })
  const waiting = list.data?.data ?? []
  const { opened, openNext, isWaiting } = useOpenCase(waiting, !list.isFetching)
  const [decided, setDecided] = useState<Decided | null>(null)
  const { onUndo } = useUndo({
    call: undoDecision,
    invalidates: ['/console/confirmations', '/console/submissions'],
    last: decided ? { id: decided.item.id, undoUntil: decided.undoUntil } : undefined,
    onUndone: () => {
      showToast('Confirmation undone. The approval is pending again.')
      setDecided(null)
    },
  })
  const confirmed = (request: WaitingRequest) => {
    const { item, kind } = request
    if (item && kind === 'approval') setDecided({ item, outcome: 'confirmed', undoUntil: performance.now() + UNDO_MS })
    else showToast(`Confirmed: ${requestTitle(request)}`)
    openNext()
  }
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
          {waiting.length > 0
            ? `${limitedCount(waiting.length)} request${waiting.length === 1 ? '' : 's'} pending`
            : ''}
        </p>
      </div>
      {decided ? <DecidedBar decided={decided} onUndo={onUndo} /> : null}
      {opened ? (
        <ConfirmationCase
          key={opened.id}
          request={waiting.find(({ id }) => id === opened.id) ?? opened}
          isClosed={!list.isFetching && !isWaiting}
          onConfirmed={() => confirmed(opened)}
          onSkip={openNext}
          onExpired={() => void list.refetch()}
        />
      ) : list.error && !list.data ? (
        <LoadFailure query={list} />
      ) : list.isFetching || !list.data ? (
        <CaseSkeleton label="Loading the requests" />
      ) : (
        <Empty icon={UserCheck} text="Nothing to confirm" />
      )}
      {hasPicture ? null : own}
    </Page>
  )
}
