import { randomUUID } from 'node:crypto'
import type { HandOverRow } from '@stampus/contract/counter/handOvers'
import { expect, test } from 'vitest'
import { suspend } from '../../../../tests/support/api/accounts.ts'
import { counterCode, wrongCode } from '../../../../tests/support/api/codes.ts'
import {
  counterOf,
  createSecondPhone,
  keepWorking,
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
import { createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { startWorkOn } from '../../counters/phones/phones.store.ts'
import { firstNameOf } from './hand-overs.service.ts'

const HOUR = 3_600_000
const CODE_IS_WRONG = 'This code is not valid now. Type the one that the phone shows at this moment.'

const server = serverForTests()
checkedLedger(server)

const opened = (given: { phone?: WorkingPhone } = {}) => openVoucher(server, given)
/** A voucher that was just handed over at the counter. */
async function used() {
  const voucher = await opened()
  await voucher.counter.check(voucher.number, voucher.code())
  await voucher.counter.handOver(voucher.id)
  return voucher
}

test('R-4.03 a cashier checks number and code, sees only the reward and a first name, and hands it over', async () => {
  const { phone, counter, id, number, code, member, claimant } = await opened()
  const checked = await counter.check(number, code())
  const conditions = 'One hot cup. Not together with other offers.'
  expect(checked).toEqual({ status: 200, data: { id, title: 'Kopi O', conditions, name: 'Aina' } })
  expect((await member.show(id)).data.state).toBe('ready')
  const handedOver = await counter.handOver(id)
  const by = { cashier: 'Aminah', phone: 'Till 1', take_back_until: expect.any(String) }
  expect(handedOver).toMatchObject({ status: 200, data: { id, number, title: 'Kopi O', name: 'Aina', ...by } })
  expect((await member.show(id)).data.state).toBe('used')
  expect(await counter.today()).toEqual([handedOver.data])
  expect(JSON.stringify([checked, handedOver])).not.toContain(claimant.email)
  const { rows } = await server.sql(
    "SELECT way, phone_id, cashier_id, operator_id FROM voucher_events WHERE voucher_id = $1 AND kind = 'used'",
    [id],
  )
  expect(rows).toEqual([{ way: 'counter', phone_id: phone.id, cashier_id: phone.cashier.id, operator_id: null }])
})

test('R-4.03 a repeat of the same phone gets the first answer, also after midnight; others read when and by whom it was used', async () => {
  const { counter, id, number, code, phone } = await opened()
  await counter.check(number, code())
  const key = randomUUID()
  const first = await counter.handOver(id, key)
  expect(await counter.handOver(id, key)).toEqual(first)
  const other = await createPhone(server.deps, { owner: phone.owner })
  const devi = await createCashier(server.deps, phone, 'Devi')
  await startWorkOn(server.deps.db.pool, { id: other.id, cashierId: devi.id, now: server.deps.now() })
  const second = counterOf(server, other)
  for (const answer of [await second.check(number, code()), await second.handOver(id)])
    expect(answer).toMatchObject({ status: 409, message: expect.stringMatching(/^Used at \d\d:\d\d by Aminah\.$/) })
  expect((await second.handOver(id, key)).status).toBe(409)
  server.travel(24 * HOUR - ((server.deps.now().getTime() + 8 * HOUR) % (24 * HOUR)))
  await keepWorking(server, phone)
  expect(await counter.today()).toEqual([])
  expect(await counter.handOver(id, key)).toEqual(first)
})

test('R-4.03 R-3.01 an unknown, foreign, expired, recalled, returned or frozen voucher gets one clear sentence each', async () => {
  const phone = await createWorkingPhone(server.deps)
  const counter = counterOf(server, phone)
  const elsewhere = await opened()
  const own = () => opened({ phone })
  const [returned, frozen, wrong, expired, recalled] = await Promise.all([own(), own(), own(), own(), own()])
  const ofDesk = await elsewhere.member.claimNew({ merchant_id: null })
  await returned.member.giveBack(returned.id)
  await suspend(server.deps, frozen.claimant.id)
  const desk = await createVoucherDesk(server)
  await desk.recall((await recalled.member.show(recalled.id)).data.reward_id)
  for (const [{ number }, code, status, message] of [
    [{ number: '00000000' }, '0000', 422, 'There is no voucher with this number.'],
    [elsewhere, elsewhere.code(), 422, 'This voucher is for another shop.'],
    [ofDesk, '0000', 422, 'This voucher is for another shop.'],
    [returned, '0000', 409, 'The member gave this voucher back.'],
    [recalled, '0000', 409, 'This voucher was cancelled.'],
    [frozen, frozen.code(), 409, 'This voucher cannot be used now.'],
    [wrong, wrongCode(wrong.code), 422, CODE_IS_WRONG],
  ] as const) {
    const answer = await counter.check(number, code)
    expect(answer).toMatchObject({ status, message })
    expect(JSON.stringify(answer)).not.toContain('Kopi')
  }
  server.travel(15 * 24 * HOUR)
  await keepWorking(server, phone)
  expect((await counter.check(expired.number, '0000')).message).toBe('This voucher has expired.')
})

test('R-4.03 R-4.02 a counter cannot hand over what it has not checked, nor a voucher of another merchant, nor anything without a cashier', async () => {
  const { counter, id, phone } = await opened()
  const idle = counterOf(server, await createPhone(server.deps, { owner: phone.owner }))
  const pin = { status: 403, code: 'pin_needed', message: 'Please enter your PIN.' }
  expect(await idle.handOver(id)).toMatchObject(pin)
  expect(await counter.handOver(id)).toMatchObject({ status: 409, code: 'not_checked' })
  const stranger = counterOf(server, await createWorkingPhone(server.deps))
  for (const answer of [await stranger.handOver(id), await stranger.takeBack(id)]) expect(answer.status).toBe(404)
  expect((await counter.call('POST', `/vouchers/${id}/hand-over`, {}, { 'idempotency-key': '' })).status).toBe(422)
})

test('R-4.04 R-3.01 the phone takes back within 60 seconds, once, another phone never, and the voucher has to be opened and checked again', async () => {
  const { counter, id, number, code, member, phone } = await used()
  expect((await counterOf(server, await createSecondPhone(server, phone)).takeBack(id)).status).toBe(409)
  server.travel(60_000)
  expect(await counter.takeBack(id)).toMatchObject({ status: 200, message: 'Taken back. The voucher is ready again.' })
  expect((await member.show(id)).data).toMatchObject({ state: 'ready', ended_at: null })
  for (const answer of [await counter.takeBack(id), await counter.handOver(id)]) expect(answer.status).toBe(409)
  expect((await counter.check(number, code())).status).toBe(422)
  const [first] = await counter.today()
  expect(first).toMatchObject({ id, take_back_until: null })
  expect(Date.parse(first?.taken_back_at ?? '') - Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(60_000)
  await counter.check(number, (await member.open(id))())
  await counter.handOver(id)
  expect((await counter.today()).map((row) => row.taken_back_at)).toEqual([null, first?.taken_back_at])
  server.travel(60_001)
  expect(await counter.takeBack(id)).toMatchObject({
    status: 409,
    message: 'A hand-over can be taken back for one minute, by the person who confirmed it.',
  })
})

test('R-4.01 an owner sees the hand-overs of the own merchants, and of no other', async () => {
  const { counter, id, number, phone } = await used()
  const callAs = async (owner: { id: number }) =>
    connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })
  const [owner, stranger] = [await callAs(phone.owner), await callAs(await createOwner(server.deps))]
  const path = `/owner/merchants/${phone.merchantId}/hand-overs`
  const row = { id, number, cashier: 'Aminah', phone: 'Till 1', way: 'counter', take_back_until: null }
  expect((await owner<HandOverRow[]>('GET', path)).data).toMatchObject([row])
  expect((await owner<HandOverRow[]>('GET', `${path}?page=2`)).data).toEqual([])
  expect((await stranger('GET', path)).status).toBe(404)
  await counter.takeBack(id)
  const [takenBack] = await counter.today()
  expect(takenBack?.taken_back_at).toEqual(expect.any(String))
  expect((await owner<HandOverRow[]>('GET', path)).data).toEqual([{ ...takenBack, take_back_until: null }])
})

test('R-4.07 R-4.05 R-4.06 a counter refuses the vouchers of the merchant’s own people, also those typed or entered late', async () => {
  const [staff, owners] = [await opened(), await opened()]
  const { phone, counter, claimant, member, id, number, code } = staff
  await server.sql(
    'INSERT INTO merchant_people (merchant_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    [phone.merchantId, claimant.id],
  )
  await server.sql('UPDATE staff SET email_key = (SELECT email_key FROM users WHERE id = $2) WHERE id = $1', [
    owners.phone.owner.id,
    owners.claimant.id,
  ])
  const message = 'This voucher belongs to someone who works here. The office can hand it over.'
  const entry = { number, code: code(), noted_at: server.deps.now().toISOString() }
  const typed = { code: counterCode(phone, number, server.deps.now()) }
  for (const answer of [
    await counter.check(number, code()),
    await owners.counter.check(owners.number, owners.code()),
    await counter.late(entry),
    await member.call('POST', `/vouchers/${id}/counter-code`, typed),
  ])
    expect(answer).toMatchObject({ status: 403, message })
})

test.each([
  ['Aina Rahman', 'Aina'],
  ['Dr. Ong Siew Ling', 'Ong'],
  ['S. Kavitha', 'Kavitha'],
  ['Prof. Dr. Zoë', 'Zoë'],
  ['Dr.', 'Dr.'],
  ['Nur\u00a0Aisyah binti Ali', 'Nur'],
  ['\u3000Mei\u2003Fong Tan', 'Mei'],
])('R-4.02 R-3.02 of the name %s a counter sees %s, no title or initial, whatever its spaces', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
