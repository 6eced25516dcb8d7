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
import { connectCounter, createCashier, createPhone, PIN } from '../../../../tests/support/api/counters.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const typeCode = ({ member, id }: OpenedVoucher, code: string) =>
  member.call<{ status: number; data: { proof_key: string } }>('POST', `/vouchers/${id}/counter-code`, { code })

test('R-8 a counter has 30 tries an hour for all its phones, and a voucher 30 for all counters', async () => {
  const { number, code, phone, counter } = await openVoucher(server)
  const second = counterOf(server, await createSecondPhone(server, phone))
  for (let at = 0; at < 30; at += 1)
    expect((await (at % 2 === 0 ? counter : second).check(number, wrongCode(code))).status).toBe(422)
  for (const phoneOf of [counter, second]) expect((await phoneOf.check(number, code())).status).toBe(429)
  const manager = await createDesk(server, { role: 'manager' })
  const atDesk = await manager.call<{ status: number }>('POST', '/vouchers/check', { number, code: code() })
  expect(atDesk.status).toBe(429)
  server.travel(3_600_000)
  await keepWorking(server, phone)
  expect((await counter.check(number, code())).status).toBe(200)
})

test('R-8 right codes under way at a counter use none of its tries up', async () => {
  const first = await openVoucher(server)
  const { phone, counter } = first
  const vouchers = [first, await openVoucher(server, { phone }), await openVoucher(server, { phone })]
  const checks = Array.from({ length: 20 }, () => vouchers.map(({ number, code }) => counter.check(number, code())))
  const answers = await Promise.all(checks.flat())
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200))
})

test('R-8 parallel wrong codes and numbers at a counter cannot pass the limit', async () => {
  const { number, code, phone, counter } = await openVoucher(server)
  const second = counterOf(server, await createSecondPhone(server, phone))
  const guesses = Array.from({ length: 50 }, (_, at) =>
    (at % 2 === 0 ? counter : second).check(at % 3 === 0 ? '00000000' : number, wrongCode(code)),
  )
  const answers = await Promise.all(guesses)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(30)
  expect((await counter.check(number, code())).status).toBe(429)
})

test('R-4.05 a right code for a voucher that is no longer ready counts for no one', async () => {
  const voucher = await openVoucher(server)
  const { phone, number } = voucher
  const code = counterCode(phone, number, server.deps.now())
  expect((await typeCode(voucher, code)).status).toBe(200)
  for (let at = 0; at < 6; at += 1) expect((await typeCode(voucher, code)).status).toBe(409)
})

test('R-4.06 one noted hand-over waits once, whatever the seconds of its time', async () => {
  const { member, id, number, code, counter } = await openVoucher(server)
  const [minute, shown] = [minuteOf(server.deps.now()), code()]
  await member.giveBack(id)
  for (const seconds of ['00.000', '00.001', '17.000', '59.999']) {
    const noted_at = minute.replace('00.000', seconds)
    expect(await counter.late({ number, code: shown, noted_at })).toMatchObject({ status: 201, is_waiting: true })
  }
  const { rows } = await server.sql('SELECT noted_at FROM late_hand_overs WHERE voucher_id = $1', [id])
  expect(rows).toEqual([{ noted_at: new Date(minute) }])
})

test('R-4.05 for 15 minutes, a voucher that was used with a counter’s code shows the digits of this phone', async () => {
  const voucher = await openVoucher(server)
  const { phone, number, member, id } = voucher
  const digitsOf = (key: string) =>
    new TOTP({ secret: key, digits: 2, period: 30 }).generate({ timestamp: server.deps.now().getTime() })
  const shownKey = async () => (await member.show(id)).data.proof_key ?? ''
  expect(await shownKey()).toBe('')
  const { data } = await typeCode(voucher, counterCode(phone, number, server.deps.now()))
  const key = await shownKey()
  expect([data.proof_key, digitsOf(key)]).toEqual([key, proofCode(phone, number, server.deps.now())])
  server.travel(15 * 60_000)
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
  expect((await call<{ key: null }>('GET', '/phone')).data.key).toBeNull()
  const started = await call<{ key: string }>('POST', '/phone/cashier', { cashier_id: cashier.id, pin: PIN })
  expect(started.data.key).toMatch(/^[A-Z2-7]{52}$/)
  expect((await call<{ key: string }>('GET', '/phone')).data.key).toBe(started.data.key)
  await call('DELETE', '/phone/cashier')
  expect((await call<{ key: null }>('GET', '/phone')).data.key).toBeNull()
  server.travel(1000)
  const again = await call<{ key: string }>('POST', '/phone/cashier', { cashier_id: cashier.id, pin: PIN })
  expect(again.data.key).not.toBe(started.data.key)
  const voucher = await openVoucher(server)
  server.travel(4 * 3_600_000)
  const code = counterCode(voucher.phone, voucher.number, server.deps.now())
  expect((await typeCode(voucher, code)).status).toBe(422)
})
