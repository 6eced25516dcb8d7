import type { StatementOperation } from '../operations.ts'
import { use } from './counter.ts'
import {
  type Item,
  type Model,
  monthOf,
  newItem,
  type Operator,
  pickStatement,
  type Statement,
  stampsOf,
  sum,
  takenOf,
  type Voucher,
} from './state.ts'

/** Those who issue a statement at once. */
const ISSUERS: Operator[] = ['manager', 'second']

/** `winner` is the index of the simultaneous call that was accepted. Returns whether one is accepted. */
export function changeStatement(model: Model, operation: StatementOperation, winner: number | undefined): boolean {
  if (operation.kind === 'issue statement') return issue(model, ISSUERS[winner ?? 0] ?? 'manager')
  if (operation.kind === 'answer dispute') return answerDispute(model, operation)
  const statement = pickStatement(model.statements, operation.statement)
  if (!statement) return false
  const isOpen = statement.items.some(({ dispute }) => dispute === 'open')
  const { isAccepted, paidBy, managers } = statement
  switch (operation.kind) {
    case 'accept statement':
      statement.isAccepted ||= !isOpen && paidBy === undefined
      return statement.isAccepted
    case 'pay statement': {
      // Another manager than the one who did everything else.
      const mayPay = !isOpen && [...managers].some((manager) => manager !== operation.by)
      if (paidBy === undefined && mayPay) statement.paidBy = operation.by
      return statement.paidBy === operation.by
    }
    case 'dispute line': {
      const line = inOrder(statement.items)[operation.line % statement.items.length]
      if (!line || line.dispute || isAccepted || paidBy !== undefined) return false
      line.dispute = 'open'
      model.disputes.push(line)
      return true
    }
  }
}

/** The lines of a statement as they are shown: by time, adjustments after hand-overs. */
function inOrder(items: Item[]): Item[] {
  const isAdjustment = ({ kind }: Item) => Number(kind === 'adjusted' || kind === 'refused')
  return items.toSorted((one, other) => one.at - other.at || isAdjustment(one) - isAdjustment(other))
}

/** What was not billed, by the month that bills it: the one it was in, or the first without a statement after it. */
function unbilled({ items, statements }: Model): Map<string, Item[]> {
  const latest = statements.at(-1)?.month
  const next = latest === undefined ? '' : monthAfter(latest)
  const open = items.filter(({ statement, undone }) => !statement && undone !== 'unused')
  return Map.groupBy(open, ({ at }) => (monthOf(at) > next ? monthOf(at) : next))
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}

/** Of the first month with something to bill, once it is over. */
function issue(model: Model, by: Operator): boolean {
  const [first] = [...unbilled(model)].sort(([one], [other]) => one.localeCompare(other))
  if (!first || first[0] >= monthOf(model.now)) return false
  const [month, items] = first
  const statement: Statement = { month, items, managers: new Set([by]), isAccepted: false, paidBy: undefined }
  for (const item of items) item.statement = statement
  model.statements.push(statement)
  return true
}

/** A hand-over that was entered late and went before a manager. One who refuses it adds a line of nothing. */
export function answerLate(model: Model, voucher: Voucher, isPaid: boolean): boolean {
  if (voucher.late.size <= voucher.answered) return false
  if (isPaid && !settle(model, voucher)) return false
  voucher.answered = voucher.late.size
  if (!isPaid) model.items.push(newItem('refused', voucher, 0, model.now))
  return true
}

/** The oldest one. An amount becomes a line of its own, and pays for a hand-over that is not paid for. */
function answerDispute(model: Model, { by, sen }: { by: Operator; sen: number }): boolean {
  const [line] = model.disputes
  if (!line) return false
  const { voucher, statement, kind, undone } = line
  const isUnpaid = kind === 'used' ? undone !== undefined : kind !== 'adjusted'
  const isSettled = voucher.state === 'used'
  if (isSettled && isUnpaid && sen > 0) return false
  const rest = sen > 0 && settle(model, voucher) ? sen - voucher.reward.owed_sen : sen
  if (rest !== 0) model.items.push(newItem('adjusted', voucher, rest, model.now))
  line.dispute = 'answered'
  model.disputes.shift()
  statement?.managers.add(by)
  return true
}

/**
 * A manager pays for a voucher that is not a used one: it becomes one, and its stamps are taken again if they were
 * given back and the member has them. False if it is used.
 */
function settle(model: Model, voucher: Voucher): boolean {
  const { reward, member, state, usedAt, isBack, reportedAt } = voucher
  if (state === 'used') return false
  const { available } = stampsOf(model, member)
  const taken = takenOf(model, reward)
  // The stock grows with it, because nothing can be put back.
  if (state !== 'ready' && usedAt === undefined && reward.stock !== null && reward.stock <= taken)
    reward.stock = taken + 1
  use(model, voucher, undefined, reportedAt)
  voucher.isRetaken = isBack && !model.members[member]?.isDeleted && available >= reward.stamps
  model.entries += Number(voucher.isRetaken)
  return true
}

/** What the merchant is shown, the newest month first. */
export function statementsOf(model: Model) {
  const stateOf = ({ paidBy, isAccepted }: Statement) =>
    paidBy === undefined ? (isAccepted ? 'accepted' : 'issued') : 'paid'
  const issued = model.statements.map((one) => ({ month: one.month, state: stateOf(one), items: one.items }))
  const live = Array.from(unbilled(model), ([month, items]) => ({ month, state: 'live', items }))
  return [...issued, ...live]
    .map(({ items, ...rest }) => ({ ...rest, sen: inOrder(items).map((item) => item.sen) }))
    .sort((one, other) => other.month.localeCompare(one.month))
    .map(({ sen, ...rest }) => ({ ...rest, total: sum(sen), sen }))
}
