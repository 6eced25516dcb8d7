import { decide, type ReviewItem, renewLease, showItem, takeNext, undoDecision } from '@stampus/contract/review'
import { CallError, call } from '../app/api.ts'

/** A decision of this desk, and until when it may be undone, on the page's own clock in milliseconds. */
export type Decided = { item: ReviewItem; undoUntil: number }

export type Verdict = { status: 'approved' } | { status: 'rejected'; reason: string; notes: string }

/** What a piece of work changes on the desk. `skippedTo` moves the place in the queue; null begins it again. */
export type Change = {
  item?: ReviewItem | null
  waiting?: number
  decided?: Decided | null
  fault?: string
  skippedTo?: number | null
}

/** Opens the next receipt behind the skipped ones; past the last one the queue begins again with those. */
export async function openNext(afterId?: number): Promise<Change> {
  const { data, waiting } = await call(takeNext, afterId === undefined ? {} : { after_id: afterId })
  if (!data && afterId !== undefined) return { ...(await openNext()), skippedTo: null }
  return { item: data, waiting, ...(afterId !== undefined && { skippedTo: afterId }) }
}

/** Decides and opens the next receipt. The decision stands even where the next one cannot be fetched. */
export async function decideAndGoOn(item: ReviewItem, verdict: Verdict, afterId?: number): Promise<Change> {
  const outcome = await call(decide, { id: item.id, ...verdict }).catch((fault) => outcomeOf(item.id, fault))
  if ('fault' in outcome) return outcome.isKept ? { fault: outcome.fault } : goOn(afterId, { fault: outcome.fault })
  return goOn(afterId, { item: null, decided: decidedNow(outcome.data) })
}

async function goOn(afterId: number | undefined, change: Change): Promise<Change> {
  const next = await openNext(afterId).catch((fault): Change => ({ fault: messageOf(fault) }))
  return { ...next, ...change, ...(next.item && { item: next.item }) }
}

type Refused = { fault: string; isKept: boolean }

/**
 * What became of a decision whose reply was lost or refused. One's own stands; a receipt that still waits and can be
 * kept stays on the desk; any other makes way.
 */
async function outcomeOf(id: number, fault: unknown): Promise<{ data: ReviewItem } | Refused> {
  const isUnclear = fault instanceof CallError && (fault.status === 0 || fault.status === 409 || fault.status >= 500)
  if (!isUnclear) throw fault
  const now = await call(showItem, { id }).catch(() => undefined)
  if (!now) throw fault
  if (now.data.decision && now.data.decision.undo_left_ms !== null) return now
  const kept = await call(renewLease, { id }).catch(() => undefined)
  return { fault: fault.message, isKept: kept !== undefined }
}

/** A picture's address lives for minutes; the receipt as it is now carries a fresh one (D-44). */
export async function lookAgain(id: number): Promise<Change> {
  return { item: (await call(showItem, { id })).data }
}

export async function takeBack(id: number): Promise<Change> {
  const { data, waiting } = await call(undoDecision, { id })
  return { item: data, waiting, decided: null }
}

function decidedNow(item: ReviewItem): Decided {
  return { item, undoUntil: performance.now() + (item.decision?.undo_left_ms ?? 0) }
}

function messageOf(fault: unknown): string {
  if (!(fault instanceof CallError)) throw fault
  return fault.message
}
