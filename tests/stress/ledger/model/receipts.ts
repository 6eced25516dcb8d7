import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import type { ReceiptOperation } from '../operations.ts'
import {
  allowanceOf,
  type Model,
  type Operator,
  pickReceipt,
  type Receipt,
  type Request,
  type Status,
} from './state.ts'
import { voidBelowZero } from './vouchers.ts'

/** Those who decide at once. */
const DESKS: Operator[] = [0, 1, 'manager']
/** Above this amount an approval needs a second operator. */
const LARGE = 50_000

/** One for each full RM 10, at least one, at most fifty. */
const earned = (sen: number) => Math.min(50, Math.max(1, Math.floor(sen / 1000)))

/** A member sends a receipt, which the first reviewer may approve at once. */
export function submit(model: Model, given: { member: number; sen: number; isApproved: boolean }): boolean {
  const { member, sen, isApproved } = given
  if (model.members[member]?.isDeleted) return false
  const undecided = { status: 'pending', stamps: 0, decision: undefined, request: undefined } as const
  const receipt: Receipt = { member, typed: sen, ...undecided }
  model.receipts.push(receipt)
  if (isApproved) decide(model, receipt, { status: 'approved', by: 0 })
  return true
}

/** `winner` is the index of the simultaneous call that was accepted. Returns whether one is accepted. */
export function changeReceipt(model: Model, operation: ReceiptOperation, winner: number | undefined): boolean {
  const receipt = pickReceipt(model.receipts, operation.receipt)
  if (!receipt || model.members[receipt.member]?.isDeleted) return false
  switch (operation.kind) {
    case 'decide':
      return decide(model, receipt, { ...operation, by: operation.desk })
    case 'decide at once': {
      const by = winner === undefined ? DESKS.find((one) => mayDecide(model, receipt, one)) : DESKS[winner]
      return by !== undefined && decide(model, receipt, { status: 'approved', by })
    }
    case 'undo':
      return undo(model, receipt, operation.desk)
    case 'reverse':
      return reverseOrAsk(model, receipt, operation.status)
    case 'answer':
      return answer(model, receipt, operation)
  }
}

type Settling = {
  status: Status
  by: Operator
  corrected?: number | undefined
  isReversal?: boolean
  request?: Request | undefined
}

function mayDecide({ now, leases }: Model, receipt: Receipt, by: Operator): boolean {
  const isElsewhere = [...leases].some(([desk, lease]) => desk !== by && lease.receipt === receipt && lease.until > now)
  return receipt.status === 'pending' && !receipt.request && !isElsewhere
}

function decide(model: Model, receipt: Receipt, settling: Settling): boolean {
  const { status, by, corrected } = settling
  if (!mayDecide(model, receipt, by)) return false
  if (status !== 'approved' || Math.max(receipt.typed, corrected ?? 0) <= LARGE) {
    settle(model, receipt, settling)
    return true
  }
  receipt.request = { kind: 'approval', by, corrected }
  endLease(model, receipt)
  return true
}

function settle(model: Model, receipt: Receipt, settling: Settling): void {
  const { status, by, corrected, isReversal = false, request } = settling
  const isApproved = status === 'approved'
  const stamps = isApproved ? earned(corrected ?? receipt.typed) : 0
  Object.assign(receipt, { status, stamps, decision: { by, at: model.now, isReversal, request } })
  model.entries += Number(isApproved)
  endLease(model, receipt)
}

function endLease({ leases }: Model, receipt: Receipt): void {
  for (const [desk, lease] of leases) if (lease.receipt === receipt) leases.delete(desk)
}

function revert(model: Model, receipt: Receipt): void {
  model.entries += Number(receipt.status === 'approved')
  Object.assign(receipt, { status: 'pending', stamps: 0, decision: undefined })
}

/**
 * The requester withdraws the request; the confirming operator leaves it waiting; everyone else has the receipt open
 * again.
 */
function undo(model: Model, receipt: Receipt, desk: Operator): boolean {
  const { request, decision } = receipt
  const isOwn = decision?.by === desk && !decision.isReversal && model.now - decision.at <= UNDO_MS
  if (request?.kind === 'approval' ? request.by !== desk : !isOwn) return false
  if (request) receipt.request = undefined
  else revert(model, receipt)
  if (decision?.request) receipt.request = decision.request
  else model.leases.set(desk, { receipt, until: model.now + LEASE_MS })
  return true
}

const changeOf = ({ typed, stamps }: Receipt, to: Status) => (to === 'approved' ? earned(typed) : 0) - stamps

function reverseOrAsk(model: Model, receipt: Receipt, status: Status): boolean {
  const { decision, request, typed, member } = receipt
  if (!decision || receipt.status === status || request) return false
  if (!decision.isReversal && model.now - decision.at <= UNDO_MS) return false
  const change = changeOf(receipt, status)
  const isLarge = status === 'approved' && typed > LARGE
  if (isLarge || (change !== 0 && Math.abs(change) > allowanceOf(model, member)))
    receipt.request = { kind: 'reversal', status, change }
  else reverse(model, receipt, status)
  return true
}

function reverse(model: Model, receipt: Receipt, status: Status): void {
  const { member } = receipt
  const wasApproved = receipt.status === 'approved'
  model.changes.push({ member, stamps: Math.abs(changeOf(receipt, status)), at: model.now })
  revert(model, receipt)
  if (status !== 'pending') settle(model, receipt, { status, by: 'manager', isReversal: true })
  if (wasApproved) voidBelowZero(model, member)
}

/**
 * Anyone but the requester confirms an approval, and may undo it then; the other manager confirms a reversal. A
 * declined request is gone.
 */
function answer(model: Model, receipt: Receipt, { by, confirms }: { by: Operator; confirms: boolean }): boolean {
  const { request } = receipt
  if (!request || (request.kind === 'approval' ? request.by === by : by !== 'second')) return false
  receipt.request = undefined
  if (!confirms) return true
  if (request.kind === 'reversal') reverse(model, receipt, request.status)
  else settle(model, receipt, { status: 'approved', by, corrected: request.corrected, request })
  return true
}
