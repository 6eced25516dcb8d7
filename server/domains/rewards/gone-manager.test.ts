import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward } from '../../../tests/support/api/rewards.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

type Manager = Awaited<ReturnType<typeof createDesk>>
const reviewer = { version: 1, name: 'No manager', role: 'reviewer', addresses: [], merchant_ids: [] }

test.each<[string, (by: Manager, asker: Manager) => Promise<{ status: number }>]>([
  ['were removed', (by, { id }) => by.call('DELETE', `/operators/${id}`)],
  ['are no manager any more', (by, { id }) => by.call('PUT', `/operators/${id}`, reviewer)],
])('D-50 D-101 what a manager asked for is confirmed by no other one after they %s', async (_how, end) => {
  const ask = () => createDesk(server, { role: 'manager' })
  const [asker, second, third] = [await ask(), await ask(), await ask()]
  const { id: merchant_id } = await createMerchant(server.deps)
  const { data } = await asker.call('GET', `/rewards/${(await createReward(server.deps)).id}`)
  const reward = { ...data, merchant_id, image_key: null, owed_sen: 9000 }
  const noted = { status: 409, code: 'needs_second_manager' }
  expect(await asker.call('POST', '/rewards', reward)).toMatchObject(noted)
  expect((await end(third, asker)).status).toBe(200)
  expect(await second.call('POST', '/rewards', reward)).toMatchObject(noted)
  expect((await third.call('POST', '/rewards', reward)).status).toBe(201)
})
