import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  type Item,
  type Model,
  monthOf,
  pickStatement,
  type Statement,
  stampsOf,
  sum,
  takenOf,
  type Voucher,
} from '../model.ts'
import { readStatements, wait } from '../scenario.ts'
import { use, voucher } from './counter.ts'
import { among, isRepeat, kind, MONTH_SECONDS, onVoucher } from './kind.ts'

/** Those who issue a statement at once. */
const ISSUERS = ['manager', 'second'] as const

export const statements = {
  /** A manager says whether the merchant is paid for what was entered late: for the latest entry, and those before. */
  'answer late': onVoucher({
    weight: 8,
    given: { voucher, isPaid: fc.boolean() },
    sent: 'repeated',
    expected: (model, voucher, { isPaid }) => answerLate(model, voucher, isPaid),
    calls: async ({ server, manager }, { id }, given) => {
      const text = 'SELECT max(id) AS late FROM late_hand_overs WHERE voucher_id = $1'
      const { late } = (await server.sql(text, [id])).rows[0]
      const body = { is_paid: given.isPaid, reason: `Answer ${randomUUID()}` }
      return late === null ? undefined : () => manager.call('POST', `/late-hand-overs/${late}/answer`, body)
    },
  }),
  /** Twice at once: by one manager, or by two, who do not issue the next one too. A month may pass before. */
  'issue statement': kind({
    weight: 8,
    given: { isRepeat, waits: fc.boolean() },
    sent: (given) => (given.isRepeat ? 'repeated' : 'once'),
    expected: (model, given, winner) => {
      if (given.waits) model.now += MONTH_SECONDS * 1000
      return issue(model, ISSUERS[winner ?? 0] ?? 'manager')
    },
    calls: async (scenario, given) => {
      if (given.waits) await wait(scenario, MONTH_SECONDS)
      const { path, list } = await readStatements(scenario)
      // The first month with something to bill, with the figures that the manager sees.
      const first = list.findLast(({ state }) => state === 'live')
      if (!first) return undefined
      const { month, lines, total_sen } = first
      const desks = [scenario.manager, given.isRepeat ? scenario.manager : scenario.second]
      const url = `${path.replace('/owner', '')}/${month}/issue`
      return desks.map((desk) => () => desk.call('POST', url, { lines, total_sen }))
    },
  }),
  /** One of the latest, by another manager than the one who issued it. */
  'pay statement': kind({
    weight: 5,
    given: { statement: fc.nat(2), by: among('manager', 'second') },
    sent: 'repeated',
    expected: (model, { statement: at, by }) => {
      const statement = pickStatement(model.statements, at)
      if (!statement) return false
      if (statement.issuedBy !== by) statement.paidBy ??= by
      return statement.paidBy === by
    },
    calls: async (scenario, { statement: at, by }) => {
      const text = 'SELECT id FROM statements WHERE merchant_id = $1 ORDER BY month'
      const { rows } = await scenario.server.sql(text, [scenario.owner.merchantId])
      const id = pickStatement(rows, at)?.id
      return id && (() => scenario[by].call('POST', `/statements/${id}/payment`, { reference: `Maybank ${id}` }))
    },
  }),
}

/** The lines of a statement as they are shown: by time, what a manager refused after hand-overs. */
function inOrder(items: Item[]): Item[] {
  const isAdjustment = ({ kind }: Item) => Number(kind === 'refused')
  return items.toSorted((one, other) => one.at - other.at || isAdjustment(one) - isAdjustment(other))
}

/** What was not billed, by the month that bills it: the one it was in, or the first without a statement after it. */
function unbilled({ items, statements }: Model): Map<string, Item[]> {
  const latest = statements.at(-1)?.month
  const next = latest === undefined ? '' : Temporal.PlainYearMonth.from(latest).add({ months: 1 }).toString()
  const open = items.filter(({ statement, undone }) => !statement && undone !== 'unused')
  return Map.groupBy(open, ({ at }) => (monthOf(at) > next ? monthOf(at) : next))
}

/** Of the first month with something to bill, once it is over. */
function issue(model: Model, by: (typeof ISSUERS)[number]): boolean {
  const [first] = [...unbilled(model)].sort(([one], [other]) => one.localeCompare(other))
  if (!first || first[0] >= monthOf(model.now)) return false
  const [month, items] = first
  const statement: Statement = { month, items, issuedBy: by }
  for (const item of items) item.statement = statement
  model.statements.push(statement)
  return true
}

/** A hand-over that was entered late and went before a manager. One who refuses it adds a line of nothing. */
function answerLate(model: Model, voucher: Voucher, isPaid: boolean): boolean {
  if (voucher.late.size <= voucher.answered) return false
  if (isPaid && !settle(model, voucher)) return false
  voucher.answered = voucher.late.size
  if (!isPaid) model.items.push({ kind: 'refused', voucher, sen: 0, at: model.now })
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
  voucher.isRetaken = isBack && !member.isDeleted && available >= reward.stamps
  model.entries += Number(voucher.isRetaken)
  return true
}

/** What the merchant is shown, the newest month first. */
export function statementsOf(model: Model) {
  const issued = model.statements.map(({ month, items, paidBy }) => ({
    ...{ month, items },
    state: paidBy === undefined ? 'issued' : 'paid',
  }))
  const live = Array.from(unbilled(model), ([month, items]) => ({ month, state: 'live', items }))
  return [...issued, ...live]
    .sort((one, other) => other.month.localeCompare(one.month))
    .map(({ items, ...rest }) => ({ ...rest, lines: inOrder(items).map(({ sen }) => sen) }))
    .map(({ lines, ...rest }) => ({ ...rest, total: sum(lines), sen: lines }))
}
