import { LEASE_MS } from '@stampus/contract/limits'
import { decide, type ReviewItem, renewLease, takeNext, undoDecision } from '@stampus/contract/review'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, call } from '../app/api.ts'
import { noteSignedOut } from '../app/queries.ts'

/** The desk at a moment: what lies on it, how many wait, what was decided last and what went wrong. */
type Desk = {
  item: ReviewItem | null
  waiting: number
  decided: ReviewItem | null
  fault: string | undefined
  busy: boolean
  opened: boolean
}

export type Verdict = { status: 'approved' } | { status: 'rejected'; reason: string; notes: string }

const LOOK_AGAIN_MS = 15_000
const nothing: Desk = { item: null, waiting: 0, decided: null, fault: undefined, busy: false, opened: false }

/** The review desk's one state and what a reviewer can do with it; one thing at a time. */
export function useDesk() {
  const [desk, setDesk] = useState<Desk>(nothing)
  const working = useRef(false)
  const change = useCallback((part: Partial<Desk>) => setDesk((now) => ({ ...now, ...part })), [])

  const act = useCallback(
    async (work: () => Promise<Partial<Desk>>) => {
      if (working.current) return
      working.current = true
      change({ busy: true, fault: undefined })
      const outcome = await work().catch(faultOf)
      working.current = false
      change({ ...outcome, busy: false, opened: true })
    },
    [change],
  )

  const next = useCallback((afterId?: number) => act(() => openNext(afterId)), [act])
  const pass = useCallback((item: ReviewItem, verdict: Verdict) => act(() => decideAndGoOn(item, verdict)), [act])
  const look = useCallback((item: ReviewItem) => act(() => lookAgain(item)), [act])
  const undo = useCallback((item: ReviewItem) => act(() => takeBack(item)), [act])

  useEffect(() => void next(), [next])
  useLease(desk.item, change)
  useLookAgain(desk.opened && !desk.item && !desk.fault, next)
  return { ...desk, next, pass, undo, look }
}

async function openNext(afterId?: number): Promise<Partial<Desk>> {
  const { data, waiting } = await call(takeNext, afterId === undefined ? {} : { after_id: afterId })
  // Past the last one the queue begins again with those that were skipped.
  if (!data && afterId !== undefined) return openNext()
  return { item: data, waiting }
}

/** The decision stands even where the next receipt cannot be fetched. A receipt that is lost makes way for the next. */
async function decideAndGoOn(item: ReviewItem, verdict: Verdict): Promise<Partial<Desk>> {
  try {
    const { data } = await call(decide, { id: item.id, ...verdict })
    return { decided: data, item: null, ...(await openNext().catch(faultOf)) }
  } catch (fault) {
    if (!(fault instanceof CallError) || fault.status !== 409) throw fault
    return { ...((await stillMine(item)) ? {} : await openNext()), fault: fault.message }
  }
}

/** After a refused decision the receipt stays on the desk where it is still waiting and nobody else has it. */
async function stillMine(item: ReviewItem): Promise<boolean> {
  const renewed = await call(renewLease, { id: item.id }).catch(() => undefined)
  return renewed?.data.status === 'pending'
}

/** A picture's address lives for minutes; the receipt as it is now carries a fresh one (D-44). */
async function lookAgain(item: ReviewItem): Promise<Partial<Desk>> {
  return { item: (await call(renewLease, { id: item.id })).data }
}

async function takeBack(item: ReviewItem): Promise<Partial<Desk>> {
  try {
    const { data } = await call(undoDecision, { id: item.id })
    return { item: data, decided: null }
  } catch (fault) {
    return { decided: null, ...faultOf(fault) }
  }
}

function faultOf(fault: unknown): Partial<Desk> {
  noteSignedOut(fault)
  if (!(fault instanceof CallError)) throw fault
  return { fault: fault.message }
}

/** Keeps the receipt on the desk from lapsing while it is looked at; says so when it was lost. */
function useLease(item: ReviewItem | null, change: (part: Partial<Desk>) => void): void {
  const id = item?.id
  useEffect(() => {
    if (id === undefined) return
    const renew = () => call(renewLease, { id }).catch((fault) => change(faultOf(fault)))
    const timer = setInterval(renew, LEASE_MS / 2)
    return () => clearInterval(timer)
  }, [id, change])
}

/** An empty desk looks for new receipts by itself. */
function useLookAgain(empty: boolean, next: () => void): void {
  useEffect(() => {
    if (!empty) return
    const timer = setInterval(() => next(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [empty, next])
}
