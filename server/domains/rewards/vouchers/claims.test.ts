import { randomUUID } from 'node:crypto'
import { addDays, dayIn, formatDay, instantOf } from '@stampus/contract/values/days'
import { afterEach, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { updateState } from '../rewards.store.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())

test('R-2.05 a claim takes the stamps and answers the voucher', async () => {
  const { deps } = server
  const reward = await createReward(deps, { valid_days: 14, title_ms: 'Kopi O panas' })
  const { claim, wallet, show, call } = vouchersOf(server, await createClaimant(deps, 5))
  const { status, data } = await claim(reward)
  expect(status).toBe(201)
  expect(data).toEqual({
    id: expect.any(Number),
    number: expect.stringMatching(/^\d{8}$/),
    reward_id: reward.id,
    title: 'Kopi O',
    title_ms: 'Kopi O panas',
    conditions: 'One hot cup. Not together with other offers.',
    image_url: null,
    placeholder_image_url: null,
    stamps: 2,
    merchant: { id: expect.any(Number), name: 'Kopi Kita' },
    claimed_at: expect.stringMatching(/Z$/),
    last_day: addDays(today(), 14),
    state: 'ready',
    ended_at: null,
    stamps_back: false,
    stamps_due: false,
    voided_by: null,
    reason: null,
  })
  expect(await wallet()).toEqual({ stamp_balance: 3, available: 3, pending_stamps: 0 })
  const unopened = { proof_key: null, is_open_here: false, is_open_elsewhere: false, now: expect.any(String) }
  expect((await show(data.id)).data).toEqual({ ...data, ...unopened })
  const { data: entries } = await call<{ data: object[] }>('GET', '/wallet/entries')
  const voucher = { id: data.id, title: 'Kopi O', title_ms: 'Kopi O panas' }
  expect(entries[0]).toMatchObject({ kind: 'redemption', stamps: -2, submission: null, voucher, reason: null })
})

test('R-2.05 a repeated claim with the same key answers the same voucher, also at the same moment', async () => {
  const reward = await createReward(server.deps)
  const { claim, wallet } = vouchersOf(server, await createClaimant(server.deps, 10))
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => claim(reward, key)))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
  expect((await wallet()).stamp_balance).toBe(8)
  expect((await claim(reward)).data.id).not.toBe(answers[0]?.data.id)
  const other = vouchersOf(server, await createClaimant(server.deps, 10))
  expect((await other.claim(reward, key)).data.id).not.toBe(answers[0]?.data.id)
})

test('R-2.05 a number that another voucher has is drawn again, and the stock is taken once', async () => {
  const { deps } = server
  const reward = await createReward(deps, { stock: 2 })
  const first = await vouchersOf(server, await createClaimant(deps, 5)).claim(reward)
  const { claim, wallet } = vouchersOf(server, await createClaimant(deps, 5))
  const { randomInt } = deps
  const drawn = [Number(first.data.number), Number(first.data.number), 7]
  deps.randomInt = (below) => drawn.shift() ?? randomInt(below)
  try {
    expect(await claim(reward)).toMatchObject({ status: 201, data: { number: '00000007' } })
  } finally {
    deps.randomInt = randomInt
  }
  const { rows } = await deps.db.pool.query({ text: 'SELECT taken FROM rewards WHERE id = $1', values: [reward.id] })
  expect([rows, drawn, (await wallet()).stamp_balance]).toEqual([[{ taken: 2 }], [], 3])
})

test('R-2.05 one in stock and many claimants make one voucher', async () => {
  const { deps } = server
  const reward = await createReward(deps, { stock: 1 })
  const claimants = await Promise.all(Array.from({ length: 20 }, () => createClaimant(deps, 5)))
  const answers = await Promise.all(claimants.map((claimant) => vouchersOf(server, claimant).claim(reward)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ code, message }) => [code, message])).toEqual(
    Array(19).fill(['sold_out', 'This reward is sold out.']),
  )
})

test('R-2.05 a member with stamps for one cannot claim two at the same moment', async () => {
  const reward = await createReward(server.deps, { stamps: 3 })
  const { claim, wallet } = vouchersOf(server, await createClaimant(server.deps, 5))
  const answers = await Promise.all([claim(reward), claim(reward), claim(reward)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect((await wallet()).stamp_balance).toBe(2)
})

test('R-2.05 missing stamps are named, and those that can still be taken back do not count', async () => {
  const { deps } = server
  const reward = await createReward(deps, { stamps: 7 })
  const claimant = await createClaimant(deps, 5)
  const { claim } = vouchersOf(server, claimant)
  const desk = await createDesk(server)
  const { id } = await createSubmission(deps, { userId: claimant.id, amountSen: 2000 })
  await desk.approve(id)
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'stamps_missing',
    message: 'You need 2 more stamps for this reward.',
  })
  server.travel(10_001)
  expect((await claim(reward)).status).toBe(201)
})

test('R-5.03 R-2.05 a balance below zero blocks claims', async () => {
  const reward = await createReward(server.deps, { stamps: 1 })
  const { claim } = vouchersOf(server, await createClaimant(server.deps, -3))
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'negative_balance',
    message: 'Your balance is below zero. New stamps fill it up first; then you can claim rewards again.',
  })
})

test('R-2.01 R-2.05 limits per member hold in all and within 30 days, and say when it can be claimed again', async () => {
  const { deps } = server
  const reward = await createReward(deps, { stamps: 1, limit_30_days: 2, limit_total: 3 })
  const { claim, giveBack } = vouchersOf(server, await createClaimant(deps, 20))
  const first = await claim(reward)
  server.travel(DAY_MS)
  await claim(reward)
  const again = formatDay(addDays(dayIn(deps.config.TIME_ZONE, new Date(first.data.claimed_at)), 30))
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'limit_30_days',
    message: `You can have this reward 2 times in 30 days. You can claim it again from ${again}.`,
  })
  // What was given back does not count.
  await giveBack(first.data.id)
  expect((await claim(reward)).status).toBe(201)
})

test('R-2.01 R-2.05 a reward that a member may have twice cannot be had a third time, unless one was given back', async () => {
  const { deps } = server
  const reward = await createReward(deps, { stamps: 1, limit_total: 2 })
  const { claim, giveBack } = vouchersOf(server, await createClaimant(deps, 20))
  const first = await claim(reward)
  await claim(reward)
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'limit_total',
    message: 'You can have this reward 2 times, and you have had it that often.',
  })
  await giveBack(first.data.id)
  expect((await claim(reward)).status).toBe(201)
})

test('R-2.05 a limit of 30 days ends on the day that its message names, at midnight on the campus', async () => {
  const { deps } = server
  const zone = deps.config.TIME_ZONE
  const reward = await createReward(deps, { stamps: 1, limit_30_days: 1, valid_days: 60 })
  const { claim, wallet } = vouchersOf(server, await createClaimant(deps, 20))
  const { data } = await claim(reward)
  const day = addDays(dayIn(zone, new Date(data.claimed_at)), 30)
  const midnight = instantOf(day, '00:00', zone).getTime()
  server.travel(15 * DAY_MS)
  await wallet()
  server.travel(midnight - deps.now().getTime() - 1000)
  const { code, message } = await claim(reward)
  expect([code, message.includes(formatDay(day))]).toEqual(['limit_30_days', true])
  server.travel(1000)
  expect((await claim(reward)).status).toBe(201)
})

test('R-2.03 a member sees which rewards a limit keeps from them, and from which day on they can claim them', async () => {
  const { deps } = server
  const monthly = await createReward(deps, { stamps: 1, valid_days: 60, limit_30_days: 1, limit_total: 2 })
  const once = await createReward(deps, { stamps: 1, valid_days: 60, limit_total: 1 })
  const short = await createReward(deps, { stamps: 1, valid_days: 1, limit_total: 1 })
  const paused = await createReward(deps, { stamps: 1, limit_total: 1 })
  const free = await createReward(deps, { stamps: 1 })
  const { claim, giveBack, reachedLimits } = vouchersOf(server, await createClaimant(deps, 20))
  const other = vouchersOf(server, await createClaimant(deps, 20))
  expect(await reachedLimits()).toEqual([])
  const { data: first } = await claim(monthly)
  const { data: only } = await claim(once)
  for (const reward of [short, paused, free]) await claim(reward)
  await updateState(deps.db.pool, paused.id, 'paused')
  const monthlyAgain = { reward_id: monthly.id, again_from: addDays(today(), 30) }
  const onceReached = { reward_id: once.id, again_from: null }
  expect(await reachedLimits()).toEqual([monthlyAgain, onceReached, { reward_id: short.id, again_from: null }])
  expect(await other.reachedLimits()).toEqual([])
  // An expired voucher does not count, also before the job has ended it.
  server.travel(3 * DAY_MS)
  expect(await reachedLimits()).toEqual([monthlyAgain, onceReached])
  await giveBack(only.id)
  expect(await reachedLimits()).toEqual([monthlyAgain])
  await giveBack(first.id)
  expect(await reachedLimits()).toEqual([])
})

test('R-2.05 a malformed key, and one that claimed another reward, are refused', async () => {
  const [reward, other] = [await createReward(server.deps), await createReward(server.deps)]
  const { claim, wallet } = vouchersOf(server, await createClaimant(server.deps, 10))
  expect((await claim(reward, 'two words')).status).toBe(422)
  const key = randomUUID()
  expect((await claim(reward, key)).status).toBe(201)
  expect((await claim(other, key)).status).toBe(422)
  expect((await wallet()).stamp_balance).toBe(8)
})

test('R-2.05 stamps of a voucher that has expired can be spent at once', async () => {
  const reward = await createReward(server.deps, { stamps: 5, valid_days: 1, limit_total: 1, stock: 1 })
  const { claim, wallet } = vouchersOf(server, await createClaimant(server.deps, 5))
  await claim(reward)
  server.travel(3 * DAY_MS)
  expect((await claim(reward)).status).toBe(201)
  expect((await wallet()).stamp_balance).toBe(0)
})

test.each([
  ['a draft', 'draft', {}, 404, undefined],
  ['a paused reward', 'paused', {}, 409, 'not_available'],
  ['a reward that has ended', 'ended', {}, 409, 'not_available'],
] as const)('R-2.02 R-2.05 %s cannot be claimed', async (_what, state, given, status, code) => {
  const { deps } = server
  const reward = await createReward(deps, given)
  await updateState(deps.db.pool, reward.id, state)
  const { claim } = vouchersOf(server, await createClaimant(deps, 5))
  const answer = await claim({ ...reward, version: 3 })
  expect([answer.status, answer.code]).toEqual([status, code])
})

test('R-2.01 R-2.05 a reward can be claimed from its first to its last day', async () => {
  const { deps } = server
  const early = await createReward(deps, { start_date: addDays(today(), 1) })
  const late = await createReward(deps, { start_date: addDays(today(), -9), end_date: addDays(today(), -1) })
  const last = await createReward(deps, { start_date: addDays(today(), -9), end_date: today() })
  const { claim } = vouchersOf(server, await createClaimant(deps, 5))
  expect((await claim(early)).code).toBe('not_available')
  expect((await claim(late)).code).toBe('not_available')
  expect((await claim(last)).status).toBe(201)
})

test('R-2.05 a claim of a version that has changed meanwhile is refused, and changes of a reward do not touch vouchers', async () => {
  const { deps } = server
  const manager = await createDesk(server, { role: 'manager' })
  const reward = await createReward(deps)
  const { claim, show, wallet } = vouchersOf(server, await createClaimant(deps, 9))
  const { data } = await claim(reward)
  const { data: shown } = await manager.call<{ data: { merchant: { id: number } } }>('GET', `/rewards/${reward.id}`)
  const { merchant, ...facts } = shown
  const changed = {
    ...facts,
    merchant_id: merchant.id,
    title: 'Kopi O ais',
    conditions: 'Iced.',
    stamps: 5,
    owed_sen: 0,
  }
  const saved = await manager.call<{ status: number; data: { version: number } }>(
    'PUT',
    `/rewards/${reward.id}`,
    changed,
  )
  expect(saved).toMatchObject({ status: 200, data: { version: 3 } })
  expect(await claim(reward)).toMatchObject({
    status: 409,
    code: 'changed',
    message: 'This reward has changed. Check it again before you claim it.',
    version: 3,
  })
  expect((await wallet()).stamp_balance).toBe(7)
  expect((await show(data.id)).data).toMatchObject(data)
})

test('R-2.05 guests, unverified and suspended members cannot claim', async () => {
  const { app, deps } = server
  const reward = await createReward(deps)
  const url = `/api/rewards/${reward.id}/vouchers`
  expect((await app.inject({ method: 'POST', url, payload: { version: 2 } })).statusCode).toBe(401)
  const unverified = await createSignedInMember(deps, { verified: false })
  expect((await vouchersOf(server, unverified).claim(reward)).status).toBe(403)
  const claimant = await createClaimant(deps, 5)
  const manager = await createDesk(server, { role: 'manager' })
  expect((await manager.call('POST', `/members/${claimant.id}/suspension`, { reason: 'Copies' })).status).toBe(201)
  expect((await vouchersOf(server, claimant).claim(reward)).status).toBe(403)
})

test('R-2.05 sixty claims an hour are enough for one member, also refused ones', async () => {
  const reward = await createReward(server.deps, { stamps: 9000 })
  const { claim } = vouchersOf(server, await createClaimant(server.deps, 5))
  for (let times = 1; times <= 60; times += 1) expect((await claim(reward)).code).toBe('stamps_missing')
  expect((await claim(reward)).status).toBe(429)
  const other = vouchersOf(server, await createClaimant(server.deps, 5))
  expect((await other.claim(reward)).code).toBe('stamps_missing')
  server.travel(3_600_000)
  expect((await claim(reward)).code).toBe('stamps_missing')
})

test('R-2.03 R-2.05 the rewards of a deactivated merchant are not shown and cannot be claimed', async () => {
  const { deps, app } = server
  const { id: merchant_id } = await createMerchant(deps)
  const reward = await createReward(deps, { merchant_id })
  const { claim } = vouchersOf(server, await createClaimant(deps, 5))
  const isListed = async () => {
    deps.responseCache.clear()
    const { data, meta } = (await app.inject({ url: `/api/rewards?merchant_id=${merchant_id}` })).json()
    return [data.length, meta.total]
  }
  expect(await isListed()).toEqual([1, 1])
  await deps.db.pool.query({ text: 'UPDATE merchants SET is_active = false WHERE id = $1', values: [merchant_id] })
  expect(await isListed()).toEqual([0, 0])
  expect((await app.inject({ url: `/api/rewards/${reward.id}` })).statusCode).toBe(404)
  expect((await claim(reward)).code).toBe('not_available')
})
