import { randomUUID } from 'node:crypto'
import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import { afterEach, expect, test } from 'vitest'
import { suspend } from '../../../../tests/support/api/accounts.ts'
import { counterCode, voucherCode, wrongCode } from '../../../../tests/support/api/codes.ts'
import {
  counterOf as connectPhone,
  keepWorking,
  minuteOf,
  openVoucher,
  type WorkingPhone,
} from '../../../../tests/support/api/counter-vouchers.ts'
import {
  connectCounter,
  createCashier,
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
} from '../../../../tests/support/api/counters.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { startWorkOn } from '../../counters/phones/phones.store.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'

const server = serverForTests()
afterEach(async () => expect(await findLedgerErrors(server.deps.db.pool)).toEqual([]))

const counterOf = (phone: Pick<WorkingPhone, 'headers'>) => connectPhone(server, phone)
const opened = (given: { phone?: WorkingPhone } = {}) => openVoucher(server, given)

test('R-4.03 a cashier checks number and code, sees only the reward and a first name, and hands it over', async () => {
  const { phone, counter, id, number, code, member, claimant } = await opened()
  const checked = await counter.check(number, code())
  expect(checked.status).toBe(200)
  expect(checked.data).toEqual({
    id,
    title: 'Kopi O',
    conditions: 'One hot cup. Not together with other offers.',
    name: 'Aina',
  })
  expect((await member.show(id)).data.state).toBe('ready')
  const handedOver = await counter.handOver(id)
  expect(handedOver).toMatchObject({
    status: 200,
    data: {
      id,
      number,
      title: 'Kopi O',
      name: 'Aina',
      cashier: 'Aminah',
      phone: 'Till 1',
      take_back_until: expect.any(String),
    },
  })
  expect((await member.show(id)).data.state).toBe('used')
  expect(await counter.today()).toEqual([handedOver.data])
  expect(JSON.stringify([checked, handedOver])).not.toContain(claimant.email)
  const { rows } = await server.deps.db.pool.query({
    text: "SELECT way, phone_id, cashier_id, operator_id FROM voucher_events WHERE voucher_id = $1 AND kind = 'used'",
    values: [id],
  })
  expect(rows).toEqual([{ way: 'counter', phone_id: phone.id, cashier_id: phone.cashier.id, operator_id: null }])
})

test('R-4.03 a repeat of the same phone gets the first answer; others read when and by whom it was used', async () => {
  const { counter, id, number, code, phone } = await opened()
  await counter.check(number, code())
  const key = randomUUID()
  const first = await counter.handOver(id, key)
  expect(await counter.handOver(id, key)).toEqual(first)
  const other = await createPhone(server.deps, { owner: phone.owner })
  const devi = await createCashier(server.deps, phone, 'Devi')
  await startWorkOn(server.deps.db.pool, { id: other.id, cashierId: devi.id, now: server.deps.now() })
  const second = counterOf(other)
  for (const answer of [await second.check(number, code()), await second.handOver(id)])
    expect(answer).toMatchObject({ status: 409, message: expect.stringMatching(/^Used at \d\d:\d\d by Aminah\.$/) })
  expect((await second.handOver(id, key)).status).toBe(409)
})

test('R-4.03 a repeat after midnight gets the first answer', async () => {
  const { counter, id, number, code, phone } = await opened()
  await counter.check(number, code())
  const key = randomUUID()
  const first = await counter.handOver(id, key)
  const DAY_MS = 86_400_000
  const sinceMidnight = (server.deps.now().getTime() + 8 * 3_600_000) % DAY_MS
  server.travel(DAY_MS - sinceMidnight)
  await keepWorking(server, phone)
  expect(await counter.today()).toEqual([])
  expect(await counter.handOver(id, key)).toEqual(first)
})

test('R-4.03 of two phones with one voucher at the same moment, one hands it over', async () => {
  const { counter, id, number, code, phone } = await opened()
  const other = await createPhone(server.deps, { owner: phone.owner })
  await startWorkOn(server.deps.db.pool, { id: other.id, cashierId: phone.cashier.id, now: server.deps.now() })
  const counters = [counter, counterOf(other)]
  await counter.check(number, code())
  await counterOf(other).check(number, code())
  const answers = await Promise.all([...counters, ...counters].map(({ handOver }) => handOver(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('R-4.03 an unknown, foreign, expired, returned or frozen voucher gets one clear sentence each', async () => {
  const phone = await createWorkingPhone(server.deps)
  const counter = counterOf(phone)
  const elsewhere = await opened()
  expect(await counter.check('00000000', '0000')).toMatchObject({
    status: 422,
    message: 'There is no voucher with this number.',
  })
  const foreign = await counter.check(elsewhere.number, elsewhere.code())
  expect([foreign.status, foreign.message]).toEqual([422, 'This voucher is for another shop.'])
  expect(JSON.stringify(foreign)).not.toContain('Kopi')
  const desk = vouchersOf(server, elsewhere.claimant)
  const ofDesk = (await desk.claim(await createReward(server.deps, { merchant_id: null }))).data
  expect((await counter.check(ofDesk.number, '0000')).message).toBe('This voucher is for another shop.')
  const returned = await opened({ phone })
  await returned.member.giveBack(returned.id)
  expect(await counter.check(returned.number, '0000')).toMatchObject({
    status: 409,
    message: 'The member gave this voucher back.',
  })
  const frozen = await opened({ phone })
  await suspend(server.deps, frozen.claimant.id)
  expect((await counter.check(frozen.number, frozen.code())).message).toBe('This voucher cannot be used now.')
  const wrong = await opened({ phone })
  expect(await counter.check(wrong.number, wrongCode(wrong.code))).toMatchObject({
    status: 422,
    message: 'This code is not valid now. Type the one that the phone shows at this moment.',
  })
  const expired = await opened({ phone })
  server.travel(15 * 86_400_000)
  await startWorkOn(server.deps.db.pool, { id: phone.id, cashierId: phone.cashier.id, now: server.deps.now() })
  expect((await counter.check(expired.number, '0000')).message).toBe('This voucher has expired.')
})

test('R-4.03 a counter cannot hand over what it has not checked, nor a voucher of another merchant', async () => {
  const { counter, id } = await opened()
  expect(await counter.handOver(id)).toMatchObject({ status: 409, code: 'not_checked' })
  const stranger = counterOf(await createWorkingPhone(server.deps))
  expect((await stranger.handOver(id)).status).toBe(404)
  expect((await stranger.takeBack(id)).status).toBe(404)
  expect((await counter.call('POST', `/vouchers/${id}/hand-over`, {})).status).toBe(422)
})

test('R-4.04 the phone takes back within 60 seconds, another phone never', async () => {
  const { counter, id, number, code, member, phone } = await opened()
  await counter.check(number, code())
  await counter.handOver(id)
  const other = await createPhone(server.deps, { owner: phone.owner })
  await startWorkOn(server.deps.db.pool, { id: other.id, cashierId: phone.cashier.id, now: server.deps.now() })
  expect((await counterOf(other).takeBack(id)).status).toBe(409)
  server.travel(60_000)
  expect(await counter.takeBack(id)).toMatchObject({ status: 200, message: 'Taken back. The voucher is ready again.' })
  expect((await member.show(id)).data.state).toBe('ready')
  const [first] = await counter.today()
  expect(first).toMatchObject({ id, take_back_until: null })
  const takenBackAfter = Date.parse(first?.taken_back_at ?? '') - Date.parse(first?.at ?? '')
  expect(takenBackAfter).toBeGreaterThanOrEqual(60_000)
  await member.call('POST', `/vouchers/${id}/key`, {})
  const again = await member.call<{ data: { key: string } }>('POST', `/vouchers/${id}/key`, {})
  await counter.check(number, voucherCode(again.data.key, server.deps.now().getTime()))
  await counter.handOver(id)
  expect((await counter.today()).map((row) => row.taken_back_at)).toEqual([null, first?.taken_back_at])
  server.travel(60_001)
  expect((await counter.takeBack(id)).status).toBe(409)
})

test('R-4.01 an owner sees the hand-overs of the own merchants, and of no other', async () => {
  const { deps } = server
  const { counter, id, number, code, phone } = await opened()
  await counter.check(number, code())
  await counter.handOver(id)
  const owner = connectCounter(server, { headers: await createOwnerSession(deps, phone.owner) })
  const path = `/owner/merchants/${phone.merchantId}/hand-overs`
  expect((await owner<HandOverRow[]>('GET', path)).data).toMatchObject([
    { id, number, cashier: 'Aminah', phone: 'Till 1', way: 'counter', take_back_until: null },
  ])
  expect((await owner<HandOverRow[]>('GET', `${path}?page=2`)).data).toEqual([])
  const stranger = connectCounter(server, { headers: await createOwnerSession(deps, await createOwner(deps)) })
  expect((await stranger('GET', path)).status).toBe(404)
  await counter.takeBack(id)
  const [row] = await counter.today()
  expect((await owner<HandOverRow[]>('GET', path)).data).toEqual([{ ...row, take_back_until: null }])
  expect(row?.taken_back_at).toEqual(expect.any(String))
})

test('R-4.07 a counter refuses the vouchers of the merchant’s own people', async () => {
  const { pool } = server.deps.db
  const [cashiers, owners] = [await opened(), await opened()]
  await pool.query({
    text: 'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    values: [cashiers.phone.merchantId, cashiers.claimant.id],
  })
  await pool.query({
    text: 'UPDATE owners SET email_key = (SELECT email_key FROM users WHERE id = $2) WHERE id = $1',
    values: [owners.phone.owner.id, owners.claimant.id],
  })
  for (const { counter, number, code } of [cashiers, owners])
    expect(await counter.check(number, code())).toMatchObject({
      status: 403,
      message: 'This voucher belongs to someone who works here. The office can hand it over.',
    })
})

test('R-4.02 without a cashier a phone confirms nothing', async () => {
  const { id, number, code, phone } = await opened()
  const idle = counterOf(await createPhone(server.deps, { owner: phone.owner }))
  for (const answer of [await idle.check(number, code()), await idle.handOver(id), await idle.takeBack(id)])
    expect(answer).toMatchObject({ status: 403, code: 'pin_needed', message: 'Please enter your PIN.' })
})

const typeCode = ({ member, id }: Pick<Awaited<ReturnType<typeof opened>>, 'member' | 'id'>, code: string) =>
  member.call('POST', `/vouchers/${id}/counter-code`, { code })

test('R-4.05 a member types the code of a counter without a network, once, and the counter sees it later', async () => {
  const voucher = await opened()
  const { phone, counter, number, member, id } = voucher
  const now = server.deps.now()
  const code = counterCode(phone, number, now)
  expect(await typeCode(voucher, code)).toMatchObject({ status: 200, data: { id, state: 'used' } })
  expect((await typeCode(voucher, code)).status).toBe(409)
  expect(await counter.today()).toMatchObject([{ id, cashier: null, phone: 'Till 1', name: 'Aina' }])
  expect((await counter.check(number, voucher.code())).message).toMatch(/^Used at \d\d:\d\d by Till 1\.$/)
  expect((await counter.takeBack(id)).status).toBe(200)
  expect(await typeCode(voucher, code)).toMatchObject({
    status: 422,
    errors: { code: ['This code is not valid now. Type the one that the counter shows at this moment.'] },
  })
  server.travel(30_000)
  expect((await typeCode(voucher, counterCode(phone, number, server.deps.now()))).status).toBe(200)
  expect((await member.show(id)).data.state).toBe('used')
})

test('R-4.05 a code is for one voucher, one counter and its time, and five wrong ones stop the member for ten minutes', async () => {
  const voucher = await opened()
  const { phone, number } = voucher
  const stranger = await createWorkingPhone(server.deps)
  const now = server.deps.now()
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const wrong = [
    counterCode(stranger, number, now),
    counterCode(phone, '00000000', now),
    counterCode(phone, number, later(-90)),
    counterCode(phone, number, later(90)),
    '000000',
  ]
  for (const code of wrong) expect((await typeCode(voucher, code)).status).toBe(422)
  expect((await typeCode(voucher, counterCode(phone, number, now))).status).toBe(429)
  const other = await opened({ phone })
  expect((await typeCode(other, counterCode(phone, other.number, now))).status).toBe(200)
  server.travel(10 * 60_000)
  expect((await typeCode(voucher, counterCode(phone, number, server.deps.now()))).status).toBe(200)
})

test('R-4.05 no code counts of a removed phone, for another member’s voucher or for the merchant’s own people', async () => {
  const [removed, foreign, staff] = [await opened(), await opened(), await opened()]
  const codeOf = ({ phone, number }: typeof removed) => counterCode(phone, number, server.deps.now())
  const manager = await createDesk(server, { role: 'manager' })
  const code = codeOf(removed)
  await manager.call('DELETE', `/phones/${removed.phone.id}`)
  expect((await typeCode(removed, code)).status).toBe(422)
  expect((await typeCode({ member: removed.member, id: foreign.id }, codeOf(foreign))).status).toBe(404)
  await server.deps.db.pool.query({
    text: 'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    values: [staff.phone.merchantId, staff.claimant.id],
  })
  expect((await typeCode(staff, codeOf(staff))).status).toBe(403)
})

function lateOf({ counter, number }: Pick<Awaited<ReturnType<typeof opened>>, 'counter' | 'number'>) {
  return (code: string, noted_at: string, key: string = randomUUID()) =>
    counter.call<undefined>('POST', '/late-hand-overs', { number, code, noted_at }, { 'idempotency-key': key })
}

test('R-4.06 a hand-over that was noted without a network is entered within 24 hours, if the code fits the time', async () => {
  const voucher = await opened()
  const { code, phone, member, id } = voucher
  const [noted, shown] = [server.deps.now(), code()]
  const enter = lateOf(voucher)
  server.travel(3 * 3_600_000)
  const { cashier } = phone
  await startWorkOn(server.deps.db.pool, { id: phone.id, cashierId: cashier.id, now: server.deps.now() })
  const wrongTime = new Date(noted.getTime() - 5 * 60_000)
  expect(await enter(shown, minuteOf(wrongTime))).toMatchObject({
    status: 422,
    errors: { code: ['This code does not fit this voucher and this time.'] },
  })
  const key = randomUUID()
  const entered = { status: 201, message: 'Entered. The voucher is used.', is_waiting: false }
  expect(await enter(shown, minuteOf(noted), key)).toMatchObject(entered)
  expect(await enter(shown, minuteOf(noted), key)).toMatchObject(entered)
  const { state, ended_at } = (await member.show(id)).data
  expect([state, ended_at]).toEqual(['used', minuteOf(noted)])
  expect(await voucher.counter.today()).toMatchObject([{ id, cashier: 'Aminah' }])
})

test('R-4.06 a time in the future or more than 24 hours ago is refused', async () => {
  const voucher = await opened()
  const [noted, shown] = [server.deps.now(), voucher.code()]
  const enter = lateOf(voucher)
  const message = 'Enter the time that was noted, within the last 24 hours.'
  const later = new Date(noted.getTime() + 5 * 60_000)
  expect(await enter(shown, minuteOf(later))).toMatchObject({ status: 422, errors: { noted_at: [message] } })
  server.travel(24 * 3_600_000 + 60_000)
  const { id, cashier } = voucher.phone
  await startWorkOn(server.deps.db.pool, { id, cashierId: cashier.id, now: server.deps.now() })
  expect(await enter(shown, minuteOf(noted))).toMatchObject({ status: 422, errors: { noted_at: [message] } })
})

test('R-4.06 a voucher that is no longer ready goes before a manager, and neither it nor the stamps change', async () => {
  const voucher = await opened()
  const { member, id, code } = voucher
  const [noted, shown] = [server.deps.now(), code()]
  await member.giveBack(id)
  const before = await member.wallet()
  const key = randomUUID()
  const waiting = {
    status: 201,
    message: 'Entered. The voucher is no longer ready, so the office decides whether you are paid for it.',
    is_waiting: true,
  }
  const enter = lateOf(voucher)
  expect(await enter(shown, minuteOf(noted), key)).toMatchObject(waiting)
  expect(await enter(shown, minuteOf(noted), key)).toMatchObject(waiting)
  expect(await enter(shown, minuteOf(noted))).toMatchObject(waiting)
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT voucher_state FROM late_hand_overs WHERE voucher_id = $1',
    values: [id],
  })
  expect(rows).toEqual([{ voucher_state: 'returned' }])
  expect([(await member.show(id)).data.state, await member.wallet()]).toEqual(['returned', before])
})

test('R-4.02 a counter sees the first name of a member, and no title or initial in its place', async () => {
  const { counter, claimant, number, code } = await opened()
  const firstNames: Record<string, string> = {
    'Aina Rahman': 'Aina',
    'Dr. Ong Siew Ling': 'Ong',
    'S. Kavitha': 'Kavitha',
    'Prof. Dr. Zoë': 'Zoë',
    'Dr.': 'Dr.',
  }
  for (const [name, first] of Object.entries(firstNames)) {
    await server.deps.db.pool.query({ text: 'UPDATE users SET name = $2 WHERE id = $1', values: [claimant.id, name] })
    expect((await counter.check(number, code())).data).toMatchObject({ name: first })
  }
})
