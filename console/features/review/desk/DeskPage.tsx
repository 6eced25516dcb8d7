import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { operatorQuery } from '../../../shared/api/queries.ts'
import { useHeading } from '../../../shared/components/heading.ts'
import { useKeys } from '../../../shared/keys.ts'
import { nameOf } from '../../../shared/labels/labels.ts'
import { countWords, queueWords } from '../../../shared/labels/queueLabels.ts'
import { commonReasons } from '../../../shared/labels/reasons.ts'
import { DecidedBar } from '../../../shared/receipts/DecidedBar.tsx'
import { settings } from '../../../shared/settings.ts'
import { DeskCase } from './DeskCase.tsx'
import { EmptyDesk } from './DeskStates.tsx'
import { useDesk, type Wanted } from './desk.ts'
import { HelpDialog } from './HelpDialog.tsx'

/** The review desk: one receipt, the oldest that waits, and what to do with it (D-51). */
export function DeskPage() {
  const heading = useHeading()
  const desk = useDesk(useWanted())
  const operator = useQuery(operatorQuery)
  usePrefetchQuery(commonReasons)
  const { item, decided, queue } = desk
  const [helping, setHelping] = useState(false)
  useEffect(() => {
    document.title = `${queue ? `(${countWords(queue.waiting)}) ` : ''}Review desk · ${settings.product_name}`
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
          {queue ? queueWords(queue) : ''}
        </p>
        <button type="button" onClick={() => setHelping(true)} aria-keyshortcuts="?" className={helpLook}>
          Keys
        </button>
        <p role="status" className="sr-only">
          {item ? nameOf(item) : ''}
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
