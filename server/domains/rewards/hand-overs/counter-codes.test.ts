import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { counterCode, proofCode, wrongCode } from '../../../../tests/support/api/codes.ts'
import {
  counterOf,
  createSecondPhone,
  keepWorking,
  minuteOf,
  type OpenedVoucher,
  openVoucher,
} from '../../../../tests/support/api/counter-vouchers.ts'
import {
  connectCounter,
  createCashier,
  createPhone,
  createWorkingPhone,
  PIN,
} from '../../../../tests/support/api/counters.ts'
import { createVoucherDesk } from '../../../../tests/support/api/rewards.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const server = serverForTests()
checkedLedger(server)

type Typed = { status: number; errors?: object; data: { state: string; proof_key: string } }
const typeCode = ({ member, id }: Pick<OpenedVoucher, 'member' | 'id'>, code: string) =>
  member.call<Typed>('POST', `/vouchers/${id}/counter-code`, { code })
/** The code that the counter of a voucher shows for it, now or so many seconds later. */
const counterCodeOf = ({ phone, number }: Pick<OpenedVoucher, 'phone' | 'number'>, seconds = 0) =>
  counterCode(phone, number, new Date(server.deps.now().getTime() + seconds * 1000))

test('R-8 a counter has 30 tries an hour for all its phones, also at the same moment, and right codes use none of them up', async () => {
  const { number, code, phone, counter } = await openVoucher(server)
  const second = counterOf(server, await createSecondPhone(server, phone))
  const right = await Promise.all(Array.from({ length: 40 }, () => counter.check(number, code())))
  expect(right.map(({ status }) => status)).toEqual(Array(40).fill(200))
  const guesses = Array.from({ length: 50 }, (_, at) =>
    (at % 2 === 0 ? counter : second).check(at % 3 === 0 ? '00000000' : number, wrongCode(code)),
  )
  expect((await Promise.all(guesses)).filter(({ status }) => status === 422)).toHaveLength(30)
  for (const phoneOf of [counter, second]) expect((await phoneOf.check(number, code())).status).toBe(429)
  server.travel(HOUR - 1000)
  await keepWorking(server, phone)
  expect((await counter.check(number, code())).status).toBe(429)
  server.travel(1000)
  expect((await counter.check(number, code())).status).toBe(200)
})

test('R-4.05 a member types the code of a counter without a network, once, and the counter sees it later', async () => {
  const voucher = await openVoucher(server)
  const { counter, number, member, id } = voucher
  const code = counterCodeOf(voucher)
  expect(await typeCode(voucher, code)).toMatchObject({ status: 200, data: { state: 'used' } })
  // A right code for a voucher that is no longer ready is no wrong try.
  for (let at = 0; at < 6; at += 1) expect((await typeCode(voucher, code)).status).toBe(409)
  expect(await counter.today()).toMatchObject([{ id, cashier: null, phone: 'Till 1', name: 'Aina' }])
  expect((await counter.check(number, voucher.code())).message).toMatch(/^Used at \d\d:\d\d by Till 1\.$/)
  expect((await counter.takeBack(id)).status).toBe(200)
  const wrong = 'This code is not valid now. Type the one that the counter shows at this moment.'
  expect(await typeCode(voucher, code)).toMatchObject({ status: 422, errors: { code: [wrong] } })
  server.travel(30_000)
  expect((await typeCode(voucher, counterCodeOf(voucher))).status).toBe(200)
  expect((await member.show(id)).data.state).toBe('used')
})

test('R-4.05 a code is for one voucher, one counter and its time, and five wrong ones stop the member for ten minutes', async () => {
  const [voucher, foreign, removed] = [await openVoucher(server), await openVoucher(server), await openVoucher(server)]
  const { phone, number } = voucher
  expect((await typeCode({ member: voucher.member, id: foreign.id }, counterCodeOf(foreign))).status).toBe(404)
  const formerCode = counterCodeOf(removed)
  await (await createVoucherDesk(server)).call('DELETE', `/phones/${removed.phone.id}`)
  expect((await typeCode(removed, formerCode)).status).toBe(422)
  for (const code of [
    counterCodeOf({ phone: await createWorkingPhone(server.deps), number }),
    counterCodeOf({ phone, number: '00000000' }),
    counterCodeOf(voucher, -90),
    counterCodeOf(voucher, 90),
    '000000',
  ])
    expect((await typeCode(voucher, code)).status).toBe(422)
  expect((await typeCode(voucher, counterCodeOf(voucher))).status).toBe(429)
  const other = await openVoucher(server, { phone })
  expect((await typeCode(other, counterCodeOf(other))).status).toBe(200)
  server.travel(10 * MINUTE - 1000)
  expect((await typeCode(voucher, counterCodeOf(voucher))).status).toBe(429)
  server.travel(1000)
  expect((await typeCode(voucher, counterCodeOf(voucher))).status).toBe(200)
})

test('R-4.05 for 15 minutes, a voucher that was used with a counter’s code shows the digits of this phone', async () => {
  const voucher = await openVoucher(server)
  const { phone, number, member, id } = voucher
  const digitsOf = (key: string) =>
    new TOTP({ secret: key, digits: 2, period: 30 }).generate({ timestamp: server.deps.now().getTime() })
  const shownKey = async () => (await member.show(id)).data.proof_key ?? ''
  expect(await shownKey()).toBe('')
  const { data } = await typeCode(voucher, counterCodeOf(voucher))
  const key = await shownKey()
  expect([data.proof_key, digitsOf(key)]).toEqual([key, proofCode(phone, number, server.deps.now())])
  server.travel(15 * MINUTE)
  expect(await shownKey()).toBe(key)
  server.travel(1000)
  expect(await shownKey()).toBe('')
  const scanned = await openVoucher(server, { phone })
  await scanned.counter.check(scanned.number, scanned.code())
  await scanned.counter.handOver(scanned.id)
  expect((await scanned.member.show(scanned.id)).data.proof_key).toBeNull()
})

test('R-4.05 a phone gets its key with a PIN, and no code of it counts when the four hours of the cashier are over', async () => {
  const idle = await createPhone(server.deps)
  const cashier = await createCashier(server.deps, idle)
  const call = connectCounter(server, idle)
  const keyOf = async () => (await call<{ key: string | null }>('GET', '/phone')).data.key
  const start = async () =>
    (await call<{ key: string }>('POST', '/phone/cashier', { cashier_id: cashier.id, pin: PIN })).data.key
  expect(await keyOf()).toBeNull()
  const started = await start()
  expect(started).toMatch(/^[A-Z2-7]{52}$/)
  expect(await keyOf()).toBe(started)
  await call('DELETE', '/phone/cashier')
  expect(await keyOf()).toBeNull()
  server.travel(1000)
  expect(await start()).not.toBe(started)
  const voucher = await openVoucher(server)
  server.travel(4 * HOUR)
  expect((await typeCode(voucher, counterCodeOf(voucher))).status).toBe(422)
})

/** A voucher with its code of now, as it is noted at a counter without a network, and the call that enters it. */
async function noted() {
  const voucher = await openVoucher(server)
  const [at, code] = [server.deps.now(), voucher.code()]
  const enter = (minutes = 0, key: string = randomUUID()) => {
    const noted_at = minuteOf(new Date(at.getTime() + minutes * MINUTE))
    return voucher.counter.late({ number: voucher.number, code, noted_at }, key)
  }
  return { ...voucher, shown: code, enter, minute: minuteOf(at) }
}

test('R-4.06 a hand-over that was noted without a network is entered within 24 hours, if the code fits the time', async () => {
  const { phone, member, counter, id, enter, minute } = await noted()
  const refused = (errors: object) => ({ status: 422, errors })
  const outside = refused({ noted_at: ['Enter the time that was noted, within the last 24 hours.'] })
  expect(await enter(5)).toMatchObject(outside)
  const unused = await noted()
  server.travel(3 * HOUR)
  await keepWorking(server, phone)
  expect(await enter(-5)).toMatchObject(refused({ code: ['This code does not fit this voucher and this time.'] }))
  const key = randomUUID()
  const entered = { status: 201, message: 'Entered. The voucher is used.', is_waiting: false }
  for (const _ of ['sent', 'repeated']) expect(await enter(0, key)).toMatchObject(entered)
  expect((await member.show(id)).data).toMatchObject({ state: 'used', ended_at: minute })
  expect(await counter.today()).toMatchObject([{ id, cashier: 'Aminah' }])
  server.travel(21 * HOUR + MINUTE)
  await keepWorking(server, unused.phone)
  expect(await unused.enter()).toMatchObject(outside)
})

test('R-4.06 a voucher that is no longer ready goes before a manager once, and neither it nor the stamps change', async () => {
  const { member, id, number, counter, shown, enter, minute } = await noted()
  await member.giveBack(id)
  const before = await member.wallet()
  const message = 'Entered. The voucher is no longer ready, so the office decides whether you are paid for it.'
  const waiting = { status: 201, message, is_waiting: true }
  const key = randomUUID()
  for (const sent of [key, key, undefined]) expect(await enter(0, sent)).toMatchObject(waiting)
  const entry = { number, code: shown, noted_at: minute.replace('00.000', '59.999') }
  expect(await counter.late(entry)).toMatchObject(waiting)
  const { rows } = await server.sql('SELECT noted_at, voucher_state FROM late_hand_overs WHERE voucher_id = $1', [id])
  expect(rows).toEqual([{ noted_at: new Date(minute), voucher_state: 'returned' }])
  expect([(await member.show(id)).data.state, await member.wallet()]).toEqual(['returned', before])
})
