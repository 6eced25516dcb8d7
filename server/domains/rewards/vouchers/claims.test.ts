import { randomUUID } from 'node:crypto'
import { addDays, dayIn, formatDay, instantOf } from '@stampus/contract/values/days'
import { expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import { createReward, createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { updateState } from '../rewards.store.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)

const add = (given: Parameters<typeof createReward>[1] = {}) => createReward(server.deps, given)
const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())

test('R-2.05 a claim takes the stamps and answers the voucher', async () => {
  const reward = await add({ valid_days: 14, title_ms: 'Kopi O panas' })
  const { claim, wallet, show, call } = await people.member({ stamps: 5 })
  const { status, data } = await claim(reward)
  expect(status).toBe(201)
  expect(data).toMatchObject({
    number: expect.stringMatching(/^\d{8}$/),
    title: 'Kopi O',
    title_ms: 'Kopi O panas',
    conditions: 'One hot cup. Not together with other offers.',
    stamps: 2,
    merchant: { name: 'Kopi Kita' },
    last_day: addDays(today(), 14),
    state: 'ready',
    stamps_back: false,
  })
  expect(await wallet()).toEqual({ stamp_balance: 3, available: 3, pending_stamps: 0 })
  const unopened = { proof_key: null, is_open_here: false, is_open_elsewhere: false, now: expect.any(String) }
  expect((await show(data.id)).data).toEqual({ ...data, ...unopened })
  const { data: entries } = await call<{ data: object[] }>('GET', '/wallet/entries')
  const voucher = { id: data.id, title: 'Kopi O', title_ms: 'Kopi O panas' }
  expect(entries[0]).toMatchObject({ kind: 'redemption', stamps: -2, submission: null, voucher, reason: null })
})

test('R-2.05 a repeated claim with the same key answers the same voucher, also at the same moment', async () => {
  const [reward, otherReward] = [await add(), await add()]
  const [{ claim, wallet }, other] = [await people.member({ stamps: 10 }), await people.member({ stamps: 10 })]
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => claim(reward, key)))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
  expect((await wallet()).stamp_balance).toBe(8)
  // A malformed key, and one that claimed another reward.
  expect((await claim(reward, 'two words')).status).toBe(422)
  expect((await claim(otherReward, key)).status).toBe(422)
  expect((await wallet()).stamp_balance).toBe(8)
  for (const another of [await claim(reward), await other.claim(reward, key)])
    expect(another.data.id).not.toBe(answers[0]?.data.id)
})

test('R-2.05 a number that another voucher has is drawn again, and the stock is taken once', async () => {
  const reward = await add({ stock: 2 })
  const first = await (await people.member({ stamps: 5 })).claim(reward)
  const { claim, wallet } = await people.member({ stamps: 5 })
  const taken = Number(first.data.number)
  const draw = vi.spyOn(server.deps, 'randomInt')
  for (const number of [taken, taken, 7]) draw.mockReturnValueOnce(number)
  expect(await claim(reward)).toMatchObject({ status: 201, data: { number: '00000007' } })
  expect(draw).toHaveBeenCalledTimes(3)
  draw.mockRestore()
  const { rows } = await server.sql('SELECT taken FROM rewards WHERE id = $1', [reward.id])
  expect([rows, (await wallet()).stamp_balance]).toEqual([[{ taken: 2 }], 3])
})

test('R-2.05 of claims at the same moment, one in stock makes one voucher, and stamps for one do too', async () => {
  const [single, dear] = [await add({ stock: 1 }), await add({ stamps: 3 })]
  const claimants = await Promise.all(Array.from({ length: 8 }, () => people.member({ stamps: 5 })))
  const answers = await Promise.all(claimants.map(({ claim }) => claim(single)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409).map(({ code, message }) => [code, message])
  expect(refused).toEqual(Array(7).fill(['sold_out', 'This reward is sold out.']))
  const { claim, wallet } = await people.member({ stamps: 5 })
  const statuses = (await Promise.all([claim(dear), claim(dear), claim(dear)])).map(({ status }) => status)
  expect([statuses.toSorted(), (await wallet()).stamp_balance]).toEqual([[201, 409, 409], 2])
})

test('R-2.05 R-5.03 missing stamps are named, those that can still be taken back do not count, and a balance below zero blocks claims', async () => {
  const reward = await add({ stamps: 7 })
  const { id: userId, claim } = await people.member({ stamps: 5 })
  const desk = await people.reviewer()
  await desk.approve((await createSubmission(server.deps, { userId, amountSen: 2000 })).id)
  const message = 'You need 2 more stamps for this reward.'
  expect(await claim(reward)).toMatchObject({ status: 409, code: 'stamps_missing', message })
  server.travel(10_001)
  expect((await claim(reward)).status).toBe(201)
  const below = 'Your balance is below zero. New stamps fill it up first; then you can claim rewards again.'
  const answer = await (await people.member({ stamps: -3 })).claim(await add({ stamps: 1 }))
  expect(answer).toMatchObject({ status: 409, code: 'negative_balance', message: below })
})

test('R-2.01 R-2.03 R-2.05 limits per member hold in all and within 30 days, say when it can be claimed again, and do not count what was given back', async () => {
  const monthly = await add({ stamps: 1, valid_days: 60, limit_30_days: 2, limit_total: 3 })
  const twice = await add({ stamps: 1, valid_days: 60, limit_total: 2 })
  const short = await add({ stamps: 1, valid_days: 1, limit_total: 1 })
  const paused = await add({ stamps: 1, limit_total: 1 })
  const [member, other] = [await people.member({ stamps: 20 }), await people.member()]
  const { claim, giveBack, reachedLimits, wallet } = member
  const { data: first } = await claim(monthly)
  const { data: only } = await claim(twice)
  expect(await reachedLimits()).toEqual([])
  server.travel(DAY_MS)
  for (const reward of [monthly, twice, short, paused, await add({ stamps: 1 })])
    expect((await claim(reward)).status).toBe(201)
  await updateState(server.deps.db.pool, paused.id, 'paused')
  const day = addDays(dayIn(server.deps.config.TIME_ZONE, new Date(first.claimed_at)), 30)
  const monthlyAgain = { reward_id: monthly.id, again_from: day }
  const twiceReached = { reward_id: twice.id, again_from: null }
  expect(await reachedLimits()).toEqual([monthlyAgain, twiceReached, { reward_id: short.id, again_from: null }])
  expect(await other.reachedLimits()).toEqual([])
  const refused = {
    status: 409,
    code: 'limit_30_days',
    message: `You can have this reward 2 times in 30 days. You can claim it again from ${formatDay(day)}.`,
  }
  expect(await claim(monthly)).toMatchObject(refused)
  const hadBoth = 'You can have this reward 2 times, and you have had it that often.'
  expect(await claim(twice)).toMatchObject({ status: 409, code: 'limit_total', message: hadBoth })
  // An expired voucher does not count, also before the job has ended it.
  server.travel(3 * DAY_MS)
  expect(await reachedLimits()).toEqual([monthlyAgain, twiceReached])
  await giveBack(only.id)
  expect(await reachedLimits()).toEqual([monthlyAgain])
  expect((await claim(twice)).status).toBe(201)
  // The limit ends at midnight on the campus.
  server.travel(12 * DAY_MS)
  await wallet()
  const midnight = instantOf(day, '00:00', server.deps.config.TIME_ZONE).getTime()
  server.travel(midnight - server.deps.now().getTime() - 1000)
  expect(await claim(monthly)).toMatchObject(refused)
  server.travel(1000)
  const { data: third } = await claim(monthly)
  expect((await claim(monthly)).code).toBe('limit_total')
  await giveBack(third.id)
  expect((await claim(monthly)).status).toBe(201)
})

test('R-2.05 stamps and stock of a voucher that has expired can be spent at once', async () => {
  const reward = await add({ stamps: 5, valid_days: 1, limit_total: 1, stock: 1 })
  const { claim, wallet } = await people.member({ stamps: 5 })
  await claim(reward)
  server.travel(3 * DAY_MS)
  expect([(await claim(reward)).status, (await wallet()).stamp_balance]).toEqual([201, 0])
})

test('R-2.01 R-2.02 R-2.05 a reward can be claimed from its first to its last day, and only while it is published', async () => {
  const { claim } = await people.member({ stamps: 5 })
  for (const [state, status, code] of [
    ['draft', 404, undefined],
    ['paused', 409, 'not_available'],
    ['ended', 409, 'not_available'],
  ] as const) {
    const reward = await add()
    await updateState(server.deps.db.pool, reward.id, state)
    const answer = await claim({ ...reward, version: 3 })
    expect([state, answer.status, answer.code]).toEqual([state, status, code])
  }
  const day = (days: number) => addDays(today(), days)
  expect((await claim(await add({ start_date: day(1) }))).code).toBe('not_available')
  expect((await claim(await add({ start_date: day(-9), end_date: day(-1) }))).code).toBe('not_available')
  expect((await claim(await add({ start_date: day(-9), end_date: today() }))).status).toBe(201)
})

test('R-2.05 a claim of a version that has changed meanwhile is refused, and changes of a reward do not touch vouchers', async () => {
  const manager = await people.manager()
  const reward = await add()
  const { claim, show, wallet } = await people.member({ stamps: 9 })
  const { data } = await claim(reward)
  const { data: shown } = await manager.call<{ data: { merchant: { id: number } } }>('GET', `/rewards/${reward.id}`)
  const { merchant, ...facts } = shown
  const change = { title: 'Kopi O ais', conditions: 'Iced.', stamps: 5, owed_sen: 0 }
  const saved = await manager.call('PUT', `/rewards/${reward.id}`, { ...facts, merchant_id: merchant.id, ...change })
  expect(saved).toMatchObject({ status: 200, data: { version: 3 } })
  const message = 'This reward has changed. Check it again before you claim it.'
  expect(await claim(reward)).toMatchObject({ status: 409, code: 'changed', message, version: 3 })
  expect((await wallet()).stamp_balance).toBe(7)
  expect((await show(data.id)).data).toMatchObject(data)
})

test('R-2.05 sixty claims an hour are enough for one member, also refused ones', async () => {
  const reward = await add({ stamps: 9000 })
  const [{ claim, id }, other] = [await people.member(), await people.member()]
  await fillLimit(server, `claims:${id}`, 59)
  for (const answer of [{ code: 'stamps_missing' }, { status: 429 }]) expect(await claim(reward)).toMatchObject(answer)
  expect((await other.claim(reward)).code).toBe('stamps_missing')
  server.travel(3_600_000)
  expect((await claim(reward)).code).toBe('stamps_missing')
})

test('R-1.01 an entry of a voucher names one event, which makes one entry, negative for a claim', async () => {
  const member = await people.member({ stamps: 5 })
  const { id: voucherId } = await member.claimNew()
  await member.handOver(await member.claimNew(), await createVoucherDesk(server))
  const insert = (columns: string, values: string) =>
    server.sql(`INSERT INTO ledger_entries (user_id, created_at, ${columns}) VALUES ($1, now(), ${values})`, [
      member.id,
    ])
  const claim = `(SELECT id FROM voucher_events WHERE voucher_id = ${voucherId} AND kind = 'claimed')`
  await expect(insert('kind, stamps, voucher_event_id', `'redemption', -2, ${claim}`)).rejects.toThrow('unique')
  const { rows } = await server.sql("SELECT id FROM voucher_events WHERE kind = 'used'")
  const other = Number(rows[0]?.id)
  for (const [columns, values] of [
    ['kind, stamps, voucher_event_id', `'redemption', 2, ${other}`],
    ['kind, stamps, voucher_event_id', `'redemption_return', -2, ${other}`],
    ['kind, stamps, voucher_event_id', `'approval', 2, ${other}`],
    ['kind, stamps', "'redemption', -2"],
    ['kind, stamps, voucher_event_id, stamp_adjustment_id', `'redemption', -2, ${other}, 1`],
  ] as const)
    await expect(insert(columns, values), values).rejects.toThrow('ledger_entries_kind_check')
})
