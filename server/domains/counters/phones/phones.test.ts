import type { OwnPhone } from '@stampus/contract/counter/phones'
import { expect, test } from 'vitest'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import {
  connectCounter,
  cookiesOf,
  createCashier,
  createOwner,
  createOwnerSession,
  createPhone,
  createWorkingPhone,
  PIN,
  type TestOwner,
} from '../../../../tests/support/api/counters.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import { cashiersCleanUp, phonesCleanUp } from './phones.service.ts'

const server = serverForTests()

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const connect = (headers = {}) => connectCounter(server, { headers })
const connectOwner = async (owner: TestOwner) => connect(await createOwnerSession(server.deps, owner))
/** Enters a cashier's PIN on a phone. */
const start = ({ headers }: { headers: Record<string, string> }, { id }: { id: number }, pin = PIN) =>
  connect(headers)('POST', '/phone/cashier', { cashier_id: id, pin })
const enrolmentOf = async (owner: TestOwner) => {
  const call = await connectOwner(owner)
  return (await call<{ token: string }>('POST', `/owner/merchants/${owner.merchantId}/enrolments`, {})).data.token
}

test('R-4.01 an owner enrols a phone with a code that works once, also at the same moment, within ten minutes', async () => {
  const owner = await createOwner(server.deps)
  const token = await enrolmentOf(owner)
  const call = connect()
  const enrolled = await call<OwnPhone>('POST', '/phone', { token, name: 'Till 1' })
  expect(enrolled.status).toBe(201)
  expect(enrolled.set[0]).toMatch(/^stampus_counter=.*Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(enrolled.data).toMatchObject({
    name: 'Till 1',
    merchant: { id: owner.merchantId },
    cashiers: [],
    cashier: null,
  })
  const phone = connect(cookiesOf(enrolled.set))
  expect((await phone<OwnPhone>('GET', '/phone')).data).toEqual(enrolled.data)
  const again = await call('POST', '/phone', { token, name: 'Till 2' })
  expect([again.status, again.errors]).toEqual([
    422,
    { token: ['This code has expired or was already used. Please ask for a new one.'] },
  ])
  const shared = await enrolmentOf(owner)
  const together = ['One', 'Two', 'Three'].map((name) => call('POST', '/phone', { token: shared, name }))
  expect((await Promise.all(together)).map(({ status }) => status).sort()).toEqual([201, 422, 422])
  const late = await enrolmentOf(owner)
  server.travel(10 * MINUTE)
  expect((await call('POST', '/phone', { token: late, name: 'Till 2' })).status).toBe(422)
  for (const part of Object.values(phonesCleanUp(server.deps))) await part()
  expect((await server.sql('SELECT FROM phone_enrolments')).rowCount).toBe(0)
  expect((await findAuditEntries(server, 'phone', enrolled.data.id)).map(({ action }) => action)).toEqual([
    'phone.enrolled',
  ])
})

test('R-4.01 no phone that is enrolled while its owner is removed, or loses the merchant, outlives that', async () => {
  const manager = await createDesk(server, { role: 'manager' })
  const { id: elsewhere } = await createMerchant(server.deps)
  const live = 'SELECT FROM phones WHERE enrolled_by = $1 AND removed_at IS NULL'
  for (let round = 0; round < 4; round += 1) {
    const owner = await createOwner(server.deps)
    const token = await enrolmentOf(owner)
    const form = { name: 'Rosnah', language: 'en', merchant_ids: [elsewhere], version: 1 }
    const path = `/owners/${owner.id}`
    const ending = round % 2 ? manager.call('DELETE', path) : manager.call('PUT', path, form)
    const [ended, enrolled] = await Promise.all([ending, connect()('POST', '/phone', { token, name: 'Till 1' })])
    expect([ended.status, [201, 401, 422].includes(enrolled.status)]).toEqual([200, true])
    expect((await server.sql(live, [owner.id])).rowCount).toBe(0)
  }
})

test('R-4.01 wrong codes from one address are slowed down and not rejected, and a good one enrols a phone there at once', async () => {
  const token = await enrolmentOf(await createOwner(server.deps))
  const call = connectCounter(server, { from: '10.20.0.1' })
  const enrol = (code: string) => call('POST', '/phone', { token: code, name: 'Till 1' })
  await fillLimit(server, 'phone-enrolment|address|10.20.0.1', 120)
  expect(await isSlow(async () => expect((await enrol('x'.repeat(43))).status).toBe(422))).toBe(true)
  expect(await isSlow(async () => expect((await enrol(token)).status).toBe(201))).toBe(false)
})

test('R-4.01 R-4.02 owners and phones reach only phones, cashiers and codes of their own merchants', async () => {
  const { deps } = server
  const [owner, stranger] = [await createOwner(deps), await createOwner(deps)]
  const phone = await createWorkingPhone(deps, { owner })
  const call = await connectOwner(stranger)
  const { merchantId } = owner
  for (const [method, path, payload] of [
    ['GET', `merchants/${merchantId}`, undefined],
    ['POST', `merchants/${merchantId}/enrolments`, {}],
    ['POST', `merchants/${merchantId}/cashiers`, { name: 'Eve', pin: PIN }],
    ['PUT', `cashiers/${phone.cashier.id}`, { name: 'Eve' }],
    ['DELETE', `cashiers/${phone.cashier.id}`, undefined],
    ['DELETE', `phones/${phone.id}`, undefined],
  ] as const)
    expect([path, (await call(method, `/owner/${path}`, payload)).status]).toEqual([path, 404])
  // A cashier of another merchant cannot start on a phone either.
  expect((await start(phone, await createCashier(deps, stranger))).status).toBe(404)
  expect((await connect(phone.headers)<OwnPhone>('GET', '/phone')).data.cashier).toEqual(phone.cashier)
})

test('R-4.01 an owner names cashiers with a PIN that others would not guess', async () => {
  const owner = await createOwner(server.deps)
  const call = await connectOwner(owner)
  const path = `/owner/merchants/${owner.merchantId}/cashiers`
  for (const [message, pins] of [
    ['A PIN has six digits.', ['12345', 'abcdef']],
    [
      'Others would guess this PIN. Please choose six digits that are not in a row or repeated.',
      ['123456', '654321', '777777', '121212'],
    ],
  ] as const)
    for (const pin of pins)
      expect([pin, (await call('POST', path, { name: 'Aminah', pin })).errors]).toEqual([pin, { pin: [message] }])
  expect((await call('POST', path, { name: 'Aminah', pin: PIN })).status).toBe(201)
  expect((await server.sql('SELECT pin_hash FROM cashiers')).rows.join()).not.toContain(PIN)
})

test('R-4.02 a cashier starts with the PIN; five wrong ones, also at once, lock the cashier on that phone for ten minutes', async () => {
  const { deps } = server
  const phone = await createPhone(deps)
  const other = await createPhone(deps, { owner: phone.owner })
  const cashier = await createCashier(deps, phone)
  for (let at = 0; at < 4; at += 1)
    expect(await start(phone, cashier, '000001')).toMatchObject({
      status: 422,
      errors: { pin: ['This PIN is wrong.'] },
    })
  expect(await start(phone, cashier)).toMatchObject({ status: 200, data: cashier })
  for (let at = 0; at < 5; at += 1) expect((await start(phone, cashier, '000001')).status).toBe(422)
  expect(await start(phone, cashier)).toMatchObject({ status: 429, retryAfter: 600 })
  expect((await start(other, cashier)).status).toBe(200)
  server.travel(10 * MINUTE - 1000)
  expect(await start(phone, cashier)).toMatchObject({ status: 429, retryAfter: 1 })
  server.travel(1000)
  expect((await start(phone, cashier, '000001')).status).toBe(422)
  expect((await start(phone, cashier)).status).toBe(200)
  const guesses = Array.from({ length: 20 }, (_, at) => start(other, cashier, `9${String(at).padStart(5, '0')}`))
  expect((await Promise.all(guesses)).filter(({ status }) => status === 422)).toHaveLength(5)
})

test('R-4.02 a cashier enters the PIN again after 4 hours, and after 15 minutes without use', async () => {
  const phone = await createWorkingPhone(server.deps)
  const call = connect(phone.headers)
  const working = async () => (await call<OwnPhone>('GET', '/phone')).data.cashier?.id
  for (let minutes = 0; minutes < 238; minutes += 14) {
    expect(await working()).toBe(phone.cashier.id)
    server.travel(14 * MINUTE)
  }
  expect(await working()).toBe(phone.cashier.id)
  server.travel(2 * MINUTE)
  expect(await working()).toBe(undefined)
  await start(phone, phone.cashier)
  expect(await working()).toBe(phone.cashier.id)
  server.travel(15 * MINUTE)
  expect(await working()).toBe(undefined)
})

test('R-4.02 leaving, a new PIN and a removed cashier end the work on every phone', async () => {
  const { deps } = server
  const phone = await createWorkingPhone(deps)
  const call = connect(phone.headers)
  const owner = await connectOwner(phone.owner)
  const working = async () => (await call<OwnPhone>('GET', '/phone')).data.cashier !== null
  await call('DELETE', '/phone/cashier')
  expect(await working()).toBe(false)
  await start(phone, phone.cashier)
  await owner('PUT', `/owner/cashiers/${phone.cashier.id}`, { name: 'Aminah Zainal' })
  expect(await working()).toBe(true)
  await owner('PUT', `/owner/cashiers/${phone.cashier.id}`, { name: 'Aminah Zainal', pin: '771034' })
  expect(await working()).toBe(false)
  expect((await start(phone, phone.cashier)).status).toBe(422)
  expect((await start(phone, phone.cashier, '771034')).status).toBe(200)
  await owner('DELETE', `/owner/cashiers/${phone.cashier.id}`)
  expect([await working(), (await start(phone, phone.cashier, '771034')).status]).toEqual([false, 404])
})

test('R-4.02 a phone ends when its owner or a manager removes it, and after 30 days unused, with its session, its key and wrong PINs', async () => {
  const { deps } = server
  const owner = await createOwner(deps)
  const enrol = () => createPhone(deps, { owner })
  const phones = [await enrol(), await enrol(), await enrol(), await enrol(), await enrol()] as const
  const [removed, stolen, unused, locked, counting] = phones
  const [cashier, former] = [await createCashier(deps, owner), await createCashier(deps, owner, 'Devi')]
  const manager = await createDesk(server, { role: 'manager' })
  const call = await connectOwner(owner)
  const status = async ({ headers }: (typeof phones)[number]) => (await connect(headers)('GET', '/phone')).status
  const guess = async (phone: (typeof phones)[number], times: number, by = cashier) => {
    for (let at = 0; at < times; at += 1) await start(phone, by, '000001')
  }
  const cleanUp = async () => {
    for (const part of Object.values({ ...phonesCleanUp(deps), ...cashiersCleanUp(deps) })) await part()
    const ids = [phones.map(({ id }) => id)]
    const tries = 'SELECT phone_id, tries FROM wrong_pins WHERE phone_id = ANY($1) ORDER BY 1'
    const kept = 'SELECT id FROM phones WHERE id = ANY($1) AND token_hash IS NOT NULL AND key IS NOT NULL ORDER BY 1'
    return {
      tries: (await server.sql(tries, ids)).rows,
      phones: (await server.sql(kept, ids)).rows.map(({ id }) => id),
    }
  }
  await guess(removed, 2)
  await call('DELETE', `/owner/phones/${removed.id}`)
  await manager.call('DELETE', `/phones/${stolen.id}`)
  expect([await status(removed), await status(stolen), await status(locked)]).toEqual([401, 401, 200])
  expect((await manager.call('DELETE', `/phones/${stolen.id}`)).status).toBe(404)
  await guess(locked, 1, former)
  await call('DELETE', `/owner/cashiers/${former.id}`)
  await guess(locked, 5)
  await guess(counting, 4)
  expect(await cleanUp()).toEqual({
    tries: [
      { phone_id: locked.id, tries: 5 },
      { phone_id: counting.id, tries: 4 },
    ],
    phones: [unused.id, locked.id, counting.id],
  })
  server.travel(10 * MINUTE)
  expect((await cleanUp()).tries).toEqual([{ phone_id: counting.id, tries: 4 }])
  server.travel(29 * DAY)
  for (const phone of [locked, counting]) expect(await status(phone)).toBe(200)
  server.travel(DAY)
  expect(await status(unused)).toBe(401)
  expect((await cleanUp()).phones).toEqual([locked.id, counting.id])
  const path = `/owner/merchants/${owner.merchantId}`
  const { data } = await (await connectOwner(owner))<{ phones: { id: number }[] }>('GET', path)
  expect(new Set(data.phones.map(({ id }) => id))).toEqual(new Set([locked.id, counting.id]))
})

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('R-4.01 a merchant has at most 50 phones, also when two are enrolled at the same moment, and an owner 60 codes an hour', async () => {
  const owner = await createOwner(server.deps)
  const partner = await createOwner(server.deps, owner)
  for (let count = 0; count < 49; count += 1) await createPhone(server.deps, { owner })
  const codes = [await enrolmentOf(owner), await enrolmentOf(partner)]
  const enrol = (token: string) => connect()('POST', '/phone', { token, name: 'Till' })
  expect(statuses(await Promise.all(codes.map(enrol)))).toEqual([201, 409])
  const call = await connectOwner(owner)
  const refused = await call('POST', `/owner/merchants/${owner.merchantId}/enrolments`, {})
  expect(refused.message).toBe('A merchant has at most 50 phones. Remove one that is no longer used.')
  const busy = await createOwner(server.deps)
  await fillLimit(server, `phone-enrolments|${busy.id}`, 59)
  const callAsBusy = await connectOwner(busy)
  const ask = () => callAsBusy('POST', `/owner/merchants/${busy.merchantId}/enrolments`, {})
  expect([(await ask()).status, (await ask()).status]).toEqual([201, 429])
})

test('R-4.01 D-21 a merchant has at most 100 cashiers, also when two are added at the same moment; a further one costs no hash', async () => {
  const owner = await createOwner(server.deps)
  const { merchantId } = owner
  await server.sql(
    `INSERT INTO cashiers (merchant_id, name, name_key, pin_hash, created_at)
     SELECT $1, 'Cashier ' || n, 'cashier ' || n, 'none', $2 FROM generate_series(1, 99) n`,
    [merchantId, server.deps.now()],
  )
  const call = await connectOwner(owner)
  const add = (name: string) => call('POST', `/owner/merchants/${merchantId}/cashiers`, { name, pin: PIN })
  expect(statuses(await Promise.all([add('Aminah'), add('Rosnah')]))).toEqual([201, 409])
  const { message, hashed } = await countingHashes(() => add('Siti'))
  expect([message, hashed]).toEqual(['A merchant has at most 100 cashiers.', 0])
})

/** The answer of a call and how many PINs were hashed for it. */
async function countingHashes<Answer>(call: () => Promise<Answer>): Promise<Answer & { hashed: number }> {
  const hashes = countHashes()
  const answer = await call()
  hashes.stop()
  return { ...answer, hashed: hashes.taken() }
}

test('R-4.01 D-21 a PIN is hashed only for an own cashier with a free name, and for at most 100 in an hour', async () => {
  const [owner, other] = [await createOwner(server.deps), await createOwner(server.deps)]
  const [cashier, foreign] = [await createCashier(server.deps, owner), await createCashier(server.deps, other)]
  await createCashier(server.deps, owner, 'Mei Ling')
  const call = await connectOwner(owner)
  const change = (id: number, name: string) =>
    countingHashes(() => call('PUT', `/owner/cashiers/${id}`, { name, pin: PIN }))
  const add = { name: 'mei ling', pin: PIN }
  const added = await countingHashes(() => call('POST', `/owner/merchants/${owner.merchantId}/cashiers`, add))
  const taken = { status: 422, errors: { name: ['There is already a cashier of this name.'] }, hashed: 0 }
  expect([added, await change(cashier.id, 'mei ling')]).toMatchObject([taken, taken])
  expect(await change(foreign.id, 'Aminah')).toMatchObject({ status: 404, hashed: 0 })
  await fillLimit(server, `cashier-pins|${owner.id}`, 99)
  expect(await change(cashier.id, 'Aminah')).toMatchObject({ status: 200, hashed: 1 })
  expect(await change(cashier.id, 'Aminah')).toMatchObject({ status: 429, hashed: 0 })
})
