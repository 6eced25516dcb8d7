import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectCounter,
  createOwner,
  createOwnerSession,
  createPhone,
  PIN,
  type TestOwner,
} from '../../../tests/support/api/counters.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { insertCashier } from './cashiers/cashiers.store.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const connect = async (owner: TestOwner) =>
  connectCounter(server, { headers: await createOwnerSession(server.deps, owner) })

test('R-4.01 a merchant has at most 50 phones, also when two are enrolled at the same moment', async () => {
  const owner = await createOwner(server.deps)
  const partner = await createOwner(server.deps, owner)
  for (let count = 0; count < 49; count += 1) await createPhone(server.deps, { owner })
  const path = `/owner/merchants/${owner.merchantId}/enrolments`
  const askCode = async (asker: TestOwner) => (await connect(asker))<{ token: string }>('POST', path, {})
  const codes = [await askCode(owner), await askCode(partner)]
  const enrol = (token: string) => connectCounter(server)('POST', '/phone', { token, name: 'Till' })
  expect(statuses(await Promise.all(codes.map(({ data }) => enrol(data.token))))).toEqual([201, 409])
  expect((await askCode(owner)).message).toBe('A merchant has at most 50 phones. Remove one that is no longer used.')
})

test('R-4.01 a merchant has at most 100 cashiers, also when two are added at the same moment', async () => {
  const owner = await createOwner(server.deps)
  const { merchantId } = owner
  const { db, now } = server.deps
  for (let count = 0; count < 99; count += 1) {
    const name = `Cashier ${count}`
    await insertCashier(db.pool, { merchantId, name, nameKey: name, pinHash: 'none', now: now() })
  }
  const call = await connect(owner)
  const add = (name: string) => call('POST', `/owner/merchants/${merchantId}/cashiers`, { name, pin: PIN })
  expect(statuses(await Promise.all([add('Aminah'), add('Rosnah')]))).toEqual([201, 409])
  expect((await add('Siti')).message).toBe('A merchant has at most 100 cashiers.')
})
