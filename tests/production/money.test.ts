import { randomUUID } from 'node:crypto'
import * as settlement from '@stampus/contract/console/settlement/statements'
import * as desk from '@stampus/contract/console/vouchers'
import * as counter from '@stampus/contract/counter/handOvers'
import { claim, openKey, show } from '@stampus/contract/rewards/vouchers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { voucherCode } from '../support/api/codes.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { openShop, pairCounter } from '../support/browser/counters.ts'
import { signInOperator } from '../support/browser/operators.ts'
import { type Member, manager, registerMember } from '../support/browser/people.ts'
import { acceptSupplements, connectRewardsDesk } from '../support/browser/rewards.ts'
import { type Environment, pastProxy, startEnvironment } from './environment.ts'
import { callAgain } from './load.ts'

const OWED_SEN = 180
const ROUNDS = 6
const MEMBERS = 3

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

/** Makes a call as after a lost answer: twice. */
async function twice<Answer>(call: () => Promise<Answer>): Promise<[Answer, Answer]> {
  return [await call(), await call()]
}

const newKey = () => ({ 'Idempotency-Key': randomUUID() })

test('D-62 R-6.01 while the replicas restart, each voucher is claimed, handed over and billed once', async () => {
  const shop = await openShop(environment)
  const rewards = await connectRewardsDesk(environment)
  const { id, version } = await rewards.publish({ merchant_id: shop.id, owed_sen: OWED_SEN })
  const { phone } = await pairCounter(environment, shop)
  const operator = await signInOperator(environment, manager)

  /** Claims the reward twice with one key, and opens the voucher on a phone. */
  const claimTwice = async ({ token }: Member) => {
    const headers = { ...bearerHeader(token), ...newKey() }
    const [first, again] = await twice(() => callAgain(environment, claim, { id, version }, headers))
    expect(again.data.id).toBe(first.data.id)
    const { data } = await callAgain(environment, openKey, { id: first.data.id }, bearerHeader(token))
    return { id: first.data.id, number: first.data.number, code: voucherCode(data.key, Date.now()) }
  }
  type Shown = Awaited<ReturnType<typeof claimTwice>>

  /** Hands a voucher over, each time twice: at the desk, at the counter, or later from the cashier's note. */
  const ways = [
    async ({ id, ...shown }: Shown) => {
      await callAgain(environment, desk.check, shown, operator)
      const request = { id, request_id: randomUUID() }
      await twice(() => callAgain(environment, desk.handOver, request, operator))
    },
    async ({ id, ...shown }: Shown) => {
      await callAgain(environment, counter.check, shown, phone)
      const headers = { ...phone, ...newKey() }
      await twice(() => callAgain(environment, counter.handOver, { id }, headers))
    },
    async ({ number, code }: Shown) => {
      const noted = { number, code, noted_at: `${new Date().toISOString().slice(0, 16)}:00.000Z` }
      const headers = { ...phone, ...newKey() }
      const entered = await twice(() => callAgain(environment, counter.enterLate, noted, headers))
      expect(entered.map(({ is_waiting }) => is_waiting)).toEqual([false, false])
    },
  ]

  const members = await Promise.all(Array.from({ length: MEMBERS }, () => registerMember(environment)))
  for (const member of members) {
    await acceptSupplements(environment, member)
    await rewards.giveStamps(member, 20)
  }
  const shopping = members.map(async (member, at) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const voucher = await claimTwice(member)
      await ways[(round + at) % 3]?.(voucher)
      const shown = await callAgain(environment, show, { id: voucher.id }, bearerHeader(member.token))
      expect(shown.data.state).toBe('used')
    }
  })
  let isDone = false
  const done = Promise.all(shopping).finally(() => {
    isDone = true
  })
  for (let round = 0; round < 2 || !isDone; round += 1) await environment.restartReplica(round % 2)
  await done

  // The phone's calls go to one replica and the desk's to the other, at the same moment.
  const { id: contested, ...shown } = await claimTwice(members[0] as Member)
  const [one, other] = environment.replicas
  await callApi(one, counter.check, shown, pastProxy(one, phone))
  await callApi(other, desk.check, shown, pastProxy(other, operator))
  const both = await Promise.allSettled([
    callApi(one, counter.handOver, { id: contested }, pastProxy(one, { ...phone, ...newKey() })),
    callApi(other, desk.handOver, { id: contested, request_id: randomUUID() }, pastProxy(other, operator)),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const billed = MEMBERS * ROUNDS + 1
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
  const { data } = await callApi(environment, settlement.show, { id: shop.id, month }, operator)
  expect([data.lines, data.total_sen]).toEqual([billed, billed * OWED_SEN])
})
