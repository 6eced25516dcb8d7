import { randomUUID } from 'node:crypto'
import { currentUser, logout } from '@stampus/contract/accounts'
import { renewLease } from '@stampus/contract/console/review'
import * as settlement from '@stampus/contract/console/settlement/statements'
import * as desk from '@stampus/contract/console/vouchers'
import * as counter from '@stampus/contract/counter/handOvers'
import { openKey } from '@stampus/contract/rewards/vouchers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full } from '../stress/profile.ts'
import { voucherCode } from '../support/api/codes.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import { openShop, pairCounter } from '../support/browser/counters.ts'
import { signInOperator } from '../support/browser/operators.ts'
import { manager, registerMember, reviewer, submitReceipt } from '../support/browser/people.ts'
import { claimElsewhere, connectRewardsDesk } from '../support/browser/rewards.ts'
import { type Environment, pastProxy, startEnvironment } from './environment.ts'
import { byNumber, listStoredReceipts, startLoad } from './load.ts'

const RESTARTS = full ? 10 : 3

let environment: Environment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment?.remove())

test(`D-62 at 50 requests a second none is lost while the replicas are restarted ${RESTARTS} times in turn`, async () => {
  const load = await startLoad(environment)
  for (let round = 0; round < RESTARTS; round += 1) await environment.restartReplica(round % 2)
  const { sent, failed, acknowledged } = await load.stop()
  expect(failed).toEqual([])
  expect(sent).toBeGreaterThan(100)
  expect(await listStoredReceipts(environment, load.members)).toEqual(acknowledged.sort(byNumber))
})

test('D-62 a receipt that is open on one replica can be taken on the other', async () => {
  const { id } = await submitReceipt(environment, await registerMember(environment))
  const [one, other] = [await signInOperator(environment, reviewer), await signInOperator(environment, manager)]
  const open = (at: 0 | 1, headers: object) =>
    callApi(environment.replicas[at], renewLease, { id }, pastProxy(environment.replicas[at], headers))
  await open(0, one)
  await expect(open(1, other)).rejects.toThrow(': 409 ')
  await open(1, one)
})

test('D-62 a member who logs out on one replica is logged out on the other', async () => {
  const headers = bearerHeader((await registerMember(environment)).token)
  const [one, other] = environment.replicas
  for (const replica of [one, other]) await callApi(replica, currentUser, {}, headers)
  await callApi(one, logout, {}, headers)
  await expect(callApi(other, currentUser, {}, headers)).rejects.toThrow(': 401 ')
})

test('D-62 R-6.01 a voucher that a phone confirms on one replica and a manager on the other, at the same moment, is used and billed once', async () => {
  const shop = await openShop(environment)
  const rewards = await connectRewardsDesk(environment)
  const reward = await rewards.publish({ merchant_id: shop.id, owed_sen: 180 })
  const { phone } = await pairCounter(environment, shop)
  const operator = await signInOperator(environment, manager)
  const member = await registerMember(environment)
  await rewards.giveStamps(member, 2)
  const { id, number } = await claimElsewhere(environment, member, reward)
  const { key } = (await callApi(environment, openKey, { id }, bearerHeader(member.token))).data
  const shown = { number, code: voucherCode(key, Date.now()) }
  const [one, other] = environment.replicas
  await callApi(one, counter.check, shown, pastProxy(one, phone))
  await callApi(other, desk.check, shown, pastProxy(other, operator))
  const both = await Promise.allSettled([
    callApi(one, counter.handOver, { id }, pastProxy(one, { ...phone, 'Idempotency-Key': randomUUID() })),
    callApi(other, desk.handOver, { id, request_id: randomUUID() }, pastProxy(other, operator)),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
  const { data } = await callApi(environment, settlement.show, { id: shop.id, month }, operator)
  expect([data.lines, data.total_sen]).toEqual([1, 180])
})
