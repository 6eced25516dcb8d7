import { randomUUID } from 'node:crypto'
import type { unusual } from '@stampus/contract/console/counters/unusualHandOvers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { voucherCode } from '../../../../tests/support/api/codes.ts'
import { connectCounter, createPhone, createWorkingPhone } from '../../../../tests/support/api/counters.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { type Claimant, createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { startWorkOn } from '../../counters/phones/phones.store.ts'

const server = serverForTests()

type Phone = Awaited<ReturnType<typeof createWorkingPhone>>

const DAY = 24 * 3_600_000
const findings = async (days = '') => {
  const desk = await createDesk(server, { role: 'manager' })
  return (await desk.call<AnswerOf<typeof unusual>>('GET', `/unusual-hand-overs${days}`)).data
}

async function claimed(phone: Phone, claimant: Claimant) {
  const member = vouchersOf(server, claimant)
  const { data } = await member.claim(await createReward(server.deps, { merchant_id: phone.merchantId }))
  const { data: key } = await member.call<{ data: { key: string } }>('POST', `/vouchers/${data.id}/key`, {})
  return { id: data.id, number: data.number, key: key.key }
}

/** A member claims a reward and gets it at once; the phone is used every day. */
async function handOver(phone: Phone, claimant: Claimant) {
  const { deps } = server
  await startWorkOn(deps.db.pool, { id: phone.id, cashierId: phone.cashier.id, now: deps.now() })
  const { id, number, key } = await claimed(phone, claimant)
  const call = connectCounter(server, { headers: phone.headers })
  await call('POST', '/vouchers/check', { number, code: voucherCode(key, deps.now().getTime()) })
  const { status } = await call('POST', `/vouchers/${id}/hand-over`, {}, { 'idempotency-key': randomUUID() })
  expect(status).toBe(200)
  return { id, takeBack: () => call('POST', `/vouchers/${id}/take-back`, {}) }
}

/** Hands over as noted before, without a network. */
async function enterLate(phone: Phone, claimant: Claimant) {
  const { deps } = server
  await startWorkOn(deps.db.pool, { id: phone.id, cashierId: phone.cashier.id, now: deps.now() })
  const { number, key } = await claimed(phone, claimant)
  const notedAt = deps.now()
  const entry = { number, code: voucherCode(key, notedAt.getTime()), noted_at: notedAt.toISOString() }
  const call = connectCounter(server, { headers: phone.headers })
  expect((await call('POST', '/late-hand-overs', entry, { 'idempotency-key': randomUUID() })).status).toBe(201)
}

test('R-4.07 one cashier and one member often are found, unless it was taken back or long ago', async () => {
  const phone = await createWorkingPhone(server.deps)
  const member = await createClaimant(server.deps, 100)
  for (let at = 0; at < 7; at += 1) {
    await handOver(phone, member)
    server.travel(DAY)
  }
  const { takeBack } = await handOver(phone, member)
  expect((await takeBack()).status).toBe(200)
  expect((await findings()).often).toEqual([])
  await handOver(phone, member)
  expect((await findings()).often).toMatchObject([
    { merchant: { id: phone.merchantId }, cashier: phone.cashier, member: { id: member.id }, count: 8 },
  ])
  server.travel(1000)
  expect((await findings('?days=7')).often).toEqual([])
  server.travel(29 * DAY)
  expect((await findings()).often).toEqual([])
  expect((await findings('?days=90')).often).toHaveLength(1)
  server.travel(90 * DAY)
})

test('R-4.07 a high share of hand-overs without a network is found with its figures', async () => {
  const phone = await createWorkingPhone(server.deps)
  const member = async () => createClaimant(server.deps, 2)
  for (let at = 0; at < 7; at += 1) await handOver(phone, await member())
  for (let at = 0; at < 2; at += 1) await enterLate(phone, await member())
  expect((await findings()).shares).toEqual([])
  await enterLate(phone, await member())
  expect((await findings()).shares).toEqual([
    { merchant: expect.objectContaining({ id: phone.merchantId }), total: 10, offline: 0, late: 3 },
  ])
  await handOver(phone, await member())
  expect((await findings()).shares).toEqual([])
  server.travel(90 * DAY)
})

test('R-4.07 many hand-overs on one phone in a short time are found, and not those of two phones together', async () => {
  const phone = await createWorkingPhone(server.deps)
  const second = await createPhone(server.deps, { owner: phone.owner })
  const other = { ...second, cashier: phone.cashier }
  const member = async () => createClaimant(server.deps, 2)
  for (let at = 0; at < 11; at += 1) {
    await handOver(phone, await member())
    server.travel(20_000)
    if (at < 4) await handOver(other, await member())
  }
  expect((await findings()).bursts).toEqual([])
  await handOver(phone, await member())
  const [burst, ...more] = (await findings()).bursts
  expect([burst, more]).toMatchObject([{ phone: { id: phone.id, name: 'Till 1' }, count: 12 }, []])
  expect(Date.parse(burst?.last_at ?? '') - Date.parse(burst?.first_at ?? '')).toBeGreaterThanOrEqual(220_000)
})

test('R-4.07 only managers see unusual hand-overs, for periods that exist', async () => {
  const reviewer = await createDesk(server, { role: 'reviewer' })
  expect((await reviewer.call('GET', '/unusual-hand-overs')).status).toBe(403)
  const manager = await createDesk(server, { role: 'manager' })
  expect((await manager.call('GET', '/unusual-hand-overs?days=8')).status).toBe(422)
})
