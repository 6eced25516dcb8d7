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
import { readStatements, type Scenario } from '../scenario.ts'
import { use, voucher } from './counter.ts'
import { among, isRepeat, type Kind, kind, MONTH_SECONDS, onVoucher } from './kind.ts'

const statement = fc.nat(2)
const by = among('manager', 'second')
/** Those who issue a statement at once. */
const ISSUERS = ['manager', 'second'] as const

type StatementKind<Given> = Pick<Kind<Given>, 'weight'> & {
  given: Kind<Given>['given']
  expected(model: Model, statement: Statement, given: Given): boolean
  /** With the path of its month for the owner. */
  calls(scenario: Scenario, shown: Shown, given: Given): ReturnType<Kind<Given>['calls']>
}
type Shown = Awaited<ReturnType<typeof readStatements>> & { month: string }

/** An operation on one of the latest statements that were issued. */
const onStatement = <Given extends { statement: number }>(one: StatementKind<Given>): Kind<Given> => ({
  ...one,
  sent: 'repeated',
  expected: (model, given) => {
    const statement = pickStatement(model.statements, given.statement)
    return statement !== undefined && one.expected(model, statement, given)
  },
  calls: async (scenario, given) => {
    const read = await readStatements(scenario)
    const issued = read.list.filter(({ state }) => state !== 'live').reverse()
    const picked = pickStatement(issued, given.statement)
    return picked && one.calls(scenario, { ...read, month: picked.month }, given)
  },
})

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
    before: (model, { waits }) => {
      if (waits) model.now += MONTH_SECONDS * 1000
    },
    expected: (model, _, winner) => issue(model, ISSUERS[winner ?? 0] ?? 'manager'),
    calls: async (scenario, given) => {
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
  'accept statement': onStatement({
    weight: 3,
    given: { statement },
    expected: (_, statement) => {
      statement.isAccepted ||= !isDisputed(statement) && statement.paidBy === undefined
      return statement.isAccepted
    },
    calls: (_, shown) => () => shown.call('POST', `${shown.path}/${shown.month}/acceptance`, {}),
  }),
  /** By another manager than the one who did everything else. */
  'pay statement': onStatement({
    weight: 5,
    given: { statement, by },
    expected: (_, statement, { by }) => {
      const mayPay = !isDisputed(statement) && [...statement.managers].some((manager) => manager !== by)
      if (statement.paidBy === undefined && mayPay) statement.paidBy = by
      return statement.paidBy === by
    },
    calls: async (scenario, { month }, { by }) => {
      const text = "SELECT id FROM statements WHERE merchant_id = $1 AND to_char(month, 'YYYY-MM') = $2"
      const { id } = (await scenario.server.sql(text, [scenario.owner.merchantId, month])).rows[0]
      return () => scenario[by].call('POST', `/statements/${id}/payment`, { reference: `Maybank ${id}` })
    },
  }),
  'dispute line': onStatement({
    weight: 6,
    given: { statement, line: fc.nat(9) },
    expected: (model, { items, isAccepted, paidBy }, given) => {
      const line = inOrder(items)[given.line % items.length]
      if (!line || line.dispute || isAccepted || paidBy !== undefined) return false
      line.dispute = 'open'
      model.disputes.push(line)
      return true
    },
    calls: async (_, { call, show, month }, { line }) => {
      const { rows } = await show(month)
      const body = { reason: `Dispute ${randomUUID()}` }
      return () => call('POST', `/owner/statement-lines/${rows[line % rows.length]?.id}/dispute`, body)
    },
  }),
  /** Of the oldest open dispute. */
  'answer dispute': kind({
    weight: 6,
    given: { by, sen: among(0, -50, 70, 180) },
    sent: 'repeated',
    expected: (model, { by, sen }) => {
      const [line] = model.disputes
      if (!line || !answerDispute(model, line, sen)) return false
      model.disputes.shift()
      line.statement?.managers.add(by)
      return true
    },
    calls: async ({ server, owner, ...desks }, { by, sen }) => {
      const { rows } = await server.sql(
        `SELECT d.id FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id
          WHERE s.merchant_id = $1 AND d.answered_at IS NULL ORDER BY d.id LIMIT 1`,
        [owner.merchantId],
      )
      const body = { answer: 'We looked again.', amount_sen: sen }
      return rows[0] && (() => desks[by].call('POST', `/line-disputes/${rows[0].id}/answer`, body))
    },
  }),
}

const isDisputed = ({ items }: Statement) => items.some(({ dispute }) => dispute === 'open')

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
function issue(model: Model, by: (typeof ISSUERS)[number]): boolean {
  const [first] = [...unbilled(model)].sort(([one], [other]) => one.localeCompare(other))
  if (!first || first[0] >= monthOf(model.now)) return false
  const [month, items] = first
  const statement: Statement = { month, items, managers: new Set([by]), isAccepted: false }
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

/** An amount becomes a line of its own, and pays for a hand-over that is not paid for. */
function answerDispute(model: Model, line: Item, sen: number): boolean {
  const { voucher, kind, undone } = line
  const isUnpaid = kind === 'used' ? undone !== undefined : kind !== 'adjusted'
  if (voucher.state === 'used' && isUnpaid && sen > 0) return false
  const rest = sen > 0 && settle(model, voucher) ? sen - voucher.reward.owed_sen : sen
  if (rest !== 0) model.items.push({ kind: 'adjusted', voucher, sen: rest, at: model.now })
  line.dispute = 'answered'
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
  const stateOf = ({ paidBy, isAccepted }: Statement) =>
    paidBy === undefined ? (isAccepted ? 'accepted' : 'issued') : 'paid'
  const issued = model.statements.map((one) => ({ month: one.month, state: stateOf(one), items: one.items }))
  const live = Array.from(unbilled(model), ([month, items]) => ({ month, state: 'live', items }))
  return [...issued, ...live]
    .sort((one, other) => other.month.localeCompare(one.month))
    .map(({ items, ...rest }) => ({ ...rest, lines: inOrder(items).map(({ sen }) => sen) }))
    .map(({ lines, ...rest }) => ({ ...rest, total: sum(lines), sen: lines }))
}
