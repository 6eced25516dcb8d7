import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCurrentVoucherCode } from '../../../server/domains/rewards/hand-overs/hand-overs.service.ts'
import { wasVoucherCode } from '../../../server/domains/rewards/hand-overs/offline.service.ts'
import { counterCode, wrongCode } from '../../support/api/codes.ts'
import { counterOf, createSecondPhone, minuteOf, openVoucher } from '../../support/api/counter-vouchers.ts'
import { connectCounter, createOwner, createOwnerSession } from '../../support/api/counters.ts'
import type { TestApp } from '../../support/server/app.ts'
import { startAccountsServer } from '../accounts/environment.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let server: TestApp
beforeAll(async () => {
  server = await startAccountsServer()
})
afterAll(() => server?.close())

const asOwner = async (owner: { id: number }) =>
  connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })

test('R-8 many phones and vouchers, and late entries, give a counter no more than 30 tries, also at the same moment', async () => {
  const first = await openVoucher(server)
  const { phone } = first
  const phones = [phone, await createSecondPhone(server, phone), await createSecondPhone(server, phone)]
  const vouchers = [first, await openVoucher(server, { phone }), await openVoucher(server, { phone })]
  const noted_at = minuteOf(server.deps.now())
  const guesses = phones.flatMap((each) =>
    vouchers.flatMap(({ number, code }) => {
      const { check, late } = counterOf(server, each)
      const wrong = wrongCode(code)
      return Array.from({ length: 5 }, () => [check(number, wrong), late({ number, code: wrong, noted_at })]).flat()
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60)
  expect((await first.counter.check(first.number, first.code())).status).toBe(429)
})

test('R-8 of all 10,000 codes at most 3 are right for a voucher at a time, so that 30 tries succeed with less than 1 %', () => {
  const [key, at] = [Buffer.alloc(20, 7), new Date('2026-11-21T10:02:15Z')]
  const codes = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0'))
  expect(codes.filter((code) => isCurrentVoucherCode(key, code, at))).toHaveLength(3)
  expect(codes.filter((code) => wasVoucherCode(key, code, at))).toHaveLength(3)
})

test('R-4.03 a number or a code in another form is refused and is no try', async () => {
  const { counter, number, code } = await openVoucher(server)
  for (const wrong of ['STAMPUS:12345678:0421', '１２３４５６７８', "1' OR 1=1", 'x'.repeat(4096), '\u0000', ''])
    for (let times = 0; times < 3; times += 1)
      for (const answer of [await counter.check(wrong, '0421'), await counter.check(number, wrong)])
        expect([wrong, answer.status]).toEqual([wrong, 422])
  expect((await counter.check(number, code())).status).toBe(200)
})

test('R-4.03 a phone hands over only what it has checked itself, within two minutes, with its cashier still there', async () => {
  const { id, number, code, phone, counter, member } = await openVoucher(server)
  const second = counterOf(server, await createSecondPhone(server, phone))
  const unchecked = { status: 409, code: 'not_checked' }
  await counter.check(number, code())
  expect(await second.handOver(id)).toMatchObject(unchecked)
  server.travel(2 * MINUTE)
  expect(await counter.handOver(id)).toMatchObject(unchecked)
  await counter.check(number, code())
  await (await asOwner(phone.owner))('DELETE', `/owner/cashiers/${phone.cashier.id}`)
  expect(await counter.handOver(id)).toMatchObject({ status: 403, code: 'pin_needed' })
  expect((await member.show(id)).data.state).toBe('ready')
})

test('R-4.03 numbers, ids and keys of another shop’s vouchers are of no use, also after their hand-over', async () => {
  const [voucher, stranger] = [await openVoucher(server), await openVoucher(server)]
  const { id, number, code } = voucher
  const late = { number, code: code(), noted_at: minuteOf(server.deps.now()) }
  expect(await stranger.counter.late(late)).toMatchObject({ status: 422, message: 'This voucher is for another shop.' })
  const key = randomUUID()
  await voucher.counter.check(number, code())
  await voucher.counter.handOver(id, key)
  for (const answer of [await stranger.counter.handOver(id), await stranger.counter.takeBack(id)])
    expect(answer.status).toBe(404)
  expect((await stranger.counter.handOver(id, key)).status).toBe(409)
  expect(await stranger.counter.today()).toEqual([])
})

test('R-4.05 of a counter whose clock is wrong, codes of one step either side are taken', async () => {
  // The middle of a step of 30 seconds.
  server.travel(MINUTE + 15 * SECOND - (server.deps.now().getTime() % MINUTE))
  for (const [seconds, status] of [
    [-46, 422],
    [-45, 200],
    [-30, 200],
    [30, 200],
    [44, 200],
    [45, 422],
  ] as const) {
    const { member, id, phone, number } = await openVoucher(server)
    const code = counterCode(phone, number, new Date(server.deps.now().getTime() + seconds * SECOND))
    const answer = await member.call('POST', `/vouchers/${id}/counter-code`, { code })
    expect([seconds, answer.status]).toEqual([seconds, status])
  }
})

test('R-4.01 a newer code that enrols a phone voids the one before it', async () => {
  const owner = await createOwner(server.deps)
  const call = await asOwner(owner)
  const make = async () =>
    (await call<{ token: string }>('POST', `/owner/merchants/${owner.merchantId}/enrolments`, {})).data.token
  const enrol = (token: string) => connectCounter(server)<undefined>('POST', '/phone', { token, name: 'Till' })
  const [replaced, latest] = [await make(), await make()]
  expect([(await enrol(replaced)).status, (await enrol(latest)).status]).toEqual([422, 201])
})

test('a page of another origin can use neither the session of a phone nor that of an owner', async () => {
  const { phone, counter, id, number, code } = await openVoucher(server)
  await counter.check(number, code())
  const callAsOwner = await asOwner(phone.owner)
  const statusesFrom = async (site: string) => {
    const more = { 'idempotency-key': randomUUID(), 'sec-fetch-site': site }
    const handOver = await counter.call('POST', `/vouchers/${id}/hand-over`, {}, more)
    const path = `/owner/merchants/${phone.merchantId}/enrolments`
    return [handOver.status, (await callAsOwner('POST', path, {}, more)).status]
  }
  expect(await statusesFrom('cross-site')).toEqual([403, 403])
  expect(await counter.today()).toEqual([])
  expect(await statusesFrom('same-origin')).toEqual([200, 201])
})
