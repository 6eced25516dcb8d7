import type { unusual } from '@stampus/contract/console/counters/unusualHandOvers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import {
  createSecondPhone,
  keepWorking,
  openVoucher,
  type WorkingPhone,
} from '../../../../tests/support/api/counter-vouchers.ts'
import { createWorkingPhone } from '../../../../tests/support/api/counters.ts'
import { createClaimant } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)

const DAY = 24 * 3_600_000
const findings = async (days = '') =>
  (await (await people.manager()).call<AnswerOf<typeof unusual>>('GET', `/unusual-hand-overs${days}`)).data

/** A member, by default a new one, claims a reward and gets it at once; the phone is used every day. */
async function handOver(phone: WorkingPhone, claimant?: Awaited<ReturnType<typeof createClaimant>>) {
  await keepWorking(server, phone)
  const { counter, id, number, code } = await openVoucher(server, { phone, ...(claimant && { claimant }) })
  await counter.check(number, code())
  expect((await counter.handOver(id)).status).toBe(200)
  return () => counter.takeBack(id)
}

/** Hands over as noted before, without a network. */
async function enterLate(phone: WorkingPhone) {
  await keepWorking(server, phone)
  const { counter, number, code } = await openVoucher(server, { phone })
  const entry = { number, code: code(), noted_at: server.deps.now().toISOString() }
  expect((await counter.late(entry)).status).toBe(201)
}

test('R-4.07 one cashier and one member often are found, unless it was taken back or long ago', async () => {
  const phone = await createWorkingPhone(server.deps)
  const member = await createClaimant(server.deps, 100)
  for (let at = 0; at < 7; at += 1) {
    await handOver(phone, member)
    server.travel(DAY)
  }
  const takeBack = await handOver(phone, member)
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
  for (let at = 0; at < 7; at += 1) await handOver(phone)
  for (let at = 0; at < 2; at += 1) await enterLate(phone)
  expect((await findings()).shares).toEqual([])
  await enterLate(phone)
  expect((await findings()).shares).toEqual([
    { merchant: expect.objectContaining({ id: phone.merchantId }), total: 10, offline: 0, late: 3 },
  ])
  await handOver(phone)
  expect((await findings()).shares).toEqual([])
  server.travel(90 * DAY)
})

test('R-4.07 many hand-overs on one phone in a short time are found, and not those of two phones together', async () => {
  const phone = await createWorkingPhone(server.deps)
  const other = await createSecondPhone(server, phone)
  for (let at = 0; at < 11; at += 1) {
    await handOver(phone)
    server.travel(20_000)
    if (at < 4) await handOver(other)
  }
  expect((await findings()).bursts).toEqual([])
  await handOver(phone)
  const [burst, ...more] = (await findings()).bursts
  expect([burst, more]).toMatchObject([{ phone: { id: phone.id, name: 'Till 1' }, count: 12 }, []])
  expect(Date.parse(burst?.last_at ?? '') - Date.parse(burst?.first_at ?? '')).toBeGreaterThanOrEqual(220_000)
})

test('R-4.07 only managers see unusual hand-overs, for periods that exist', async () => {
  expect((await (await people.reviewer()).call('GET', '/unusual-hand-overs')).status).toBe(403)
  expect((await (await people.manager()).call('GET', '/unusual-hand-overs?days=8')).status).toBe(422)
})
