import type { DeskPicture, Signal } from '@stampus/contract/console/evidence'
import {
  decide,
  escalate,
  type ReviewItem,
  renewLease,
  showItem,
  showQueue,
  takeNext,
  undoDecision,
  undoEscalation,
} from '@stampus/contract/console/review'
import type { AnswerOf, InputOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import { CallError, call } from '../../../shared/api/api.ts'
import { reportSignedOut } from '../../../shared/api/queries.ts'
import { receiptTitle } from '../../../shared/labels/labels.ts'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import { showToast } from '../../../shared/toasts.ts'

export type Decision = Omit<InputOf<typeof decide>, 'id' | 'then_take'>

type Queue = AnswerOf<typeof showQueue>

export type DeskContent = {
  item: ReviewItem | null
  queue: Queue | undefined
  /** Pictures of the receipts that probably come next. */
  nextPictures: DeskPicture[]
  decided: Decided | null
  error: string | undefined
  /** The approved look-alikes that the server named when it rejected the approval. */
  unseenLookAlikes: Signal[]
  /** The requested receipt, if it cannot be opened now. */
  blocked: BlockedReceipt | undefined
  /** The requested receipt, if opening it failed for a reason that may pass, such as a lost connection. */
  failedId: number | undefined
}

/** What an action changes at the desk; absent fields stay as they are. */
export type DeskChange = Partial<DeskContent>

/** A requested receipt that cannot be opened now: why, and which other operator has it open. */
export type BlockedReceipt = { id: number; why: string; held: ReviewItem['held'] }

/** Opens the next receipt. The receipt `skipId` goes to the end of the queue. */
export async function openNext(skipId?: number): Promise<DeskChange> {
  const { data, ahead, ...queue } = await call(takeNext, skipId === undefined ? {} : { skip_id: skipId })
  if (skipId !== undefined && data?.id === skipId) showToast('There are no other receipts to review.')
  return { item: data, nextPictures: ahead, queue }
}

/** Opens this receipt. If the server rejects that, the desk keeps its current one. */
export async function openReceipt(id: number): Promise<DeskChange> {
  const opened = await call(renewLease, { id }).catch((error) => findObstacle(id, error))
  if ('error' in opened) return opened
  const queue = await call(showQueue, {}).catch(() => undefined)
  return { item: opened.data, ...(queue && { queue }) }
}

type OpeningError = Pick<DeskChange, 'blocked' | 'failedId'> & { error: string }

/** Why the receipt could not be opened: the server rejected it, or the call failed and may work later. */
async function findObstacle(id: number, cause: unknown): Promise<OpeningError> {
  const { error: why } = toDeskError(cause, `Receipt ${id}`)
  if (!isFinalError(cause)) return { error: why, failedId: id }
  try {
    const { data } = await call(showItem, { id })
    return { error: why, blocked: { id, why, held: data.held } }
  } catch (error) {
    return isFinalError(error) ? { error: why, blocked: { id, why, held: null } } : { error: why, failedId: id }
  }
}

/**
 * Decides on a receipt and opens the next one in a single call. The decision counts even if the next receipt cannot be
 * fetched. The next receipt is not shown earlier: until its lease is here, another reviewer may take it.
 */
export async function decideAndOpenNext(item: ReviewItem, decision: Decision): Promise<DeskChange> {
  const { id } = item
  const outcome = await call(decide, { id, ...decision, then_take: true }).catch((error) =>
    resolveUnclearDecision(id, decision.status, error),
  )
  if ('error' in outcome) {
    const { error, stillHeld } = outcome
    if (!stillHeld) return openNextAfter(toDeskError(error, receiptTitle(item)))
    // After a conflict the receipt and its signals may be different, and the error may name look-alikes to look at first.
    return {
      ...toDeskError(error),
      ...(error.status === 409 && { item: stillHeld, unseenLookAlikes: error.lookAlikes }),
    }
  }
  const { data, next, ahead = [], waiting = 0, escalated = 0, held = 0, confirming = 0 } = outcome
  const decided = isWaitingForConfirmation(data)
    ? toDecided(data, 'requested', UNDO_MS)
    : toDecided(data, decision.status, data.decision?.undo_left_ms ?? 0)
  if (next === undefined) return openNextAfter({ item: null, decided })
  return { item: next, nextPictures: ahead, queue: { waiting, escalated, held, confirming }, decided }
}

/** Escalates the receipt to managers and opens the next one. */
export async function escalateAndOpenNext(item: ReviewItem, note: string): Promise<DeskChange> {
  try {
    await call(escalate, { id: item.id, note })
  } catch (error) {
    if (isFinalError(error)) return openNextAfter(toDeskError(error, receiptTitle(item)))
    throw error
  }
  return openNextAfter({ item: null, decided: toDecided(item, 'escalated', UNDO_MS) })
}

async function openNextAfter(change: DeskChange): Promise<DeskChange> {
  const next = await openNext().catch((error): DeskChange => toDeskError(error))
  return { ...next, ...change, ...(next.item && { item: next.item }) }
}

type FailedDecision = { error: CallError; stillHeld?: ReviewItem }

/**
 * Finds out what happened to a decision whose reply was lost or was an error. If the receipt has this operator's decision
 * with the same status, it counts. A receipt that still waits and whose lease can be renewed stays on the desk.
 */
async function resolveUnclearDecision(
  id: number,
  status: Decision['status'],
  error: unknown,
): Promise<AnswerOf<typeof decide> | FailedDecision> {
  if (!(error instanceof CallError)) throw error
  if (error.status === 403 || error.status === 404) return { error }
  const isUnclear = error.status === 0 || error.status === 409 || error.status >= 500
  if (!isUnclear) throw error
  const now = await call(showItem, { id }).catch(() => undefined)
  if (!now) throw error
  const { decision } = now.data
  if (decision?.status === status && decision.undo_left_ms !== null) return now
  if (status === 'approved' && isWaitingForConfirmation(now.data)) return now
  const renewed = await call(renewLease, { id }).catch(() => undefined)
  return { error, ...(renewed && { stillHeld: renewed.data }) }
}

/** A reloaded receipt has a fresh address of its picture: an address expires after some minutes. */
export const reloadReceipt = async (id: number): Promise<DeskChange> => ({ item: (await call(showItem, { id })).data })

/** Undoes the last action and opens its receipt again. If the reply is lost, the operator can try once more. */
export async function undoLastDecision({ item, outcome }: Decided): Promise<DeskChange> {
  const undo = outcome === 'escalated' ? undoEscalation : undoDecision
  const undone = await call(undo, { id: item.id }).catch(
    (error): DeskChange => ({
      ...toDeskError(error, receiptTitle(item)),
      ...(isFinalError(error) && { decided: null }),
    }),
  )
  if (!('data' in undone)) return undone
  const { data, ...queue } = undone
  return { item: data, queue, decided: null }
}

/** Whether this operator approved the receipt and a second operator must confirm it. */
function isWaitingForConfirmation({ confirmation }: ReviewItem): boolean {
  return confirmation?.state === 'waiting' && confirmation.mine
}

function toDecided(item: ReviewItem, outcome: Decided['outcome'], undoLeftMs: number): Decided {
  return { item, outcome, undoUntil: performance.now() + undoLeftMs }
}

/** The text of an error. `where` names the receipt if it is not the one on the desk. Throws what is not a CallError. */
export function toDeskError(error: unknown, where?: string): { error: string } {
  reportSignedOut(error)
  if (!(error instanceof CallError)) throw error
  return { error: where ? `${where}: ${error.message}` : error.message }
}

/** Whether the server would answer the same to another attempt. */
function isFinalError(error: unknown): boolean {
  return error instanceof CallError && [403, 404, 409].includes(error.status)
}
