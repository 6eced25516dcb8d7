import { randomUUID } from 'node:crypto'
import { vouchersCleanUp } from '../../../server/domains/rewards/vouchers/vouchers.service.ts'
import { createMemberSession, createOperator } from '../../support/api/accounts.ts'
import { voucherCode } from '../../support/api/codes.ts'
import { connectDesk, type createDesk } from '../../support/api/desk.ts'
import { type Claimant, createClaimant, createReward, vouchersOf } from '../../support/api/rewards.ts'
import { createSubmission } from '../../support/api/submissions.ts'
import {
  type CounterVoucher,
  createStall,
  endAtCounter,
  keepStallOpen,
  type Stall,
  sendAtCounter,
} from './counter-actions.ts'
import type { LedgerEnvironment } from './environment.ts'
import { FIRST_STAMPS, pickReceipt, pickVoucher, SENT_TWICE, STAFF, terms } from './vouchers-model.ts'
import type { Operation } from './vouchers-operations.ts'

const PASSWORD = 'Kopi-0-kosong'
const A_MINUTE_SECONDS = 60

type Desk = Awaited<ReturnType<typeof createDesk>>
type Reward = { id: number; version: number }
type Voucher = CounterVoucher & { member: number }

/** Three members, a merchant with three rewards and a counter, a reviewer and a manager, with what they made. */
export type VoucherScenario = {
  environment: LedgerEnvironment
  members: Claimant[]
  deleted: boolean[]
  rewards: Reward[]
  receipts: number[]
  vouchers: Voucher[]
  stall: Stall
  reviewer: Desk
  manager: Desk
}

export async function newVoucherScenario(environment: LedgerEnvironment): Promise<VoucherScenario> {
  const { server } = environment
  const { deps } = server
  const join = () => createClaimant(deps, FIRST_STAMPS)
  const members = [await join(), await join(), await join()]
  const stall = await createStall(server)
  const { merchantId } = stall.owner
  await deps.db.pool.query({
    text: 'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    values: [merchantId, members[STAFF]?.id],
  })
  const rewards: Reward[] = []
  for (const given of terms) rewards.push(await createReward(deps, { ...given, merchant_id: merchantId }))
  return {
    environment,
    members,
    deleted: members.map(() => false),
    rewards,
    receipts: [],
    vouchers: [],
    stall,
    reviewer: await connectDesk(server, await createOperator(deps)),
    manager: await connectDesk(server, await createOperator(deps, { role: 'manager' })),
  }
}

/** Performs an operation through the API, where needed twice at once, and returns how often it was accepted. */
export async function perform(scenario: VoucherScenario, operation: Operation): Promise<number> {
  if (operation.kind === 'wait') return wait(scenario, operation.seconds)
  if (operation.kind === 'receipt') return sendReceipt(scenario, operation)
  if (operation.kind === 'expire') {
    await vouchersCleanUp(scenario.environment.server.deps).vouchers?.()
    return 1
  }
  if (operation.kind === 'recall') return recall(scenario, operation.reward)
  if (operation.kind === 'claim') return claim(scenario, operation)
  if (operation.kind === 'end phone' || operation.kind === 'end cashier')
    return endAtCounter(scenario.environment.server, scenario.stall, operation)
  const call = await callOf(scenario, operation)
  if (!call) return 0
  const answers = await Promise.all(SENT_TWICE.has(operation.kind) ? [call(), call()] : [call()])
  const accepted = answers.filter(({ status }) => status < 300).length
  if (operation.kind === 'delete account' && accepted > 0) scenario.deleted[operation.member] = true
  return accepted
}

type Call = () => Promise<{ status: number }>
type Called = Exclude<
  Operation,
  { kind: 'wait' | 'receipt' | 'expire' | 'recall' | 'claim' | 'end phone' | 'end cashier' }
>

async function callOf(scenario: VoucherScenario, operation: Called): Promise<Call | undefined> {
  if ('receipt' in operation) return callOfReceipt(scenario, operation)
  if ('voucher' in operation) return callOfVoucher(scenario, operation)
  const member = scenario.members[operation.member]
  if (!member) return undefined
  if (operation.kind === 'delete account')
    return () => vouchersOf(scenario.environment.server, member).call('POST', '/user/deletion', { password: PASSWORD })
  const body = { stamps: operation.stamps, reason: 'We looked again.', request_id: randomUUID() }
  return () => scenario.manager.call('POST', `/members/${member.id}/stamp-corrections`, body)
}

async function callOfReceipt(
  { environment, receipts, reviewer, manager }: VoucherScenario,
  operation: Extract<Called, { receipt: number }>,
): Promise<Call | undefined> {
  const id = pickReceipt(receipts, operation.receipt)
  if (id === undefined) return undefined
  if (operation.kind === 'approve') return () => reviewer.approve(id)
  if (operation.kind === 'undo') return () => reviewer.undo(id)
  const { rows } = await environment.server.deps.db.pool.query<{ id: number }>({
    text: `SELECT d.id FROM decisions d WHERE d.submission_id = $1
      AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`,
    values: [id],
  })
  const body = { status: operation.status, reason: 'We looked again.', decision_id: rows[0]?.id ?? 1 }
  return () => manager.call('POST', `/submissions/${id}/reversal`, body)
}

async function callOfVoucher(
  scenario: VoucherScenario,
  operation: Extract<Called, { voucher: number }>,
): Promise<Call | undefined> {
  const { environment, members, vouchers, manager } = scenario
  const voucher = pickVoucher(vouchers, operation.voucher)
  const member = voucher && members[voucher.member]
  if (!voucher || !member) return undefined
  const own = vouchersOf(environment.server, member)
  if (operation.kind === 'give back') return () => own.giveBack(voucher.id)
  if (operation.kind === 'take back') return () => manager.call('POST', `/vouchers/${voucher.id}/take-back`, {})
  if (operation.kind === 'void') {
    const { data } = await manager.call<{ data: { state: string } }>('GET', `/vouchers/${voucher.id}`)
    const state = data.state === 'used' ? 'used' : 'ready'
    const body = { state, reason: 'The shop has closed.', stamps_back: operation.stampsBack }
    return () => manager.call('POST', `/vouchers/${voucher.id}/void`, body)
  }
  if (operation.kind !== 'hand over')
    return sendAtCounter(environment.server, scenario.stall, { voucher, member: own }, operation)
  const opened = await own.call<{ data?: { key: string } }>('POST', `/vouchers/${voucher.id}/key`, {})
  const code = opened.data ? voucherCode(opened.data.key, environment.server.deps.now().getTime()) : '0000'
  await manager.call('POST', '/vouchers/check', { number: voucher.number, code })
  const requestId = randomUUID()
  return async () => {
    const body = { request_id: operation.withTwoIds ? randomUUID() : requestId }
    const { status } = await manager.call('POST', `/vouchers/${voucher.id}/hand-over`, body)
    if (status !== 200 && status !== 409) throw new Error(`A hand-over was answered with ${status}`)
    return { status }
  }
}

/** After more than a minute everyone signs in again, so that no session ends. */
async function wait(scenario: VoucherScenario, seconds: number): Promise<number> {
  const { server } = scenario.environment
  server.travel(seconds * 1000)
  if (seconds <= A_MINUTE_SECONDS) return 1
  scenario.reviewer = await connectDesk(server, scenario.reviewer)
  scenario.manager = await connectDesk(server, scenario.manager)
  await keepStallOpen(server, scenario.stall)
  for (const [at, member] of scenario.members.entries())
    if (!scenario.deleted[at]) member.headers = await createMemberSession(server.deps, member)
  return 1
}

const SEN_OF_A_STAMP = 1000

async function sendReceipt(scenario: VoucherScenario, { member, stamps }: { member: number; stamps: number }) {
  const { environment, members, deleted, receipts, reviewer } = scenario
  const userId = members[member]?.id
  if (userId === undefined || deleted[member]) return 0
  const given = { userId, merchantId: environment.merchantId, amountSen: stamps * SEN_OF_A_STAMP }
  const { id } = await createSubmission(environment.server.deps, given)
  receipts.push(id)
  return Number((await reviewer.approve(id)).status < 300)
}

async function recall(scenario: VoucherScenario, at: number): Promise<number> {
  const { environment, manager, rewards, stall } = scenario
  const reward = rewards[at]
  if (!reward) return 0
  const body = { reason: 'The shop has closed.', version: reward.version }
  const { status } = await manager.call('POST', `/rewards/${reward.id}/recall`, body)
  rewards[at] = await createReward(environment.server.deps, { ...terms[at], merchant_id: stall.owner.merchantId })
  return Number(status < 300)
}

async function claim(
  scenario: VoucherScenario,
  { member, reward: at, withTwoKeys }: Extract<Operation, { kind: 'claim' }>,
): Promise<number> {
  const [claimant, reward] = [scenario.members[member], scenario.rewards[at]]
  if (!claimant || !reward) return 0
  const own = vouchersOf(scenario.environment.server, claimant)
  const key = randomUUID()
  const answers = await Promise.all([own.claim(reward, key), own.claim(reward, withTwoKeys ? randomUUID() : key)])
  const accepted = answers.filter(({ status }) => status === 201)
  const made = new Map(accepted.map(({ data }) => [data.id, { id: data.id, number: data.number, member }]))
  scenario.vouchers.push(...[...made.values()].sort((one, other) => one.id - other.id))
  return accepted.length
}

/** What the database and the API say about a scenario. */
export async function readScenario({ environment, members, deleted, rewards, vouchers }: VoucherScenario) {
  const { deps } = environment.server
  const read = async <Row extends object>(text: string, values: unknown[]) =>
    (await deps.db.pool.query<Row>({ text, values })).rows
  const userIds = members.map(({ id }) => id)
  const wallets = []
  for (const [at, member] of members.entries())
    if (!deleted[at]) wallets.push(await vouchersOf(environment.server, member).wallet())
  return {
    vouchers: await read<{ id: number; state: string; isBack: boolean; handOvers: number; waiting: number }>(
      `SELECT v.id, v.state, EXISTS (SELECT FROM voucher_events e WHERE e.voucher_id = v.id AND e.stamps_back) AS "isBack",
          (SELECT count(*)::int FROM voucher_events e WHERE e.voucher_id = v.id AND e.kind = 'used') AS "handOvers",
          (SELECT count(*)::int FROM late_hand_overs l WHERE l.voucher_id = v.id) AS waiting
        FROM vouchers v WHERE v.user_id = ANY($1) ORDER BY v.id`,
      [userIds],
    ),
    ids: vouchers.map(({ id }) => id),
    taken: (
      await read<{ taken: number }>('SELECT taken FROM rewards WHERE id = ANY($1) ORDER BY array_position($1, id)', [
        rewards.map(({ id }) => id),
      ])
    ).map(({ taken }) => taken),
    ...(
      await read<{ balances: number[]; entries: number }>(
        `SELECT array_agg(balance ORDER BY id)::int[] AS balances, sum(entries)::int AS entries
          FROM (SELECT u.id, coalesce(sum(l.stamps), 0) AS balance, count(l.id) AS entries
            FROM users u LEFT JOIN ledger_entries l ON l.user_id = u.id WHERE u.id = ANY($1) GROUP BY u.id) each`,
        [userIds],
      )
    )[0],
    wallets: wallets.map(({ stamp_balance, available }) => ({ balance: stamp_balance, available })),
  }
}
