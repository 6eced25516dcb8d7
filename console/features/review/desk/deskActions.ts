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
import { noteSignedOut } from '../../../shared/api/queries.ts'
import { receiptTitle } from '../../../shared/labels/labels.ts'
import type { Decided } from '../../../shared/receipts/UndoBar.tsx'
import { say } from '../../../shared/toasts.ts'

export type Verdict = Omit<InputOf<typeof decide>, 'id' | 'then_take'>

/** How many wait for this operator. */
export type Queue = AnswerOf<typeof showQueue>

/** What a piece of work changes on the desk. */
export type Change = {
  item?: ReviewItem | null
  queue?: Queue
  ahead?: DeskPicture[]
  decided?: Decided | null
  fault?: string
  /** The approved look-alikes of the receipt on the desk for which its approval was refused. */
  unseen?: Signal[]
  blocked?: Blocked
  /** The receipt that was asked for and could not be opened, for a reason that may pass, such as a lost connection. */
  unopened?: number
}

/** A receipt that was asked for and cannot be opened now: why, and who else has it open. */
export type Blocked = { id: number; why: string; held: ReviewItem['held'] }

/** Opens what comes next; `skipId` is passed by and comes again behind the rest. */
export async function openNext(skipId?: number): Promise<Change> {
  const { data, ahead, ...queue } = await call(takeNext, skipId === undefined ? {} : { skip_id: skipId })
  if (skipId !== undefined && data?.id === skipId) say('No other receipt waits for you.')
  return { item: data, ahead, queue }
}

/** Opens this very receipt. What lies on the desk stays where that is refused. */
export async function openCertain(id: number): Promise<Change> {
  const opened = await call(renewLease, { id }).catch((fault) => blockedBy(id, fault))
  if ('fault' in opened) return opened
  const queue = await call(showQueue, {}).catch(() => undefined)
  return { item: opened.data, ...(queue && { queue }) }
}

type Unopened = { fault: string; blocked?: Blocked; unopened?: number }

/** What keeps this very receipt from being opened: a refusal, or a failure that may pass. */
async function blockedBy(id: number, fault: unknown): Promise<Unopened> {
  const { fault: why } = faultOf(fault, `Receipt ${id}`)
  if (!isRefusal(fault)) return { fault: why, unopened: id }
  try {
    const { data } = await call(showItem, { id })
    return { fault: why, blocked: { id, why, held: data.held } }
  } catch (lookFault) {
    return isRefusal(lookFault) ? { fault: why, blocked: { id, why, held: null } } : { fault: why, unopened: id }
  }
}

/**
 * Decides and opens the next receipt in one call. The decision stands even where the next one cannot be fetched. Nothing of
 * the next one is shown before: until it is held here another reviewer may take it.
 */
export async function decideAndGoOn(item: ReviewItem, verdict: Verdict): Promise<Change> {
  const { id } = item
  const outcome = await call(decide, { id, ...verdict, then_take: true }).catch((fault) =>
    outcomeOf(id, verdict.status, fault),
  )
  if ('fault' in outcome) return outcome.kept ? stayWith(outcome) : goOn(faultOf(outcome.fault, receiptTitle(item)))
  const { data, next, ahead = [], waiting = 0, escalated = 0, held = 0, confirming = 0 } = outcome
  const decided = isAsked(data)
    ? decidedNow(data, 'asked', UNDO_MS)
    : decidedNow(data, verdict.status, data.decision?.undo_left_ms ?? 0)
  if (next === undefined) return goOn({ item: null, decided })
  return { item: next, ahead, queue: { waiting, escalated, held, confirming }, decided }
}

/** Escalates the receipt to managers and opens the next one. */
export async function escalateAndGoOn(item: ReviewItem, note: string): Promise<Change> {
  try {
    await call(escalate, { id: item.id, note })
  } catch (fault) {
    if (isRefusal(fault)) return goOn(faultOf(fault, receiptTitle(item)))
    throw fault
  }
  return goOn({ item: null, decided: decidedNow(item, 'escalated', UNDO_MS) })
}

async function goOn(change: Change): Promise<Change> {
  const next = await openNext().catch((fault): Change => faultOf(fault))
  return { ...next, ...change, ...(next.item && { item: next.item }) }
}

type Refused = { fault: CallError; kept?: ReviewItem }

/** After a conflict the receipt may have changed, and its signals too; the refusal may name look-alikes to be seen first. */
function stayWith({ fault, kept }: Refused): Change {
  return { ...faultOf(fault), ...(kept && fault.status === 409 && { item: kept, unseen: fault.lookAlikes }) }
}

/**
 * What became of a decision whose reply was lost or refused. One's own of this very outcome stands; a receipt that still
 * waits and can be kept stays on the desk; any other makes way.
 */
async function outcomeOf(
  id: number,
  status: Verdict['status'],
  fault: unknown,
): Promise<AnswerOf<typeof decide> | Refused> {
  if (!(fault instanceof CallError)) throw fault
  if (fault.status === 403 || fault.status === 404) return { fault }
  const isUnclear = fault.status === 0 || fault.status === 409 || fault.status >= 500
  if (!isUnclear) throw fault
  const now = await call(showItem, { id }).catch(() => undefined)
  if (!now) throw fault
  const { decision } = now.data
  if (decision?.status === status && decision.undo_left_ms !== null) return now
  if (status === 'approved' && isAsked(now.data)) return now
  const kept = await call(renewLease, { id }).catch(() => undefined)
  return { fault, ...(kept && { kept: kept.data }) }
}

/** A picture's address lives for minutes; the receipt as it is now carries a fresh one (D-44). */
export async function lookAgain(id: number): Promise<Change> {
  return { item: (await call(showItem, { id })).data }
}

/** Takes back what was done last, with its receipt on the desk again. Where the reply was lost it may be tried once more. */
export async function takeBack({ item, outcome }: Decided): Promise<Change> {
  const undo = outcome === 'escalated' ? undoEscalation : undoDecision
  const undone = await call(undo, { id: item.id }).catch(
    (fault): Change => ({ ...faultOf(fault, receiptTitle(item)), ...(isRefusal(fault) && { decided: null }) }),
  )
  if (!('data' in undone)) return undone
  const { data, ...queue } = undone
  return { item: data, queue, decided: null }
}

/** Whether this operator's approval waits for a second operator. */
function isAsked({ confirmation }: ReviewItem): boolean {
  return confirmation?.state === 'waiting' && confirmation.mine
}

function decidedNow(item: ReviewItem, outcome: Decided['outcome'], undoLeftMs: number): Decided {
  return { item, outcome, undoUntil: performance.now() + undoLeftMs }
}

/** What went wrong, in words, and where it is not what lies on the desk, with what. */
export function faultOf(fault: unknown, where?: string): { fault: string } {
  noteSignedOut(fault)
  if (!(fault instanceof CallError)) throw fault
  return { fault: where ? `${where}: ${fault.message}` : fault.message }
}

/** Whether the server will not have it so, however often it is tried. */
function isRefusal(fault: unknown): boolean {
  return fault instanceof CallError && [403, 404, 409].includes(fault.status)
}
