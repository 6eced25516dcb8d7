import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '@stampus/contract/console/operators'
import * as settlement from '@stampus/contract/console/settlement/statements'
import { reverse, showHistory } from '@stampus/contract/console/submissions'
import * as desk from '@stampus/contract/console/vouchers'
import * as counter from '@stampus/contract/counter/handOvers'
import { claim, openKey, show } from '@stampus/contract/rewards/vouchers'
import { show as wallet } from '@stampus/contract/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../structure/tree.ts'
import { voucherCode } from '../support/api/codes.ts'
import { bearerHeader, callApi as callOnce, startSession } from '../support/browser/api.ts'
import { openShop, pairCounter } from '../support/browser/counters.ts'
import { connectOperator, signInOperator } from '../support/browser/operators.ts'
import { type Member, manager, registerMember, reviewer, submitReceipt } from '../support/browser/people.ts'
import { acceptSupplements, connectRewardsDesk } from '../support/browser/rewards.ts'
import { type Environment, pastProxy, startEnvironment } from './environment.ts'

const OWED_SEN = 180
const ROUNDS = 6
const MEMBERS = 3
const TRIES = 5
const MONTH_MS = 32 * 86_400_000

let environment: Environment
let shop: Awaited<ReturnType<typeof openShop>>
let reward: Awaited<ReturnType<Awaited<ReturnType<typeof connectRewardsDesk>>['publish']>>
let phone: Record<string, string>
let operator: Record<string, string>
beforeAll(async () => {
  environment = await startEnvironment()
  shop = await openShop(environment)
  const facts = { merchant_id: shop.id, owed_sen: OWED_SEN }
  reward = await (await connectRewardsDesk(environment)).publish(facts)
  phone = (await pairCounter(environment, shop)).phone
  operator = await signInOperator(environment, manager)
})
afterAll(() => environment?.remove())

/** Calls as a person does: again, with the same key, while a replica that is just ending has dropped the call. */
const callApi: typeof callOnce = async (...given) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await callOnce(...given)
    } catch (error) {
      if (tries === TRIES || !/: 50[234] |fetch failed/.test(String(error))) throw error
      await pause(200)
    }
  }
}

/** Makes a call as after a lost answer: twice. */
async function twice<Answer>(call: () => Promise<Answer>): Promise<[Answer, Answer]> {
  return [await call(), await call()]
}

async function newMember(stamps: number) {
  const member = await registerMember(environment)
  await acceptSupplements(environment, member)
  if (stamps > 0) await (await connectRewardsDesk(environment)).giveStamps(member, stamps)
  return member
}

/** Claims the reward twice with one key, as after a lost answer, and opens the voucher on a phone. */
async function claimTwice({ token }: Member) {
  const { id, version } = reward
  const headers = { ...bearerHeader(token), 'Idempotency-Key': randomUUID() }
  const [first, again] = await twice(() => callApi(environment, claim, { id, version }, headers))
  expect(again.data.id).toBe(first.data.id)
  const { data } = await callApi(environment, openKey, { id: first.data.id }, bearerHeader(token))
  return { id: first.data.id, number: first.data.number, code: () => voucherCode(data.key, Date.now()) }
}
type Voucher = Awaited<ReturnType<typeof claimTwice>>

const stateOf = async ({ token }: Member, { id }: Voucher) =>
  (await callApi(environment, show, { id }, bearerHeader(token))).data.state

/** Hands a voucher over, each time twice: at the desk, at the counter, or later from the cashier's note. */
const ways = {
  desk: async ({ id, number, code }: Voucher) => {
    await callApi(environment, desk.check, { number, code: code() }, operator)
    const request = { id, request_id: randomUUID() }
    await twice(() => callApi(environment, desk.handOver, request, operator))
  },
  counter: async ({ id, number, code }: Voucher) => {
    await callApi(environment, counter.check, { number, code: code() }, phone)
    const headers = { ...phone, 'Idempotency-Key': randomUUID() }
    await twice(() => callApi(environment, counter.handOver, { id }, headers))
  },
  late: async ({ number, code }: Voucher) => {
    const noted = { number, code: code(), noted_at: `${new Date().toISOString().slice(0, 16)}:00.000Z` }
    const headers = { ...phone, 'Idempotency-Key': randomUUID() }
    const entered = await twice(() => callApi(environment, counter.enterLate, noted, headers))
    expect(entered.map(({ is_waiting }) => is_waiting)).toEqual([false, false])
  },
}

/** Restarts the replicas in turn until `work` has ended; at least each once. */
async function whileRestarting<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  for (let round = 0; round < environment.replicas.length || !isDone; round += 1) {
    await environment.restartReplica(round % environment.replicas.length)
  }
  return done
}

async function statement(headers = operator) {
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
  return (await callApi(environment, settlement.show, { id: shop.id, month }, headers)).data
}

test('D-62 R-6.01 while the replicas restart, each voucher is claimed, handed over and billed once, and a statement that was issued stays as it is', async () => {
  const spender = await newMember(0)
  const receipt = await submitReceipt(environment, spender, { amount: '25.00' })
  await (await connectOperator(environment, reviewer)).approve(receipt.id)
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => newMember(20)))
  const shopping = members.map(async (member, at) => {
    const vouchers: Voucher[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const voucher = await claimTwice(member)
      const way = Object.values(ways)[(round + at) % 3]
      await way?.(voucher)
      expect(await stateOf(member, voucher)).toBe('used')
      vouchers.push(voucher)
    }
    return vouchers
  })
  const [used] = (await whileRestarting(Promise.all(shopping))).flat()

  // The phone's calls go to one replica and the desk's to the other, at the same moment.
  const [member] = members as [Member]
  const contested = await claimTwice(member)
  const [one, other] = environment.replicas
  const shown = { number: contested.number, code: contested.code() }
  await callApi(one, counter.check, shown, pastProxy(one, phone))
  await callApi(other, desk.check, shown, pastProxy(other, operator))
  const key = { 'Idempotency-Key': randomUUID() }
  const both = await Promise.allSettled([
    callOnce(one, counter.handOver, { id: contested.id }, { ...pastProxy(one, phone), ...key }),
    callOnce(other, desk.handOver, { id: contested.id, request_id: randomUUID() }, pastProxy(other, operator)),
  ])
  const errors = both.map((result) => (result.status === 'rejected' ? String(result.reason) : ''))
  expect(errors.sort()).toEqual(['', expect.stringContaining(': 409 ')])

  const mistaken = await claimTwice(member)
  await ways.counter(mistaken)
  await callApi(environment, counter.takeBack, { id: mistaken.id }, phone)
  expect(await stateOf(member, mistaken)).toBe('ready')

  // The stamps of an approval can be spent once it can no longer be undone, ten seconds later.
  const available = async () => (await callApi(environment, wallet, {}, bearerHeader(spender.token))).data.available
  await expect.poll(available, { timeout: 60_000 }).toBe(2)
  const unpaid = await claimTwice(spender)

  const { decisions } = (await callApi(environment, showHistory, { id: receipt.id }, operator)).data
  const decision_id = decisions.find(({ taken_back }) => taken_back === null)?.id ?? 0
  const reversal = { id: receipt.id, decision_id, status: 'rejected', reason: 'Drawn by hand.' } as const
  await whileRestarting(callApi(environment, reverse, reversal, operator))
  const { data } = await callApi(environment, desk.show, { id: unpaid.id }, operator)
  expect(data.state).toBe('voided')

  const billed = MEMBERS * ROUNDS + 1
  const live = await statement()
  expect([live.lines, live.total_sen]).toEqual([billed, billed * OWED_SEN])
  await restartLater(MONTH_MS)
  const { email, password } = manager
  const later = await startSession(environment, signIn, { email, password })
  const bill = { id: shop.id, month: live.month, lines: billed, total_sen: billed * OWED_SEN }
  await whileRestarting(twice(() => callApi(environment, settlement.issue, bill, later)))
  const { id, rows } = await statement(later)
  const voiding = { id: used?.id ?? 0, state: 'used', reason: 'Not handed over.', stamps_back: false } as const
  expect((await callApi(environment, desk.voidVoucher, voiding, later)).data.state).toBe('voided')
  const payment = { id: id ?? 0, reference: 'Maybank 4711' }
  await twice(() => callApi(environment, settlement.pay, payment, later))
  const paid = await statement(later)
  expect(paid).toMatchObject({ state: 'paid', lines: billed, total_sen: billed * OWED_SEN, rows })
})

/** Starts both replicas again with clocks that are so much later. */
async function restartLater(ms: number) {
  const settings = { STAMPUS_DATABASE_CLOCK_OFFSET_MS: String(ms) }
  const flags = [`--import=${join(root, 'tests/stress/machine/machine-faults.ts')}`]
  for (const at of environment.replicas.keys()) await environment.restartReplica(at, settings, flags)
}
