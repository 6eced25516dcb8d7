import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { Secret } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { createMemberSession, giveStamps } from '../../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { STEPS, voucherCode, wrongCode } from '../../../../tests/support/api/codes.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { connectDesk } from '../../../../tests/support/api/desk.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import {
  type createReward,
  createVoucherDesk,
  voucherCallsOf,
  vouchersOf,
} from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { isCurrentVoucherCode } from './hand-overs.service.ts'

const DAY_MS = 86_400_000
const CHECK_AGAIN = 'Check the voucher again before you hand it over.'
const USED = /^Used at \d\d:\d\d by Tan Mei Fong\.$/

const server = serverForTests()
const people = actorsOf(server)
checkedLedger(server)

const createManager = () => createVoucherDesk(server)
let manager: Awaited<ReturnType<typeof createManager>>
beforeAll(async () => {
  manager = await createManager()
})

/** A member with three stamps left who has opened a voucher for two on a phone. */
async function opened(reward: Parameters<typeof createReward>[1] = {}) {
  const member = await people.member({ stamps: 5 })
  const { id, number } = await member.claimNew(reward)
  return { member, id, number, code: await member.open(id) }
}

test('R-3.01 R-3.02 R-3.03 D-66 R-8 a manager checks number and code and hands the voucher over, which metrics count', async () => {
  const { member, id, number, code } = await opened()
  const outcomes = async (counter: 'claims' | 'voucherChecks' | 'handOvers') => {
    const { values } = await server.deps.metrics[counter].get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
  }
  expect(await outcomes('claims')).toEqual({ claimed: 1 })
  expect((await manager.handOver(id)).message).toBe(CHECK_AGAIN)
  expect((await manager.check('00000000', code())).status).toBe(422)
  expect((await manager.check(number, wrongCode(code))).status).toBe(422)
  const { status, data } = await manager.check(number, code())
  expect(status).toBe(200)
  expect(data).toMatchObject({ id, title: 'Kopi O', conditions: 'One hot cup. Not together with other offers.' })
  expect((await member.show(id)).data.state).toBe('ready')
  expect((await manager.handOver(id)).data).toMatchObject({ id, state: 'used', member: { id: member.id } })
  expect((await member.show(id)).data).toMatchObject({
    state: 'used',
    stamps_back: false,
    ended_at: expect.any(String),
  })
  const other = await createManager()
  expect((await other.check(number, code())).message).toMatch(USED)
  expect(await other.handOver(id)).toMatchObject({ status: 409, code: 'used_before' })
  expect(await outcomes('voucherChecks')).toEqual({ unknown: 1, wrong_code: 1, ready: 1, used_before: 1 })
  expect(await outcomes('handOvers')).toEqual({ not_checked: 1, used: 1, used_before: 1 })
})

test('R-3.01 a repeated request gets the voucher as it is now, and its id makes no other hand-over, also at the same moment', async () => {
  const { id, number, code } = await opened()
  const request = randomUUID()
  await manager.check(number, code())
  const used = { status: 200, data: { id, state: 'used' } }
  expect(await manager.handOver(id, request)).toMatchObject(used)
  server.travel(60_001)
  expect(await manager.handOver(id, request)).toMatchObject(used)
  const reused = { status: 409, message: texts.keyReused }
  expect(await (await createManager()).handOver(id, request)).toMatchObject(reused)
  expect((await manager.call<{ status: number }>('POST', `/vouchers/${id}/hand-over`, {})).status).toBe(422)

  const second = await opened()
  await manager.check(second.number, second.code())
  expect(await manager.handOver(second.id, request)).toMatchObject(reused)
  const [taken, next] = [randomUUID(), randomUUID()]
  expect((await manager.handOver(second.id, taken)).status).toBe(200)
  expect((await manager.takeBack(second.id)).data.state).toBe('ready')
  expect(await manager.handOver(second.id, taken)).toMatchObject({ status: 200, data: { state: 'ready' } })
  expect((await second.member.show(second.id)).data.state).toBe('ready')
  // The repeat of a hand-over that was taken back is not taken for the next one.
  await manager.check(second.number, (await second.member.open(second.id))())
  expect((await manager.handOver(second.id, next)).status).toBe(200)
  expect(await manager.handOver(second.id, taken)).toMatchObject({ status: 409, code: 'used_before' })
  expect((await manager.handOver(second.id, next)).status).toBe(200)

  const both = [await opened(), await opened()]
  const shared = randomUUID()
  for (const each of both) await manager.check(each.number, each.code())
  const answers = await Promise.all(both.map((each) => manager.handOver(each.id, shared)))
  expect(answers.toSorted((one, other) => one.status - other.status)).toMatchObject([{ status: 200 }, reused])
})

test('R-3.01 simultaneous confirmations on two devices of one operator use a voucher once', async () => {
  const { id, number, code } = await opened()
  const devices = [manager, voucherCallsOf(await connectDesk(server, manager))]
  for (const { check } of devices) await check(number, code())
  const answers = await Promise.all([1, 2, 3, 4, 5].flatMap(() => devices.map(({ handOver }) => handOver(id))))
  expect(answers.filter(({ status }) => status === 200).map(({ data }) => data.id)).toEqual([id])
  const refused = { status: 409, code: 'used_before', message: expect.stringMatching(USED) }
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject(Array(9).fill(refused))
})

test('R-3.03 a code is good one step before and after its time, and a minute later worthless', () => {
  const [key, at] = [Buffer.alloc(20, 7), new Date('2026-11-21T10:02:15Z')]
  const codes = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) =>
    voucherCode(new Secret({ buffer: new Uint8Array(key).buffer }).base32, at.getTime() + ms),
  )
  expect(new Set(codes).size).toBe(5)
  expect(codes.map((code) => isCurrentVoucherCode(key, code, at))).toEqual([false, true, true, true, false])
})

test('R-3.03 a code and a check end when the voucher is opened elsewhere, at a sign-out, and from the moment the session of the phone expires', async () => {
  const { member, id, number, code } = await opened()
  expect((await manager.check(number, code())).status).toBe(200)
  const before = code()
  const other = vouchersOf(server, { headers: await createMemberSession(server.deps, member) })
  let present: typeof code
  do present = await other.open(id)
  while (STEPS.some((ms) => present(ms) === before))
  const wrong = { code: ['This code is not valid now. Type the one that the phone shows at this moment.'] }
  expect((await manager.handOver(id)).message).toBe(CHECK_AGAIN)
  expect((await manager.check(number, before)).errors).toEqual(wrong)
  const [left, expired] = [await opened(), await opened({ valid_days: 60 })]
  expect((await left.member.call('POST', '/logout', {})).status).toBe(200)
  expect((await manager.check(left.number, left.code())).errors).toEqual(wrong)
  server.travel(30 * DAY_MS - 30_000)
  manager = await createManager()
  expect((await manager.check(expired.number, expired.code())).status).toBe(200)
  server.travel(31_000)
  expect((await manager.handOver(expired.id)).message).toBe(CHECK_AGAIN)
  expect((await manager.check(expired.number, expired.code())).errors).toEqual(wrong)
})

test('R-3.03 R-8 after 30 wrong codes or unknown numbers within an hour an operator has to wait, and a voucher is checked by nobody', async () => {
  const [right, wrong, over] = [await opened(), await opened(), await opened()]
  await over.member.giveBack(over.id)
  const [guesser, second] = [await createManager(), await createManager()]
  await fillLimit(server, `voucher-tries:${guesser.id}`, 28)
  await fillLimit(server, `voucher-number-tries:${wrong.id}`, 29)
  // Right codes and vouchers that cannot be used do not count.
  for (let times = 0; times < 3; times += 1) {
    expect((await guesser.check(right.number, right.code())).status).toBe(200)
    expect((await guesser.check(over.number, over.code())).status).toBe(409)
  }
  expect((await guesser.check('00000000', '0000')).errors).toHaveProperty('number')
  expect((await guesser.check(wrong.number, wrongCode(wrong.code))).errors).toHaveProperty('code')
  expect((await guesser.check(right.number, right.code())).status).toBe(429)
  for (let times = 0; times < 31; times += 1) expect((await second.check(wrong.number, wrong.code())).status).toBe(429)
  expect((await second.check(right.number, right.code())).status).toBe(200)
  server.travel(3_600_001)
  manager = await createManager()
  expect((await manager.check(wrong.number, wrong.code())).status).toBe(200)
})

test('R-3.01 R-3.06 R-5.02 a hand-over stays when the account was deleted or its balance fell below zero meanwhile', async () => {
  for (const change of [
    (member: Parameters<typeof deleteOwnAccount>[1]) => deleteOwnAccount(server, member),
    ({ id }: { id: number }) => giveStamps(server.deps, id, -4),
  ]) {
    const { member, id, number } = await opened()
    await member.handOver({ id, number }, manager)
    await change(member)
    const stays = { status: 409, message: expect.stringContaining('so this hand-over stays') }
    expect(await manager.takeBack(id)).toMatchObject(stays)
  }
})

test('D-50 R-2.01 managers cannot check a voucher of their own account', async () => {
  const { member, number, code } = await opened()
  const own = await createVoucherDesk(server, { email: member.email })
  expect((await own.check(number, code())).status).toBe(403)
})

test('R-3.03 R-3.06 a suspension freezes a voucher and ends its code, which the member opens again afterwards', async () => {
  const { member, id, number, code } = await opened()
  const path = `/members/${member.id}/suspension`
  expect((await manager.call('POST', path, { reason: 'A mix-up.' })).status).toBe(201)
  expect([(await manager.check(number, code())).status, (await member.show(id)).status]).toEqual([409, 403])
  expect((await manager.call('DELETE', path)).status).toBe(200)
  expect((await manager.check(number, code())).status).toBe(422)
  const again = vouchersOf(server, { headers: await createMemberSession(server.deps, member) })
  expect((await manager.check(number, (await again.open(id))())).status).toBe(200)
})
