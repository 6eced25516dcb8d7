import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { counterCode, proofCode } from '../../../../tests/support/api/codes.ts'
import { openVoucher, type WorkingPhone } from '../../../../tests/support/api/counter-vouchers.ts'
import { connectCounter, createCashier, createPhone, PIN } from '../../../../tests/support/api/counters.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const opened = (given: { phone?: WorkingPhone } = {}) => openVoucher(server, given)
const typeCode = ({ member, id }: Pick<Awaited<ReturnType<typeof opened>>, 'member' | 'id'>, code: string) =>
  member.call<{ status: number; data: { proof_key: string } }>('POST', `/vouchers/${id}/counter-code`, { code })

test('R-4.05 for 15 minutes, a voucher that was used with a counter’s code shows the digits of this phone', async () => {
  const voucher = await opened()
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
  const scanned = await opened({ phone })
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
  const voucher = await opened()
  server.travel(4 * 3_600_000)
  const code = counterCode(voucher.phone, voucher.number, server.deps.now())
  expect((await typeCode(voucher, code)).status).toBe(422)
})
