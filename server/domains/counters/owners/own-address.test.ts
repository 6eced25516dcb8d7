import { texts } from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

test('D-50 R-4.01 managers do not make themselves owners, but may invite another operator', async () => {
  const [manager, other] = [await createDesk(server, { role: 'manager' }), await createDesk(server)]
  const { id } = await createMerchant(server.deps)
  const form = { name: 'Rosnah', language: 'en', merchant_ids: [id] }
  const invite = (email: string) => manager.call('POST', '/owners', { ...form, email })
  expect(await invite(manager.email)).toMatchObject({ status: 403, message: texts.ownerOneself })
  expect((await invite(other.email)).status).toBe(201)
})
