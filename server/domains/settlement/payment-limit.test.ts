import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettlementDesk, createStall, travelToDay } from '../../../tests/support/api/statements.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

test('D-101 a payment of exactly RM 5,000 needs no second manager', async () => {
  travelToDay(server, '2070-03-10')
  const stall = await createStall(server)
  await stall.handOver({ owed_sen: 500_000 })
  travelToDay(server, '2070-04-02')
  const [one, two] = [await createSettlementDesk(server), await createSettlementDesk(server)]
  await one.issue(stall, '2070-03')
  expect((await two.pay((await one.show(stall, '2070-03')).data.id)).status).toBe(200)
})
