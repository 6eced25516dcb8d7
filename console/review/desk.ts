import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../app/api.ts'
import { noteSignedOut } from '../app/queries.ts'
import { type Change, type Decided, decideAndGoOn, lookAgain, openNext, takeBack, type Verdict } from './deskWork.ts'
import { useLease } from './lease.ts'

/** The desk at a moment: what lies on it, how many wait, what was decided last and what went wrong. */
type Desk = {
  item: Change['item']
  waiting: number
  decided: Decided | null
  fault: string | undefined
  busy: boolean
  opened: boolean
}

const LOOK_AGAIN_MS = 15_000
const nothing: Desk = { item: null, waiting: 0, decided: null, fault: undefined, busy: false, opened: false }

/** The review desk's one state and what a reviewer can do with it; one thing at a time. */
export function useDesk() {
  const [desk, setDesk] = useState<Desk>(nothing)
  const working = useRef(false)
  const begun = useRef(false)
  // The receipts up to this one were skipped; they come again once the queue is through.
  const skipped = useRef<number>(undefined)
  const change = useCallback((part: Partial<Desk>) => setDesk((now) => ({ ...now, ...part })), [])

  /** Answers whether the work was done; what went wrong stands in `fault`. */
  const act = useCallback(
    async (work: () => Promise<Change>): Promise<boolean> => {
      if (working.current) return false
      working.current = true
      change({ busy: true, fault: undefined })
      const { skippedTo, ...outcome } = await work().catch(faultOf)
      if (skippedTo !== undefined) skipped.current = skippedTo ?? undefined
      working.current = false
      change({ ...outcome, busy: false, opened: true })
      return outcome.fault === undefined
    },
    [change],
  )

  const next = useCallback((id?: number) => act(() => openNext(id ?? skipped.current)), [act])
  const pass = useCallback(
    (item: NonNullable<Desk['item']>, verdict: Verdict) => {
      change({ decided: null })
      return act(() => decideAndGoOn(item, verdict, skipped.current))
    },
    [act, change],
  )
  const look = useCallback((id: number) => act(() => lookAgain(id)), [act])
  const undo = useCallback((id: number) => act(() => takeBack(id).catch(undoFault)), [act])

  useEffect(() => {
    // Back in sight, a desk goes on with what lies on it.
    if (begun.current) return
    begun.current = true
    void next()
  }, [next])
  const lost = useCallback((fault: unknown) => change(faultOf(fault)), [change])
  useLease(desk.item?.id, working, lost)
  useLookAgain(desk.opened && !desk.item && !desk.fault, next)
  return { ...desk, next, pass, undo, look }
}

function faultOf(fault: unknown): Change {
  noteSignedOut(fault)
  if (!(fault instanceof CallError)) throw fault
  return { fault: fault.message }
}

function undoFault(fault: unknown): Change {
  return { decided: null, ...faultOf(fault) }
}

/** An empty desk looks for new receipts by itself. */
function useLookAgain(empty: boolean, next: () => void): void {
  useEffect(() => {
    if (!empty) return
    const timer = setInterval(() => next(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [empty, next])
}
