import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStall } from '../../../../tests/support/api/statements.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server?.close())

test('R-4.06 the counter enters no voucher late that belongs to its own people', async () => {
  const stall = await createStall(server)
  const { id, number, code } = await stall.claim()
  await server.deps.db.pool.query({
    text: `INSERT INTO merchant_people (merchant_id, email, email_key)
      SELECT $1, u.email, u.email_key FROM users u JOIN vouchers v ON v.user_id = u.id WHERE v.id = $2`,
    values: [stall.merchantId, id],
  })
  const entry = { number, code: code(), noted_at: server.deps.now().toISOString() }
  const phone = await stall.openPhone()
  expect(await phone('POST', '/late-hand-overs', entry, { 'idempotency-key': randomUUID() })).toMatchObject({
    status: 403,
    message: 'This voucher belongs to someone who works here. The office can hand it over.',
  })
})
