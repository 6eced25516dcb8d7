import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { afterEach, expect, test } from 'vitest'
import { createMemberSession, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { STEPS, voucherCode, wrongCode } from '../../../../tests/support/api/codes.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { connectDesk, createDesk } from '../../../../tests/support/api/desk.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { updateState } from '../rewards.store.ts'

const DAY_MS = 86_400_000

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createDesk>>
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

type Answer = {
  status: number
  message: string
  code?: string
  errors: Record<string, string[]>
  data: { id: number; state: string; name: string; title: string }
}

/** A manager, and a member with three stamps left who has opened a voucher for two on a phone. */
async function opened(given: Parameters<typeof createReward>[1] = {}) {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
  const claimant = await createClaimant(server.deps, 5)
  const member = vouchersOf(server, claimant)
  const { data } = await member.claim(await createReward(server.deps, given))
  const { data: key } = await member.call<{ data: { key: string } }>('POST', `/vouchers/${data.id}/key`, {})
  return {
    ...member,
    claimant,
    id: data.id,
    number: data.number,
    code: (ms = 0) => voucherCode(key.key, server.deps.now().getTime() + ms),
  }
}

const check = (number: string, code: string, by = manager) =>
  by.call<Answer>('POST', '/vouchers/check', { number, code })
const handOver = (id: number, by = manager, request_id: string = randomUUID()) =>
  by.call<Answer>('POST', `/vouchers/${id}/hand-over`, { request_id })
const takeBack = (id: number, by = manager) => by.call<Answer>('POST', `/vouchers/${id}/take-back`, {})

test('R-3.02 R-3.03 a manager checks number and code, and hands the voucher over', async () => {
  const { id, number, code, show, claimant } = await opened()
  expect((await handOver(id)).message).toBe('Check the voucher again before you hand it over.')
  const { status, data } = await check(number, code())
  expect(status).toBe(200)
  expect(data).toMatchObject({ id, title: 'Kopi O', conditions: 'One hot cup. Not together with other offers.' })
  expect((await show(id)).data.state).toBe('ready')
  expect((await handOver(id)).data).toMatchObject({ id, state: 'used', member: { id: claimant.id } })
  expect((await show(id)).data).toMatchObject({ state: 'used', stamps_back: false, ended_at: expect.any(String) })
  const other = await createDesk(server, { role: 'manager' })
  expect((await check(number, code(), other)).message).toMatch(/^Used at \d\d:\d\d by Tan Mei Fong\.$/)
  expect((await handOver(id, other)).status).toBe(409)
})

test('R-3.01 two devices of one operator with the same voucher hand it over once', async () => {
  const { id, number, code } = await opened()
  const other = await connectDesk(server, manager)
  for (const device of [manager, other]) expect((await check(number, code(), device)).status).toBe(200)
  const answers = await Promise.all([handOver(id), handOver(id, other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    code: 'used_before',
    message: expect.stringMatching(/^Used at \d\d:\d\d by Tan Mei Fong\.$/),
  })
})

test('R-3.01 a repeated request gets the voucher as it is now, and its id makes no other hand-over', async () => {
  const { id, number, code } = await opened()
  const request = randomUUID()
  await check(number, code())
  expect((await handOver(id, manager, request)).data).toMatchObject({ id, state: 'used' })
  server.travel(60_001)
  expect(await handOver(id, manager, request)).toMatchObject({ status: 200, data: { id, state: 'used' } })
  const reused = { status: 409, message: texts.keyReused }
  const other = await createDesk(server, { role: 'manager' })
  expect(await handOver(id, other, request)).toMatchObject(reused)
  const former = manager
  const second = await opened()
  manager = former
  await check(second.number, second.code())
  expect(await handOver(second.id, manager, request)).toMatchObject(reused)
  const taken = randomUUID()
  expect((await handOver(second.id, manager, taken)).status).toBe(200)
  expect((await takeBack(second.id)).data.state).toBe('ready')
  expect(await handOver(second.id, manager, taken)).toMatchObject({ status: 200, data: { state: 'ready' } })
  expect((await second.show(second.id)).data.state).toBe('ready')
  expect((await manager.call<Answer>('POST', `/vouchers/${id}/hand-over`, {})).status).toBe(422)
})

test('R-3.01 a repeat of a hand-over that was taken back is not taken for the next one', async () => {
  const { id, number, code, call } = await opened()
  const [first, next] = [randomUUID(), randomUUID()]
  await check(number, code())
  expect((await handOver(id, manager, first)).status).toBe(200)
  expect((await takeBack(id)).status).toBe(200)
  const { data } = await call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  await check(number, voucherCode(data.key, server.deps.now().getTime()))
  expect((await handOver(id, manager, next)).status).toBe(200)
  expect(await handOver(id, manager, first)).toMatchObject({ status: 409, code: 'used_before' })
  expect((await handOver(id, manager, next)).status).toBe(200)
})

test('R-3.01 two vouchers with the same request id at the same moment: one is handed over', async () => {
  const first = await opened()
  const former = manager
  const second = await opened()
  manager = former
  const request = randomUUID()
  for (const { number, code } of [first, second]) await check(number, code())
  const answers = await Promise.all([first, second].map(({ id }) => handOver(id, manager, request)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toBe(texts.keyReused)
})

test('R-3.01 a hundred simultaneous confirmations use a voucher once', async () => {
  const { id, number, code } = await opened()
  const desks = [manager, ...(await Promise.all([1, 2, 3].map(() => createDesk(server, { role: 'manager' }))))]
  for (const desk of desks) await check(number, code(), desk)
  const answers = await Promise.all(Array.from({ length: 25 }, () => desks.map((desk) => handOver(id, desk))).flat())
  expect(answers.filter(({ status }) => status === 200).map(({ data }) => data.id)).toEqual([id])
  const { rows } = await server.deps.db.pool.query({
    text: "SELECT FROM voucher_events WHERE voucher_id = $1 AND kind = 'used'",
    values: [id],
  })
  expect(rows).toHaveLength(1)
})

test('R-3.03 a code is good one step before and after its time, and a minute later worthless', async () => {
  // Into the middle of a step, so that none begins meanwhile.
  server.travel(45_000 - (server.deps.now().getTime() % 30_000))
  let voucher = await opened()
  while (new Set([-60_000, -30_000, 0, 30_000, 60_000].map(voucher.code)).size < 5) voucher = await opened()
  const { number, code } = voucher
  for (const [ms, status] of [
    [-30_000, 200],
    [30_000, 200],
    [-60_000, 422],
    [60_000, 422],
  ] as const)
    expect([ms, (await check(number, code(ms))).status]).toEqual([ms, status])
})

test('R-3.03 a voucher that was opened on another device or after a sign-out has no old code', async () => {
  const { id, number, code, claimant } = await opened()
  const before = code()
  const other = vouchersOf(server, { headers: await createMemberSession(server.deps, claimant) })
  let key: string
  do key = (await other.call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})).data.key
  while (STEPS.some((ms) => voucherCode(key, server.deps.now().getTime() + ms) === before))
  expect((await check(number, before)).errors).toEqual({
    code: ['This code is not valid now. Type the one that the phone shows at this moment.'],
  })
  const again = await opened()
  expect((await again.call('POST', '/logout', {})).status).toBe(200)
  expect((await check(again.number, again.code())).status).toBe(422)
})

test('R-3.03 after 30 wrong codes within an hour, an operator has to wait', async () => {
  const { number, code } = await opened()
  for (let times = 0; times < 30; times += 1) expect((await check(number, wrongCode(code))).status).toBe(422)
  expect((await check(number, code())).status).toBe(429)
})

test('R-3.03 after 30 wrong codes of several operators within an hour, a voucher is checked by nobody', async () => {
  const { number, code } = await opened()
  const [second, third] = [await createDesk(server, { role: 'manager' }), await createDesk(server, { role: 'manager' })]
  for (let times = 0; times < 15; times += 1)
    for (const by of [manager, second]) expect((await check(number, wrongCode(code), by)).status).toBe(422)
  for (let times = 0; times < 31; times += 1) expect((await check(number, code(), third)).status).toBe(429)
  const other = await opened()
  expect((await check(other.number, other.code(), third)).status).toBe(200)
  server.travel(3_600_001)
  expect((await check(number, code(), await createDesk(server, { role: 'manager' }))).status).toBe(200)
})

test('R-3.03 a code and a check are worthless from the moment the session of the phone expires', async () => {
  const { id, number, code } = await opened({ valid_days: 60 })
  server.travel(30 * DAY_MS - 30_000)
  manager = await createDesk(server, { role: 'manager' })
  expect((await check(number, code())).status).toBe(200)
  server.travel(31_000)
  expect((await handOver(id)).message).toBe('Check the voucher again before you hand it over.')
  expect((await check(number, code())).errors).toEqual({ code: [texts.voucherCodeWrong] })
})

test.each([
  ['Nur\u00a0Aisyah binti Ali', 'Nur'],
  ['\u3000Mei\u2003Fong Tan', 'Mei'],
])('R-3.02 the counter reads only the first name of %j', async (given, first) => {
  const { number, code, claimant } = await opened()
  await server.deps.db.pool.query({ text: 'UPDATE users SET name = $2 WHERE id = $1', values: [claimant.id, given] })
  expect((await check(number, code())).data.name).toBe(first)
})

test('R-3.01 an unknown, returned, expired, recalled or frozen voucher gets one clear sentence', async () => {
  const first = await opened()
  expect((await check('00000000', first.code())).errors).toEqual({ number: ['There is no voucher with this number.'] })
  await first.giveBack(first.id)
  expect((await check(first.number, first.code())).message).toBe('The member gave this voucher back.')
  const recalled = await opened()
  const { data } = await manager.call<{ data: { reward: { id: number } } }>('GET', `/vouchers/${recalled.id}`)
  await manager.call('POST', `/rewards/${data.reward.id}/recall`, { version: 2, reason: 'Closed' })
  expect((await check(recalled.number, recalled.code())).message).toBe('This voucher was cancelled.')
  const frozen = await opened()
  await manager.call('POST', `/members/${frozen.claimant.id}/suspension`, { reason: 'Copies' })
  expect((await check(frozen.number, frozen.code())).message).toBe('This voucher cannot be used now.')
  const expired = await opened({ valid_days: 1 })
  server.travel(3 * DAY_MS)
  manager = await createDesk(server, { role: 'manager' })
  expect((await check(expired.number, expired.code())).message).toBe('This voucher has expired.')
})

test('R-3.01 a hand-over can be taken back by the same operator within a minute', async () => {
  const { id, number, code, show, ...phone } = await opened()
  await check(number, code())
  await handOver(id)
  const other = await createDesk(server, { role: 'manager' })
  expect((await takeBack(id, other)).status).toBe(409)
  server.travel(60_000)
  expect((await takeBack(id)).data.state).toBe('ready')
  expect((await show(id)).data).toMatchObject({ state: 'ready', ended_at: null })
  expect((await takeBack(id)).status).toBe(409)
  expect((await handOver(id)).status).toBe(409)
  expect((await check(number, code())).status).toBe(422)
  await phone.handOver({ id, number }, manager)
  server.travel(60_001)
  expect((await takeBack(id)).message).toBe(
    'A hand-over can be taken back for one minute, by the person who confirmed it.',
  )
})

test('R-3.01 R-3.06 R-5.02 a hand-over stays when the account was deleted or its balance fell below zero meanwhile', async () => {
  const stays = { status: 409, message: expect.stringContaining('so this hand-over stays') }
  const deleted = await opened()
  await check(deleted.number, deleted.code())
  await handOver(deleted.id)
  expect((await deleteOwnAccount(server, deleted.claimant)).status).toBe(200)
  expect(await takeBack(deleted.id)).toMatchObject(stays)
  const poor = await opened()
  await check(poor.number, poor.code())
  await handOver(poor.id)
  await giveStamps(server.deps, poor.claimant.id, -4)
  expect(await takeBack(poor.id)).toMatchObject(stays)
})

test('R-8 a right code is no try: 40 managers check one voucher at the same moment, and 40 wrong codes count 30', async () => {
  const { number, code } = await opened()
  const managers = await Promise.all(Array.from({ length: 40 }, () => createDesk(server, { role: 'manager' })))
  const checkAll = async (shown: string) =>
    (await Promise.all(managers.map((by) => check(number, shown, by)))).map(({ status }) => status)
  expect(new Set(await checkAll(code()))).toEqual(new Set([200]))
  const guessed = await checkAll(wrongCode(code))
  expect([422, 429].map((status) => guessed.filter((one) => one === status).length)).toEqual([30, 10])
  expect(await checkAll(code())).toEqual(Array(40).fill(429))
})

test('R-8 after 30 unknown numbers within an hour, an operator has to wait, and right codes before them do not count', async () => {
  const { number, code } = await opened()
  for (let times = 0; times < 31; times += 1) expect((await check(number, code())).status).toBe(200)
  for (let times = 0; times < 30; times += 1)
    expect((await check(String(times).padStart(8, '0'), code())).errors).toEqual({ number: [expect.any(String)] })
  expect((await check(number, code())).status).toBe(429)
  const other = await createDesk(server, { role: 'manager' })
  expect((await check(number, code(), other)).status).toBe(200)
})

test('R-3.03 vouchers that cannot be used do not count towards the limit', async () => {
  const { id, number, giveBack, code } = await opened()
  await giveBack(id)
  for (let times = 0; times < 31; times += 1) expect((await check(number, code())).status).toBe(409)
})

test('R-3.03 a check of a key ends when another device opens the voucher', async () => {
  const { id, number, code, call } = await opened()
  expect((await check(number, code())).status).toBe(200)
  await call('POST', `/vouchers/${id}/key`, {})
  expect((await handOver(id)).message).toBe('Check the voucher again before you hand it over.')
})

test('R-3.01 the rewards to filter vouchers by have a title and a state, and drafts are not among them', async () => {
  manager = await createDesk(server, { role: 'manager' })
  const first = await createReward(server.deps, { title: 'Kopi tarik' })
  const copy = await createReward(server.deps, { title: 'Kopi tarik' })
  await manager.call('PUT', `/rewards/${first.id}/state`, { version: 2, state: 'ended' })
  const draft = await createReward(server.deps)
  await updateState(server.deps.db.pool, draft.id, 'draft')
  const { data } = await manager.call<{ data: { id: number }[] }>('GET', '/reward-choices')
  expect(data.filter(({ id }) => [first.id, copy.id, draft.id].includes(id))).toEqual([
    { id: copy.id, title: 'Kopi tarik', state: 'published' },
    { id: first.id, title: 'Kopi tarik', state: 'ended' },
  ])
})

test('R-3.01 R-3.06 a manager filters vouchers by their state, also before the job ends what is over', async () => {
  manager = await createDesk(server, { role: 'manager' })
  const claimant = await createClaimant(server.deps, 20)
  const member = vouchersOf(server, claimant)
  const claim = async (given: Parameters<typeof createReward>[1] = {}) =>
    (await member.claim(await createReward(server.deps, given))).data
  const [ready, used, returned, voided, recalled] = [
    await claim(),
    await claim(),
    await claim(),
    await claim(),
    await claim(),
  ]
  const expired = await claim({ valid_days: 1 })
  await member.handOver(used, manager)
  await member.giveBack(returned.id)
  const voiding = { state: 'ready', reason: 'Claimed by mistake.', stamps_back: true }
  await manager.call('POST', `/vouchers/${voided.id}/void`, voiding)
  await manager.call('POST', `/rewards/${recalled.reward_id}/recall`, { version: 2, reason: 'Closed' })
  server.travel(3 * DAY_MS)
  manager = await createDesk(server, { role: 'manager' })
  const found = async (state: string) => {
    const { data } = await manager.call<{ data: { id: number; state: string }[] }>(
      'GET',
      `/vouchers?member_id=${claimant.id}&state=${state}`,
    )
    for (const voucher of data) expect(voucher.state).toBe(state)
    const all = await manager.call<{ data: { id: number; state: string }[] }>('GET', `/vouchers?state=${state}`)
    for (const voucher of all.data) expect(voucher.state).toBe(state)
    const ids = data.map(({ id }) => id)
    expect(all.data.map(({ id }) => id).slice(0, ids.length)).toEqual(ids)
    return ids
  }
  expect(await found('ready')).toEqual([ready.id])
  expect(await found('used')).toEqual([used.id])
  expect(await found('returned')).toEqual([returned.id])
  expect(await found('expired')).toEqual([expired.id])
  expect(await found('voided')).toEqual([recalled.id, voided.id])
})

test('D-50 R-2.01 managers cannot check a voucher of their own account, and reviewers see none', async () => {
  const { number, code, claimant, id } = await opened()
  const { rows } = await server.deps.db.pool.query<{ email: string }>({
    text: 'SELECT email FROM users WHERE id = $1',
    values: [claimant.id],
  })
  const own = await createDesk(server, { role: 'manager', email: String(rows[0]?.email) })
  expect((await check(number, code(), own)).status).toBe(403)
  const reviewer = await createDesk(server)
  expect((await check(number, code(), reviewer)).status).toBe(403)
  expect((await reviewer.call('GET', `/vouchers/${id}`)).status).toBe(403)
})

test('R-3.03 R-3.06 a suspension freezes a voucher and ends its code, which the member opens again afterwards', async () => {
  const { id, number, code, claimant, call } = await opened()
  const suspended = await manager.call('POST', `/members/${claimant.id}/suspension`, { reason: 'A mix-up.' })
  expect(suspended.status).toBe(201)
  expect(await check(number, code())).toMatchObject({ status: 409, message: 'This voucher cannot be used now.' })
  expect((await call('GET', `/vouchers/${id}`)).status).toBe(403)
  expect((await manager.call('DELETE', `/members/${claimant.id}/suspension`)).status).toBe(200)
  expect((await check(number, code())).status).toBe(422)
  const again = vouchersOf(server, { ...claimant, headers: await createMemberSession(server.deps, claimant) })
  const { data } = await again.call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  expect((await check(number, voucherCode(data.key, server.deps.now().getTime()))).status).toBe(200)
})

test('D-66 R-8 metrics count claims, checks and hand-overs by their outcome', async () => {
  const { id, number, code } = await opened()
  const outcomes = async (counter: 'claims' | 'voucherChecks' | 'handOvers') => {
    const { values } = await server.deps.metrics[counter].get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
  }
  const [checks, handOvers] = [await outcomes('voucherChecks'), await outcomes('handOvers')]
  await check('00000000', code())
  await check(number, wrongCode(code))
  await check(number, code())
  await handOver(id)
  await handOver(id, await createDesk(server, { role: 'manager' }))
  const more = (before: Record<string, number>, after: Record<string, number>) =>
    Object.fromEntries(Object.entries(after).flatMap(([k, v]) => (v === before[k] ? [] : [[k, v - (before[k] ?? 0)]])))
  expect(more(checks, await outcomes('voucherChecks'))).toEqual({ unknown: 1, wrong_code: 1, ready: 1 })
  expect(more(handOvers, await outcomes('handOvers'))).toEqual({ used: 1, used_before: 1 })
  expect((await outcomes('claims')).claimed).toBeGreaterThan(0)
})
