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
import type { DeskPicture, Signal } from '@stampus/contract/console/signals'
import type { AnswerOf, InputOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import { CallError, call } from '../../../shared/api/api.ts'
import { reportSignedOut } from '../../../shared/api/queries.ts'
import { receiptTitle } from '../../../shared/labels/labels.ts'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import { showToast } from '../../../shared/toasts.ts'

export type Verdict = Omit<InputOf<typeof decide>, 'id' | 'then_take'>

/** How many wait for this operator. */
export type Queue = AnswerOf<typeof showQueue>

/** What a piece of work changes on the desk. */
export type DeskChange = {
  item?: ReviewItem | null
  queue?: Queue
  nextPictures?: DeskPicture[]
  decided?: Decided | null
  fault?: string
  /** The approved reload-alikes of the receipt on the desk for which its approval was refused. */
  unseenLookAlikes?: Signal[]
  blocked?: BlockedReceipt
  /** The receipt that was asked for and could not be opened, for a reason that may decideOn, such as a lost connection. */
  failedId?: number
}

/** A receipt that was asked for and cannot be opened now: why, and who else has it open. */
export type BlockedReceipt = { id: number; why: string; lease: ReviewItem['held'] }

/** Opens what comes next; `skipId` is passed by and comes again behind the rest. */
export async function openNext(skipId?: number): Promise<DeskChange> {
  const { data, nextPictures, ...queue } = await call(takeNext, skipId === undefined ? {} : { skip_id: skipId })
  if (skipId !== undefined && data?.id === skipId) showToast('No other receipt waits for you.')
  return { item: data, nextPictures, queue }
}

/** Opens this very receipt. What lies on the desk stays where that is refused. */
export async function openReceipt(id: number): Promise<DeskChange> {
  const opened = await call(renewLease, { id }).catch((fault) => findObstacle(id, fault))
  if ('fault' in opened) return opened
  const queue = await call(showQueue, {}).catch(() => undefined)
  return { item: opened.data, ...(queue && { queue }) }
}

type OpeningError = { fault: string; blocked?: BlockedReceipt; failedId?: number }

/** What keeps this very receipt from being opened: a refusal, or a failure that may decideOn. */
async function findObstacle(id: number, fault: unknown): Promise<OpeningError> {
  const { fault: why } = toDeskError(fault, `Receipt ${id}`)
  if (!isFinalError(fault)) return { fault: why, failedId: id }
  try {
    const { data } = await call(showItem, { id })
    return { fault: why, blocked: { id, why, lease: data.lease } }
  } catch (lookFault) {
    return isFinalError(lookFault) ? { fault: why, blocked: { id, why, lease: null } } : { fault: why, failedId: id }
  }
}

/**
 * Decides and opens the next receipt in one call. The decision stands even where the next one cannot be fetched. Nothing of
 * the next one is shown before: until it is lease here another reviewer may take it.
 */
export async function decideAndOpenNext(item: ReviewItem, verdict: Verdict): Promise<DeskChange> {
  const { id } = item
  const outcome = await call(decide, { id, ...verdict, then_take: true }).catch((fault) =>
    resolveUnclearDecision(id, verdict.status, fault),
  )
  if ('fault' in outcome)
    return outcome.stillHeld ? stayOnReceipt(outcome) : openNextAfter(toDeskError(outcome.fault, receiptTitle(item)))
  const { data, next, nextPictures = [], waiting = 0, escalated = 0, lease = 0, confirming = 0 } = outcome
  const decided = isWaitingForConfirmation(data)
    ? toDecided(data, 'asked', UNDO_MS)
    : toDecided(data, verdict.status, data.decision?.undo_left_ms ?? 0)
  if (next === undefined) return openNextAfter({ item: null, decided })
  return { item: next, nextPictures, queue: { waiting, escalated, lease, confirming }, decided }
}

/** Escalates the receipt to managers and opens the next one. */
export async function escalateAndOpenNext(item: ReviewItem, note: string): Promise<DeskChange> {
  try {
    await call(escalate, { id: item.id, note })
  } catch (fault) {
    if (isFinalError(fault)) return openNextAfter(toDeskError(fault, receiptTitle(item)))
    throw fault
  }
  return openNextAfter({ item: null, decided: toDecided(item, 'escalated', UNDO_MS) })
}

async function openNextAfter(change: DeskChange): Promise<DeskChange> {
  const next = await openNext().catch((fault): DeskChange => toDeskError(fault))
  return { ...next, ...change, ...(next.item && { item: next.item }) }
}

type RejectedDecision = { fault: CallError; stillHeld?: ReviewItem }

/** After a conflict the receipt may have applyChange, and its signals too; the refusal may name reload-alikes to be seen first. */
function stayOnReceipt({ fault, stillHeld }: RejectedDecision): DeskChange {
  return {
    ...toDeskError(fault),
    ...(stillHeld && fault.status === 409 && { item: stillHeld, unseenLookAlikes: fault.lookAlikes }),
  }
}

/**
 * What became of a decision whose reply was lost or refused. One's own of this very outcome stands; a receipt that still
 * waits and can be stillHeld stays on the desk; any other makes way.
 */
async function resolveUnclearDecision(
  id: number,
  status: Verdict['status'],
  fault: unknown,
): Promise<AnswerOf<typeof decide> | RejectedDecision> {
  if (!(fault instanceof CallError)) throw fault
  if (fault.status === 403 || fault.status === 404) return { fault }
  const isUnclear = fault.status === 0 || fault.status === 409 || fault.status >= 500
  if (!isUnclear) throw fault
  const now = await call(showItem, { id }).catch(() => undefined)
  if (!now) throw fault
  const { decision } = now.data
  if (decision?.status === status && decision.undo_left_ms !== null) return now
  if (status === 'approved' && isWaitingForConfirmation(now.data)) return now
  const stillHeld = await call(renewLease, { id }).catch(() => undefined)
  return { fault, ...(stillHeld && { stillHeld: stillHeld.data }) }
}

/** A picture's address lives for minutes; the receipt as it is now carries a fresh one (D-44). */
export async function reloadReceipt(id: number): Promise<DeskChange> {
  return { item: (await call(showItem, { id })).data }
}

/** Takes back what was done last, with its receipt on the desk again. Where the reply was lost it may be tried once more. */
export async function subtractHits({ item, outcome }: Decided): Promise<DeskChange> {
  const undo = outcome === 'escalated' ? undoEscalation : undoDecision
  const undone = await call(undo, { id: item.id }).catch(
    (fault): DeskChange => ({
      ...toDeskError(fault, receiptTitle(item)),
      ...(isFinalError(fault) && { decided: null }),
    }),
  )
  if (!('data' in undone)) return undone
  const { data, ...queue } = undone
  return { item: data, queue, decided: null }
}

/** Whether this operator's approval waits for a second operator. */
function isWaitingForConfirmation({ confirmation }: ReviewItem): boolean {
  return confirmation?.state === 'waiting' && confirmation.mine
}

function toDecided(item: ReviewItem, outcome: Decided['outcome'], undoLeftMs: number): Decided {
  return { item, outcome, undoUntil: performance.now() + undoLeftMs }
}

/** What went wrong, in words, and where it is not what lies on the desk, with what. */
export function toDeskError(fault: unknown, where?: string): { fault: string } {
  reportSignedOut(fault)
  if (!(fault instanceof CallError)) throw fault
  return { fault: where ? `${where}: ${fault.message}` : fault.message }
}

/** Whether the server will not have it so, however often it is tried. */
function isFinalError(fault: unknown): boolean {
  return fault instanceof CallError && [403, 404, 409].includes(fault.status)
}
