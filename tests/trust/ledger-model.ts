import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import type { Operation } from './ledger-operations.ts'

type Status = 'pending' | 'approved' | 'rejected'
/** `by` is a desk's place, or 'manager' for who has neither undone nor a lease. */
type Standing = { by: number | 'manager'; at: number; isReversal: boolean }
type Receipt = { member: number; typed: number; status: Status; stamps: number; standing: Standing | undefined }

/** What should be: written once more, from the specification and not from the product. */
export type Model = {
  now: number
  receipts: Receipt[]
  corrected: number[]
  entries: number
  /** The one receipt that each desk has open. */
  leases: Map<number, { receipt: Receipt; until: number }>
}

export const newModel = (): Model => ({ now: 0, receipts: [], corrected: [0, 0, 0], entries: 0, leases: new Map() })

/** So few that much happens to each. */
const LATEST = 4

/** The receipt that an operation means; none while there are none. */
export const meant = <R>(receipts: R[], at: number): R | undefined => receipts.slice(-LATEST).at(at % LATEST)

/** One for each full RM 10, at least one, at most fifty (D-45). */
const earned = (sen: number) => Math.min(50, Math.max(1, Math.floor(sen / 1000)))

/** By how many it should be taken: which of several at once is no matter. */
export function allowed(model: Model, operation: Operation): number {
  if (operation.kind === 'wait' || operation.kind === 'submit' || operation.kind === 'correct') return 1
  const receipt = meant(model.receipts, operation.receipt)
  if (!receipt) return 0
  if (operation.kind === 'decide') return Number(mayDecide(model, receipt, operation.desk))
  if (operation.kind === 'decide at once')
    return Number([0, 1, 'manager' as const].some((by) => mayDecide(model, receipt, by)))
  if (operation.kind === 'undo') return Number(mayUndo(model, receipt, operation.desk))
  return Number(mayReverse(model, receipt, operation.status))
}

function mayDecide({ now, leases }: Model, receipt: Receipt, by: Standing['by']): boolean {
  const isElsewhere = Array.from(leases).some(
    ([desk, lease]) => desk !== by && lease.receipt === receipt && lease.until > now,
  )
  return receipt.status === 'pending' && !isElsewhere
}

function mayUndo({ now }: Model, { standing }: Receipt, desk: number): boolean {
  return standing !== undefined && standing.by === desk && !standing.isReversal && now - standing.at <= UNDO_MS
}

function mayReverse({ now }: Model, { standing, status }: Receipt, to: Status): boolean {
  if (!standing || status === to) return false
  return standing.isReversal || now - standing.at > UNDO_MS
}

/** What becomes of the model by an operation that was taken, `by` whom where several asked. */
export function apply(model: Model, operation: Operation, by: Standing['by'] = 0): void {
  if (operation.kind === 'wait') model.now += operation.seconds * 1000
  else if (operation.kind === 'submit') submit(model, operation)
  else if (operation.kind === 'correct') correct(model, operation)
  else {
    const receipt = meant(model.receipts, operation.receipt)
    if (!receipt) return
    if (operation.kind === 'undo') undo(model, receipt, operation.desk)
    else if (operation.kind === 'reverse') reverse(model, receipt, operation.status)
    else if (operation.kind === 'decide at once') settle(model, receipt, { status: 'approved', by })
    else settle(model, receipt, { ...operation, by: operation.desk })
  }
}

function submit({ receipts }: Model, { member, sen }: { member: number; sen: number }): void {
  receipts.push({ member, typed: sen, status: 'pending', stamps: 0, standing: undefined })
}

function correct(model: Model, { member, stamps }: { member: number; stamps: number }): void {
  model.corrected[member] = (model.corrected[member] ?? 0) + stamps
  model.entries += 1
}

type Settling = { status: Status; by: Standing['by']; corrected?: number | undefined; isReversal?: boolean }

function settle(model: Model, receipt: Receipt, { status, by, corrected, isReversal = false }: Settling): void {
  const isApproved = status === 'approved'
  const stamps = isApproved ? earned(corrected ?? receipt.typed) : 0
  Object.assign(receipt, { status, stamps, standing: { by, at: model.now, isReversal } })
  model.entries += Number(isApproved)
  for (const [desk, lease] of model.leases) if (lease.receipt === receipt) model.leases.delete(desk)
}

function takeBack(model: Model, receipt: Receipt): void {
  model.entries += Number(receipt.status === 'approved')
  Object.assign(receipt, { status: 'pending', stamps: 0, standing: undefined })
}

function undo(model: Model, receipt: Receipt, desk: number): void {
  takeBack(model, receipt)
  model.leases.set(desk, { receipt, until: model.now + LEASE_MS })
}

function reverse(model: Model, receipt: Receipt, status: Status): void {
  takeBack(model, receipt)
  if (status !== 'pending') settle(model, receipt, { status, by: 'manager', isReversal: true })
}

/** Each member's balance. */
export function balances({ receipts, corrected }: Model): number[] {
  return corrected.map((given, member) =>
    receipts.filter((receipt) => receipt.member === member).reduce((sum, { stamps }) => sum + stamps, given),
  )
}
