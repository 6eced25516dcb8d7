import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Failure } from '@stampus/ui/Failure'
import { Notice } from '@stampus/ui/Notice'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { useIsManager, useSessionEnded } from '../../../shared/api/queries.ts'
import { LinkButton } from '../../../shared/components/LinkButton.tsx'
import { usePageHeading } from '../../../shared/components/Page.tsx'
import { readableTime } from '../../../shared/dates.ts'
import { limitedCount, queueText, receiptTitle } from '../../../shared/labels/labels.ts'
import { frequentReasons } from '../../../shared/labels/reasons.ts'
import { DecidedBar } from '../../../shared/receipts/UndoBar.tsx'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { CaseSkeleton, EmptyQueue } from '../case/CaseView.tsx'
import { DeskCase } from './DeskCase.tsx'
import type { BlockedReceipt } from './deskActions.ts'
import shortcuts from './shortcuts.json'
import { type RequestedReceipt, type ReviewDesk, usePolling, useReviewDesk } from './useReviewDesk.ts'

/** The review desk shows one receipt at a time, the oldest first, with the actions of the reviewer. */
export function DeskPage() {
  const desk = useReviewDesk(useRequestedReceipt())
  const isManager = useIsManager()
  usePrefetchQuery(frequentReasons)
  const { item, decided, queue } = desk
  const heading = usePageHeading(`${queue ? `(${limitedCount(queue.waiting)}) ` : ''}Review desk`)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const undo = () => decided && void desk.undo(decided)
  useShortcuts({ u: undo, '?': () => setHelpOpen(true) })
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:gap-2 lg:p-4 lg:pt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="text-lead font-bold outline-none">
          Review desk
        </h1>
        <p className="text-muted tabular-nums" role="status">
          {queue ? queueText(queue) : ''}
        </p>
        <button
          type="button"
          onClick={() => setHelpOpen(true)}
          aria-keyshortcuts="?"
          className="min-h-11 px-2 text-blue underline underline-offset-4 max-lg:hidden"
        >
          Shortcuts
        </button>
        <p role="status" className="sr-only">
          {item ? receiptTitle(item) : ''}
        </p>
        <DecidedBar decided={decided} onUndo={undo} />
      </div>
      {item ? <DeskCase key={item.id} desk={desk} item={item} isManager={isManager} /> : <EmptyDesk desk={desk} />}
      {isHelpOpen ? <HelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </main>
  )
}

/** The desk without a receipt: it is blocked, failed to open, is loading, or there is none. */
function EmptyDesk({ desk }: { desk: ReviewDesk }) {
  const { isOpened, isBusy, error, blocked, failedId, retry } = desk
  if (blocked) return <BlockedDesk blocked={blocked} desk={desk} />
  if (error)
    return (
      <div className="grid gap-4">
        <Failure text={error} retry="Retry" isBusy={isBusy} onRetry={() => void retry()} />
        {failedId === undefined ? null : (
          <Button look="secondary" onClick={() => void desk.next()} className="justify-self-start">
            Open the next receipt
          </Button>
        )}
      </div>
    )
  if (!isOpened) return <CaseSkeleton label="Loading the next receipt" />
  return <EmptyQueue title="No receipts to review" text="New receipts appear here automatically." />
}

const RETRY_MS = 5000

type BlockedDeskProps = { blocked: BlockedReceipt; desk: ReviewDesk }

/** The requested receipt cannot be opened. The operator can watch it, or wait until its lease ends. */
function BlockedDesk({ blocked: { id, why, held }, desk }: BlockedDeskProps) {
  const [isWaiting, setWaiting] = useState(false)
  const sessionEnded = useSessionEnded()
  usePolling(isWaiting && !sessionEnded, RETRY_MS, () => void desk.open(id))
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
        <Button look="secondary" onClick={() => void desk.next()}>
          Open the next receipt
        </Button>
      </div>
    </div>
  )
}

/** The receipt that the link to the desk asked for. The address forgets it, so a reload opens the receipt on the desk. */
function useRequestedReceipt(): RequestedReceipt | undefined {
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const id = typeof state?.requested === 'number' ? state.requested : undefined
  const [requested, setRequested] = useState<RequestedReceipt & { key: string }>()
  if (id !== undefined && key !== requested?.key) setRequested({ id, key })
  useEffect(() => {
    if (id !== undefined) void navigate('.', { replace: true, state: null })
  }, [id, navigate])
  return requested
}

function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" isBeside isHeadingFocused onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-0.5">
        {Object.entries(shortcuts).map(([key, text]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-control border border-border-strong px-2 font-sans text-small">{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">Single-key shortcuts are off while you type or a dialog is open.</p>
      <Button look="secondary" onClick={onClose} className="justify-self-end">
        Close
      </Button>
    </Dialog>
  )
}

/** Opens a certain receipt at the desk. */
export function OpenAtDesk() {
  const { id } = useParams()
  return <Navigate to="/" replace state={{ requested: Number(id) }} />
}
