import type { Statement, StatementLine } from '@stampus/contract/counter/statements'
import { createMemberSession, createOperator } from '../../support/api/accounts.ts'
import { connectCounter, createOwnerSession } from '../../support/api/counters.ts'
import { connectDesk } from '../../support/api/desk.ts'
import { type Claimant, createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import type { LedgerServer } from '../support/environment.ts'
import { type CounterVoucher, createStall, keepStallOpen, type Stall } from './actions/counter.ts'
import { FIRST_STAMPS, STAFF, terms } from './model/state.ts'

type Desk = Awaited<ReturnType<typeof connectDesk>>
type Reward = { id: number; version: number }
type Voucher = CounterVoucher & { member: number }

/** Three members, a merchant with three rewards and a counter, two reviewers and two managers, with what they made. */
export type Scenario = LedgerServer & {
  members: Claimant[]
  deleted: boolean[]
  rewards: Reward[]
  receipts: number[]
  vouchers: Voucher[]
  stall: Stall
  reviewers: Desk[]
  manager: Desk
  /** The manager who confirms. */
  second: Desk
}

export async function newScenario(given: LedgerServer): Promise<Scenario> {
  const { deps } = given.server
  const join = () => createClaimant(deps, FIRST_STAMPS)
  // One after the other, so that their ids are in this order.
  const members = [await join(), await join(), await join()]
  const stall = await createStall(given.server)
  const { merchantId } = stall.owner
  await deps.db.pool.query({
    text: 'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    values: [merchantId, members[STAFF]?.id],
  })
  const rewards: Reward[] = []
  for (const one of terms) rewards.push(await createReward(deps, { ...one, merchant_id: merchantId }))
  const desk = async (role: 'reviewer' | 'manager') => connectDesk(given.server, await createOperator(deps, { role }))
  return {
    ...given,
    members,
    deleted: members.map(() => false),
    rewards,
    receipts: [],
    vouchers: [],
    stall,
    reviewers: [await desk('reviewer'), await desk('reviewer')],
    manager: await desk('manager'),
    second: await desk('manager'),
  }
}

/** Everyone signs in again, so that no session has ended. */
export async function signInAgain(scenario: Scenario): Promise<void> {
  const { server, members, deleted, stall } = scenario
  const [one, other] = scenario.reviewers
  if (one && other) scenario.reviewers = [await connectDesk(server, one), await connectDesk(server, other)]
  scenario.manager = await connectDesk(server, scenario.manager)
  scenario.second = await connectDesk(server, scenario.second)
  await keepStallOpen(server, stall)
  for (const [at, member] of members.entries())
    if (!deleted[at]) member.headers = await createMemberSession(server.deps, member)
}

type OwnerStatement = Statement & { rows: StatementLine[] }

/** What the merchant's owner is shown. */
export async function readStatements({ server, stall }: Scenario) {
  const { owner } = stall
  const call = connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })
  const path = `/owner/merchants/${owner.merchantId}/statements`
  const list = (await call<Statement[]>('GET', path)).data
  const show = async (month: string) => (await call<OwnerStatement>('GET', `${path}/${month}`)).data
  return { call, list, show }
}

/** What the database and the API say about receipts and stamps. */
export async function readBooks({ server, members }: Scenario) {
  const { pool } = server.deps.db
  const values = [members.map(({ id }) => id)]
  const { rows: receipts } = await pool.query<{ id: number; status: string; stamps: number; credits: number }>({
    text: `SELECT s.id, s.status, coalesce(sum(l.stamps), 0)::int AS stamps,
        count(l.id) FILTER (WHERE l.kind = 'approval')::int - count(l.id) FILTER (WHERE l.kind = 'undo')::int AS credits
      FROM submissions s LEFT JOIN decisions d ON d.submission_id = s.id LEFT JOIN ledger_entries l ON l.decision_id = d.id
      WHERE s.user_id = ANY($1) GROUP BY s.id ORDER BY s.id`,
    values,
  })
  const { rows } = await pool.query<{ balance: number; entries: number }>({
    text: `SELECT coalesce(sum(l.stamps), 0)::int AS balance, count(l.id)::int AS entries
      FROM users u LEFT JOIN ledger_entries l ON l.user_id = u.id WHERE u.id = ANY($1) GROUP BY u.id ORDER BY u.id`,
    values,
  })
  const entries = rows.reduce((all, { entries: own }) => all + own, 0)
  return { receipts, balances: rows.map(({ balance }) => balance), entries }
}

/** What they say about vouchers, stock, wallets and statements. */
export async function readRest(scenario: Scenario) {
  const { server, members, deleted, rewards } = scenario
  const { pool } = server.deps.db
  const { rows: vouchers } = await pool.query<{ id: number; state: string }>({
    text: `SELECT v.id, v.state, EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS "isBack",
        (SELECT count(*)::int FROM voucher_events e WHERE e.voucher_id = v.id AND e.kind = 'used') AS "handOvers",
        (SELECT count(*)::int FROM late_hand_overs l WHERE l.voucher_id = v.id) AS late
      FROM vouchers v WHERE v.user_id = ANY($1) ORDER BY v.id`,
    values: [members.map(({ id }) => id)],
  })
  const { rows: stocks } = await pool.query<{ taken: number }>({
    text: 'SELECT taken FROM rewards WHERE id = ANY($1) ORDER BY array_position($1, id)',
    values: [rewards.map(({ id }) => id)],
  })
  const wallets = []
  for (const member of members.filter((_, at) => !deleted[at])) {
    const { stamp_balance: balance, available } = await vouchersOf(server, member).wallet()
    wallets.push({ balance, available })
  }
  const { list, show } = await readStatements(scenario)
  const statements = []
  for (const { month, state, total_sen: total } of list)
    statements.push({ month, state, total, sen: (await show(month)).rows.map(({ amount_sen }) => amount_sen) })
  return { vouchers, taken: stocks.map(({ taken }) => taken), wallets, statements }
}
