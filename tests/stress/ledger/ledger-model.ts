import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import type { Operation } from './ledger-operations.ts'

type Status = 'pending' | 'approved' | 'rejected'
/** `by` is the index of a desk, or 'manager', who has neither undone nor a lease. */
type CurrentDecision = { by: number | 'manager'; at: number; isReversal: boolean; request?: Request | undefined }
/** A request to a second operator: an approval of an amount, or a reversal. */
type Request =
  | { kind: 'approval'; by: number | 'manager'; corrected: number | undefined }
  | { kind: 'reversal'; status: Status; change: number }
type Receipt = {
  member: number
  typed: number
  status: Status
  stamps: number
  standing: CurrentDecision | undefined
  request: Request | undefined
}

/** The expected state, written from the specification and not from the product. */
export type Model = {
  now: number
  receipts: Receipt[]
  corrected: number[]
  /**
   * For each member: the stamps that the manager adjusted and reversed, as absolute values, and the waiting requests.
   */
  adjusted: number[]
  waiting: number[][]
  entries: number
  /** The one receipt that each desk has open. */
  leases: Map<number, { receipt: Receipt; until: number }>
}

export const newModel = (): Model => ({
  now: 0,
  receipts: [],
  corrected: [0, 0, 0],
  adjusted: [0, 0, 0],
  waiting: [[], [], []],
  entries: 0,
  leases: new Map(),
})

/** Above this amount an approval needs a second operator. */
const LARGE = 50_000
/**
 * The stamps that a manager may adjust and reverse for one member in a week without a second operator. No sequence of
 * operations lasts a week.
 */
const WEEKLY_ALLOWANCE = 50

/** A small number, so that each receipt gets many operations. */
const LATEST = 4

/** The receipt that an operation refers to; undefined while there are none. */
export const pickReceipt = <R>(receipts: R[], at: number): R | undefined => receipts.slice(-LATEST).at(at % LATEST)

/** One for each full RM 10, at least one, at most fifty. */
const earned = (sen: number) => Math.min(50, Math.max(1, Math.floor(sen / 1000)))

/** How many of the simultaneous calls must be accepted, whichever they are. */
export function countAllowed(model: Model, operation: Operation): number {
  if (operation.kind === 'wait' || operation.kind === 'submit' || operation.kind === 'correct') return 1
  if (operation.kind === 'answer adjustment') return Number((model.waiting[operation.member]?.length ?? 0) > 0)
  const receipt = pickReceipt(model.receipts, operation.receipt)
  if (!receipt) return 0
  if (operation.kind === 'answer') return Number(mayAnswer(receipt, operation.by))
  if (operation.kind === 'decide') return Number(mayDecide(model, receipt, operation.desk))
  if (operation.kind === 'decide at once')
    return Number([0, 1, 'manager' as const].some((by) => mayDecide(model, receipt, by)))
  if (operation.kind === 'undo') return Number(mayUndo(model, receipt, operation.desk))
  return Number(mayReverse(model, receipt, operation.status))
}

function mayDecide({ now, leases }: Model, receipt: Receipt, by: CurrentDecision['by']): boolean {
  const isElsewhere = Array.from(leases).some(
    ([desk, lease]) => desk !== by && lease.receipt === receipt && lease.until > now,
  )
  return receipt.status === 'pending' && !receipt.request && !isElsewhere
}

function mayUndo({ now }: Model, { standing, request }: Receipt, desk: number): boolean {
  if (request?.kind === 'approval') return request.by === desk
  return standing !== undefined && standing.by === desk && !standing.isReversal && now - standing.at <= UNDO_MS
}

/** Anyone but the requester confirms an approval; the other manager confirms a reversal. */
function mayAnswer({ request }: Receipt, by: number | 'second'): boolean {
  if (!request) return false
  return request.kind === 'approval' ? request.by !== by : by === 'second'
}

function mayReverse({ now }: Model, { standing, status, request }: Receipt, to: Status): boolean {
  if (!standing || status === to || request) return false
  return standing.isReversal || now - standing.at > UNDO_MS
}

/** Applies an accepted operation to the model; `by` is the desk whose call was accepted. */
export function apply(model: Model, operation: Operation, by: CurrentDecision['by'] = 0): void {
  if (operation.kind === 'wait') model.now += operation.seconds * 1000
  else if (operation.kind === 'submit') submit(model, operation)
  else if (operation.kind === 'correct') correct(model, operation)
  else if (operation.kind === 'answer adjustment') answerAdjustment(model, operation)
  else {
    const receipt = pickReceipt(model.receipts, operation.receipt)
    if (!receipt) return
    if (operation.kind === 'undo') undo(model, receipt, operation.desk)
    else if (operation.kind === 'reverse') reverseOrAsk(model, receipt, operation.status)
    else if (operation.kind === 'answer') answer(model, receipt, operation)
    else if (operation.kind === 'decide at once') settleOrAsk(model, receipt, { status: 'approved', by })
    else settleOrAsk(model, receipt, { ...operation, by: operation.desk })
  }
}

function submit({ receipts }: Model, { member, sen }: { member: number; sen: number }): void {
  receipts.push({ member, typed: sen, status: 'pending', stamps: 0, standing: undefined, request: undefined })
}

/** The stamps that the manager may still adjust or reverse for a member without a second operator. */
function remainingAllowance({ adjusted, waiting, receipts }: Model, member: number): number {
  const requests = receipts.flatMap((receipt) => (receipt.member === member ? (receipt.request ?? []) : []))
  const reversals = requests.map((request) => (request.kind === 'reversal' ? Math.abs(request.change) : 0))
  const asked = [...(waiting[member] ?? []).map(Math.abs), ...reversals]
  return asked.reduce((sum, stamps) => sum - stamps, WEEKLY_ALLOWANCE - (adjusted[member] ?? 0))
}

function correct(model: Model, { member, stamps }: { member: number; stamps: number }): void {
  if (Math.abs(stamps) > Math.max(0, remainingAllowance(model, member))) model.waiting[member]?.push(stamps)
  else enter(model, member, stamps)
}

function answerAdjustment(model: Model, { member, confirms }: { member: number; confirms: boolean }): void {
  const stamps = model.waiting[member]?.shift() ?? 0
  if (confirms) enter(model, member, stamps)
}

function enter(model: Model, member: number, stamps: number): void {
  model.adjusted[member] = (model.adjusted[member] ?? 0) + Math.abs(stamps)
  model.corrected[member] = (model.corrected[member] ?? 0) + stamps
  model.entries += 1
}

type Settling = {
  status: Status
  by: CurrentDecision['by']
  corrected?: number | undefined
  isReversal?: boolean
  request?: Request | undefined
}

function settleOrAsk(model: Model, receipt: Receipt, settling: Settling): void {
  const { status, by, corrected } = settling
  if (status !== 'approved' || Math.max(receipt.typed, corrected ?? 0) <= LARGE) {
    settle(model, receipt, settling)
    return
  }
  receipt.request = { kind: 'approval', by, corrected }
  for (const [desk, lease] of model.leases) if (lease.receipt === receipt) model.leases.delete(desk)
}

/** A confirmed request takes effect, and the confirming operator may undo an approval. */
function answer(model: Model, receipt: Receipt, { by, confirms }: { by: number | 'second'; confirms: boolean }): void {
  const { request } = receipt
  receipt.request = undefined
  if (!request || !confirms) return
  const confirmer = by === 'second' ? 'manager' : by
  if (request.kind === 'reversal') reverse(model, receipt, request.status)
  else settle(model, receipt, { status: 'approved', by: confirmer, corrected: request.corrected, request })
}

function settle(model: Model, receipt: Receipt, settling: Settling): void {
  const { status, by, corrected, isReversal = false, request } = settling
  const isApproved = status === 'approved'
  const stamps = isApproved ? earned(corrected ?? receipt.typed) : 0
  Object.assign(receipt, { status, stamps, standing: { by, at: model.now, isReversal, request } })
  model.entries += Number(isApproved)
  for (const [desk, lease] of model.leases) if (lease.receipt === receipt) model.leases.delete(desk)
}

function revertDecision(model: Model, receipt: Receipt): void {
  model.entries += Number(receipt.status === 'approved')
  Object.assign(receipt, { status: 'pending', stamps: 0, standing: undefined })
}

/**
 * The requester withdraws the request; the confirming operator leaves it waiting; everyone else has the receipt open
 * again.
 */
function undo(model: Model, receipt: Receipt, desk: number): void {
  const confirmed = receipt.standing?.request
  if (receipt.request) receipt.request = undefined
  else revertDecision(model, receipt)
  if (confirmed) {
    receipt.request = confirmed
    return
  }
  model.leases.set(desk, { receipt, until: model.now + LEASE_MS })
}

function reverseOrAsk(model: Model, receipt: Receipt, status: Status): void {
  const change = (status === 'approved' ? earned(receipt.typed) : 0) - receipt.stamps
  const isLarge = status === 'approved' && receipt.typed > LARGE
  const isTooMuch = change !== 0 && Math.abs(change) > Math.max(0, remainingAllowance(model, receipt.member))
  if (isLarge || isTooMuch) receipt.request = { kind: 'reversal', status, change }
  else reverse(model, receipt, status)
}

function reverse(model: Model, receipt: Receipt, status: Status): void {
  const change = (status === 'approved' ? earned(receipt.typed) : 0) - receipt.stamps
  model.adjusted[receipt.member] = (model.adjusted[receipt.member] ?? 0) + Math.abs(change)
  revertDecision(model, receipt)
  if (status !== 'pending') settle(model, receipt, { status, by: 'manager', isReversal: true })
}

/** The balance of each member. */
export function balances({ receipts, corrected }: Model): number[] {
  return corrected.map((given, member) =>
    receipts.filter((receipt) => receipt.member === member).reduce((sum, { stamps }) => sum + stamps, given),
  )
}
