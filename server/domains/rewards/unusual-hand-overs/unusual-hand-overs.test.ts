import { randomUUID } from 'node:crypto'
import type { unusual } from '@stampus/contract/console/counters/unusualHandOvers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { expect, test } from 'vitest'
import { createMember } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createSecondPhone, type WorkingPhone } from '../../../../tests/support/api/counter-vouchers.ts'
import { createWorkingPhone } from '../../../../tests/support/api/counters.ts'
import { createReward } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)

const DAY = 24 * 3_600_000
const findings = async (days = '') =>
  (await (await people.manager()).call<AnswerOf<typeof unusual>>('GET', `/unusual-hand-overs${days}`)).data

/** A phone of a merchant with a reward. */
async function createStall() {
  const phone = await createWorkingPhone(server.deps)
  await createReward(server.deps, { merchant_id: phone.merchantId })
  return phone
}

/** Adds the rows of a hand-over of now. Returns the id of the voucher. */
async function handOver(phone: WorkingPhone, { member = 0, way = 'counter' } = {}): Promise<number> {
  const userId = member || (await createMember(server.deps)).id
  const { rows } = await server.sql(
    `WITH used AS (
       INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, conditions, stamps, owed_sen, claimed_at,
         last_day, expires_at, state, used_at, ended_at, idempotency_key)
       SELECT $1, id, $2, merchant_id, title, conditions, stamps, owed_sen, $3, '2099-12-31', '2100-01-01', 'used', $3, $3, $1
       FROM rewards WHERE merchant_id = $4 RETURNING id)
     INSERT INTO voucher_events (voucher_id, kind, way, phone_id, cashier_id, noted_at, stamps_back, created_at)
     SELECT id, 'used', $5, $6, $7, CASE $5 WHEN 'late' THEN $3::timestamptz END, false, $3 FROM used RETURNING voucher_id`,
    [randomUUID(), userId, server.deps.now(), phone.merchantId, way, phone.id, phone.cashier.id],
  )
  return rows[0].voucher_id
}

test('R-4.07 one cashier and one member often are found, unless it was taken back or long ago', async () => {
  const phone = await createStall()
  const { id: member } = await createMember(server.deps)
  for (let at = 0; at < 7; at += 1) {
    await handOver(phone, { member })
    server.travel(DAY)
  }
  const takenBack = await handOver(phone, { member })
  await server.sql(
    `INSERT INTO voucher_events (voucher_id, kind, phone_id, cashier_id, stamps_back, created_at)
     VALUES ($1, 'unused', $2, $3, false, $4)`,
    [takenBack, phone.id, phone.cashier.id, server.deps.now()],
  )
  expect((await findings()).often).toEqual([])
  await handOver(phone, { member })
  expect((await findings()).often).toMatchObject([
    { merchant: { id: phone.merchantId }, cashier: phone.cashier, member: { id: member }, count: 8 },
  ])
  server.travel(1000)
  expect((await findings('?days=7')).often).toEqual([])
  expect((await (await people.manager()).call('GET', '/unusual-hand-overs?days=8')).status).toBe(422)
  server.travel(29 * DAY)
  expect((await findings()).often).toEqual([])
  expect((await findings('?days=90')).often).toHaveLength(1)
  server.travel(90 * DAY)
})

test('R-4.07 a high share of hand-overs without a network is found with its figures', async () => {
  const phone = await createStall()
  for (let at = 0; at < 7; at += 1) await handOver(phone)
  for (let at = 0; at < 2; at += 1) await handOver(phone, { way: 'late' })
  expect((await findings()).shares).toEqual([])
  await handOver(phone, { way: 'late' })
  const share = { merchant: { id: phone.merchantId }, total: 10, offline: 0, late: 3 }
  expect((await findings()).shares).toMatchObject([share])
  await handOver(phone)
  expect((await findings()).shares).toEqual([])
  server.travel(90 * DAY)
})

test('R-4.07 many hand-overs on one phone in a short time are found, and not those of two phones together', async () => {
  const phone = await createStall()
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
  expect(Date.parse(burst?.last_at ?? '') - Date.parse(burst?.first_at ?? '')).toBe(220_000)
})
