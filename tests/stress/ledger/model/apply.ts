import { isSentAs, MONTH_SECONDS, type Operation } from '../operations.ts'
import { changeReceipt, submit } from './receipts.ts'
import { allowanceOf, type Model } from './state.ts'
import { changeStatement } from './statements.ts'
import { changeVoucher, claim, endDue, endOfDeleted, prepareVoucher, recall } from './vouchers.ts'

/**
 * Applies an operation as often as it is sent, and returns how often it is accepted. `winner` is the index of the first
 * call that was accepted, where any one may be.
 */
export function apply(model: Model, operation: Operation, winner: number | undefined): number {
  if ('voucher' in operation) prepareVoucher(model, operation)
  if (operation.kind === 'issue statement' && operation.waits) model.now += MONTH_SECONDS * 1000
  const once = attempt(model, operation, winner)
  const sentAs = isSentAs(operation)
  // A repeat of the same request is accepted, and changes nothing.
  if (sentAs === 'repeat') return once ? 2 : 0
  // Two managers issue the same one, not the next one too.
  if (sentAs === 'one' || operation.kind === 'issue statement') return Number(once)
  return Number(once) + Number(attempt(model, operation, winner))
}

function attempt(model: Model, operation: Operation, winner: number | undefined): boolean {
  switch (operation.kind) {
    case 'wait':
      model.now += operation.seconds * 1000
      return true
    case 'submit':
      return submit(model, operation)
    case 'adjust':
      return adjust(model, operation)
    case 'answer adjustment':
      return answerAdjustment(model, operation)
    case 'delete account':
      return deleteAccount(model, operation.member)
    case 'claim':
      return claim(model, operation)
    case 'expire':
      return endDue(model)
    case 'recall':
      return recall(model, operation.reward)
    case 'end cashier':
      return true
    case 'end phone':
      model.phonesMade += 1
      model.phones[operation.phone] = model.phonesMade
      return true
  }
  if ('receipt' in operation) return changeReceipt(model, operation, winner)
  if ('voucher' in operation) return changeVoucher(model, operation)
  return changeStatement(model, operation, winner)
}

/** Beyond the manager's allowance it waits for the second one. */
function adjust(model: Model, { member: at, stamps }: { member: number; stamps: number }): boolean {
  const member = model.members[at]
  if (!member || member.isDeleted) return false
  if (Math.abs(stamps) > allowanceOf(model, at)) member.waiting.push(stamps)
  else enter(model, at, stamps)
  return true
}

function answerAdjustment(model: Model, { member, confirms }: { member: number; confirms: boolean }): boolean {
  const stamps = model.members[member]?.waiting.shift()
  if (stamps === undefined) return false
  if (confirms) enter(model, member, stamps)
  return true
}

function enter(model: Model, at: number, stamps: number): void {
  const member = model.members[at]
  if (member) member.adjusted += stamps
  model.changes.push({ member: at, stamps: Math.abs(stamps), at: model.now })
  model.entries += 1
}

/** What a member had decided stays; what waits, lapses. */
function deleteAccount(model: Model, at: number): boolean {
  const member = model.members[at]
  if (!member || member.isDeleted) return false
  Object.assign(member, { isDeleted: true, waiting: [] })
  endOfDeleted(model, at)
  for (const receipt of model.receipts.filter((one) => one.member === at)) {
    receipt.request = undefined
    if (receipt.status === 'pending') receipt.status = 'rejected'
  }
  return true
}
