import { Button } from '@stampus/ui/Button'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { operatorQuery } from '../../../shared/api/queries.ts'
import { useHeading } from '../../../shared/components/Page.tsx'
import { Dialog } from '../../../shared/dialogs/Dialog.tsx'
import { useKeys } from '../../../shared/keys.ts'
import { limitedCount, queueText, receiptTitle } from '../../../shared/labels/labels.ts'
import { commonReasons } from '../../../shared/labels/reasons.ts'
import { DecidedBar } from '../../../shared/receipts/UndoBar.tsx'
import { settings } from '../../../shared/settings.ts'
import { DeskCase } from './DeskCase.tsx'
import { EmptyDesk } from './DeskStates.tsx'
import { useDesk, type Wanted } from './useReviewDesk.ts'

/** The review desk: one receipt, the oldest that waits, and what to do with it (D-51). */
export function DeskPage() {
  const heading = useHeading()
  const desk = useDesk(useWanted())
  const operator = useQuery(operatorQuery)
  usePrefetchQuery(commonReasons)
  const { item, decided, queue } = desk
  const [helping, setHelping] = useState(false)
  useEffect(() => {
    document.title = `${queue ? `(${limitedCount(queue.waiting)}) ` : ''}Review desk · ${settings.product_name}`
  }, [queue])
  const undo = () => decided && void desk.undo(decided)
  useKeys({ u: undo, '?': () => setHelping(true) })
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:gap-2 lg:p-4 lg:pt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="text-lead font-bold outline-none">
          Review desk
        </h1>
        <p className="text-muted tabular-nums" role="status">
          {queue ? queueText(queue) : ''}
        </p>
        <button type="button" onClick={() => setHelping(true)} aria-keyshortcuts="?" className={helpLook}>
          Keys
        </button>
        <p role="status" className="sr-only">
          {item ? receiptTitle(item) : ''}
        </p>
        <DecidedBar decided={decided} onUndo={undo} />
      </div>
      {item ? (
        <DeskCase key={item.id} desk={desk} item={item} isManager={operator.data?.role === 'manager'} />
      ) : (
        <EmptyDesk
          {...desk}
          onNext={() => void desk.next()}
          onRetry={() => void desk.retry()}
          onOpen={(id) => void desk.open(id)}
        />
      )}
      {helping ? <HelpDialog onClose={() => setHelping(false)} /> : null}
    </main>
  )
}

const helpLook = 'min-h-11 px-2 text-blue underline underline-offset-4 max-lg:hidden'

/** The receipt that the way to the desk asked for, once; a reload takes what the desk holds. */
function useWanted(): Wanted | undefined {
  const { state, key } = useLocation()
  const navigate = useNavigate()
  const id = typeof state?.wanted === 'number' ? state.wanted : undefined
  const [wanted, setWanted] = useState<Wanted & { key: string }>()
  if (id !== undefined && key !== wanted?.key) setWanted({ id, key })
  useEffect(() => {
    if (id !== undefined) void navigate('.', { replace: true, state: null })
  }, [id, navigate])
  return wanted
}

const keys = [
  ['A', 'Approve, once the picture is seen'],
  ['R', 'Reject, with a reason'],
  ['1 – 9, 0', 'While rejecting: choose one of the first ten reasons'],
  ['E', 'Correct what was typed'],
  ['P', 'Take what the picture says otherwise as the correction'],
  ['S', 'Skip: it comes again behind the rest'],
  ['M', 'Escalate to managers'],
  ['Ctrl Enter', 'Send a rejection or a note as typed; with Cmd on a Mac'],
  ['U', 'Undo the last decision or escalation, for 10 seconds'],
  ['+ −', 'Zoom'],
  ['← → ↑ ↓', 'Move the enlarged picture'],
  ['T', 'Turn the picture'],
  ['0 F', 'Fit the picture'],
  ['C', 'Compare with the other receipts of the signals, one by one'],
  ['X', 'Swap the two pictures'],
  ['?', 'This list'],
] as const

/** Every single key of the desk. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys of the review desk" beside readFromTop onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1">
        {keys.map(([key, words]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-control border border-border-strong px-2 font-sans text-small">{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">Single keys rest while you type and while a dialog is open.</p>
      <Button look="secondary" onClick={onClose} className="justify-self-end">
        Close
      </Button>
    </Dialog>
  )
}

/** The way to the desk with a certain receipt on it. */
export function OpenAtDesk() {
  const { id } = useParams()
  return <Navigate to="/" replace state={{ wanted: Number(id) }} />
}
