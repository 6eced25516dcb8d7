import * as texts from '@stampus/contract/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDesk } from '../../../../tests/support/api/desk.ts'
import { aSubmission } from '../../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

test('D-45 while one approval hangs, the next one gets a 503 to try again, and succeeds once the first has ended', async () => {
  const { deps } = server
  const [desk, other] = [await aDesk(server), await aDesk(server)]
  const [hanging, next] = [await aSubmission(deps), await aSubmission(deps)]
  await desk.renew(hanging.id)
  await other.renew(next.id)
  const client = await deps.db.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query({ text: 'SELECT FROM leases WHERE submission_id = $1 FOR UPDATE', values: [hanging.id] })
    const first = desk.approve(hanging.id)
    await expect.poll(countWaiting).toBe(1)
    const answer = await other.approve(next.id)
    expect([answer.status, answer.message]).toEqual([503, texts.unavailable])
    await client.query('ROLLBACK')
    expect((await first).status).toBe(201)
    expect((await other.approve(next.id)).status).toBe(201)
  } finally {
    client.release(true)
  }
})

async function countWaiting(): Promise<number> {
  const { rows } = await server.deps.db.pool.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}
