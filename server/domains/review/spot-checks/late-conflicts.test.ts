import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { approveNewSubmission, spotChecksAt } from '../../../../tests/support/api/spot-checks.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ SPOT_CHECK_PERCENT: '100' })
})
afterAll(() => server?.close())

test('D-50 D-51 a spot check that is open when its merchant becomes that of the checker gets no answer', async () => {
  const [decider, checker] = [await createDesk(server), await createDesk(server)]
  const { merchantId } = await approveNewSubmission(server, decider)
  const check = spotChecksAt(checker)
  const { data } = await check.take()
  await server.deps.db.pool.query({
    text: 'INSERT INTO operator_merchants (operator_id, merchant_id) VALUES ($1, $2)',
    values: [checker.id, merchantId],
  })
  expect((await check.giveVerdict(data.id, { status: 'approved' })).status).toBe(403)
})
