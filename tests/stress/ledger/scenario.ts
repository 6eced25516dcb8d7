import { randomUUID } from 'node:crypto'
import type { Statement, StatementLine } from '@stampus/contract/counter/statements'
import { createMemberSession, createOperator } from '../../support/api/accounts.ts'
import { voucherCode } from '../../support/api/codes.ts'
import { keepWorking, type WorkingPhone } from '../../support/api/counter-vouchers.ts'
import {
  connectCounter,
  createCashier,
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
  type TestOwner,
} from '../../support/api/counters.ts'
import { connectDesk, type Desk } from '../../support/api/desk.ts'
import { type Claimant, createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import type { TestApp } from '../../support/server/app.ts'
import type { LedgerServer } from '../support/environment.ts'
import { FIRST_STAMPS, terms } from './model.ts'

type Reward = { id: number; version: number }
/** A voucher, and what a counter without a network noted of it. */
export type ClaimedVoucher = {
  id: number
  number: string
  member: 0 | 1 | 2
  noted?: { number: string; code: string; noted_at: string }
}

/** Three members, a merchant with three rewards and a counter, two reviewers and two managers, with what they made. */
export type Scenario = LedgerServer & {
  members: [Claimant, Claimant, Claimant]
  deleted: [boolean, boolean, boolean]
  rewards: [Reward, Reward, Reward]
  receipts: number[]
  vouchers: ClaimedVoucher[]
  owner: TestOwner
  /** Two phones of the merchant, and one of another. */
  phones: [WorkingPhone, WorkingPhone, WorkingPhone]
  reviewers: [Desk, Desk]
  manager: Desk
  /** The manager who confirms. */
  second: Desk
}

export async function newScenario(given: LedgerServer): Promise<Scenario> {
  const { server } = given
  const { deps } = server
  const owner = await createOwner(deps)
  // One after the other, so that their ids are in this order.
  const members = await three(() => createClaimant(deps, FIRST_STAMPS))
  await server.sql(
    'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    [owner.merchantId, members[2].id],
  )
  const desk = async (role: 'reviewer' | 'manager') => connectDesk(server, await createOperator(deps, { role }))
  return {
    ...given,
    ...{ owner, members, deleted: [false, false, false], receipts: [], vouchers: [] },
    rewards: await three((at) => createReward(deps, { ...terms[at], merchant_id: owner.merchantId })),
    phones: await three((at) => (at < 2 ? addPhone(server, owner) : createWorkingPhone(deps))),
    reviewers: [await desk('reviewer'), await desk('reviewer')],
    manager: await desk('manager'),
    second: await desk('manager'),
  }
}

const three = async <Made>(make: (at: 0 | 1 | 2) => Promise<Made>): Promise<[Made, Made, Made]> => [
  await make(0),
  await make(1),
  await make(2),
]

/** A phone of this owner, on which a new cashier works. */
export async function addPhone(server: TestApp, owner: TestOwner): Promise<WorkingPhone> {
  const cashier = await createCashier(server.deps, owner, `Cashier ${randomUUID().slice(0, 8)}`)
  const phone = { ...(await createPhone(server.deps, { owner })), cashier }
  await keepWorking(server, phone)
  return phone
}

const A_MINUTE_SECONDS = 60

/** Time passes. Everyone signs in again and every cashier enters the PIN again, so that no session has ended. */
export async function wait(scenario: Scenario, seconds: number): Promise<{ status: number }> {
  const { server, members, deleted, reviewers, phones } = scenario
  server.travel(seconds * 1000)
  if (seconds <= A_MINUTE_SECONDS) return { status: 200 }
  scenario.reviewers = [await connectDesk(server, reviewers[0]), await connectDesk(server, reviewers[1])]
  scenario.manager = await connectDesk(server, scenario.manager)
  scenario.second = await connectDesk(server, scenario.second)
  for (const phone of phones) await keepWorking(server, phone)
  for (const [at, member] of members.entries())
    if (!deleted[at]) member.headers = await createMemberSession(server.deps, member)
  return { status: 200 }
}

/** The calls of the member who claimed a voucher. */
export const memberOf = ({ server, members }: Scenario, { member }: ClaimedVoucher) =>
  vouchersOf(server, members[member])

/** The code of now of a voucher that its member opens; undefined if it cannot be opened. */
export async function openCode(scenario: Scenario, claimed: ClaimedVoucher): Promise<string | undefined> {
  const { call } = memberOf(scenario, claimed)
  const { data } = await call<{ data?: { key: string } }>('POST', `/vouchers/${claimed.id}/key`, {})
  return data && voucherCode(data.key, scenario.server.deps.now().getTime())
}

type OwnerStatement = Statement & { rows: StatementLine[] }

/** What the merchant's owner is shown. */
export async function readStatements({ server, owner }: Scenario) {
  const call = connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })
  const path = `/owner/merchants/${owner.merchantId}/statements`
  const list = (await call<Statement[]>('GET', path)).data
  const show = async (month: string) => (await call<OwnerStatement>('GET', `${path}/${month}`)).data
  return { path, list, show }
}

/** What the database and the API say about receipts and stamps. */
export async function readBooks({ server, members }: Scenario) {
  const ids = members.map(({ id }) => id)
  const { rows: receipts } = await server.sql(
    `SELECT s.id, s.status, coalesce(sum(l.stamps), 0)::int AS stamps,
        count(l.id) FILTER (WHERE l.kind = 'approval')::int - count(l.id) FILTER (WHERE l.kind = 'undo')::int AS credits
      FROM submissions s LEFT JOIN decisions d ON d.submission_id = s.id LEFT JOIN ledger_entries l ON l.decision_id = d.id
      WHERE s.user_id = ANY($1) GROUP BY s.id ORDER BY s.id`,
    [ids],
  )
  const { rows: balances } = await server.sql(
    `SELECT coalesce(sum(l.stamps), 0)::int AS balance
      FROM users u LEFT JOIN ledger_entries l ON l.user_id = u.id WHERE u.id = ANY($1) GROUP BY u.id ORDER BY u.id`,
    [ids],
  )
  const entries = await server.sql('SELECT FROM ledger_entries WHERE user_id = ANY($1)', [ids])
  return { receipts, balances: balances.map(({ balance }) => Number(balance)), entries: entries.rowCount ?? 0 }
}

/** What they say about vouchers, stock, wallets and statements. */
export async function readRest(scenario: Scenario) {
  const { server, members, deleted, rewards } = scenario
  const { rows: vouchers } = await server.sql(
    `SELECT v.id, v.state, EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS "isBack",
        (SELECT count(*)::int FROM voucher_events e WHERE e.voucher_id = v.id AND e.kind = 'used') AS "handOvers",
        (SELECT count(*)::int FROM late_hand_overs l WHERE l.voucher_id = v.id) AS late
      FROM vouchers v WHERE v.user_id = ANY($1) ORDER BY v.id`,
    [members.map(({ id }) => id)],
  )
  const { rows: stocks } = await server.sql(
    'SELECT taken FROM rewards WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [rewards.map(({ id }) => id)],
  )
  const wallets = []
  for (const member of members.filter((_, at) => !deleted[at])) {
    const { stamp_balance: balance, available } = await vouchersOf(server, member).wallet()
    wallets.push({ balance, available })
  }
  const { list, show } = await readStatements(scenario)
  const statements = []
  for (const { month, state, total_sen: total } of list)
    statements.push({ month, state, total, sen: (await show(month)).rows.map(({ amount_sen }) => amount_sen) })
  return { vouchers, taken: stocks.map(({ taken }) => Number(taken)), wallets, statements }
}
