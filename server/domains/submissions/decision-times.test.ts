import type pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createMember, createMemberSession, createOperator } from '../../../tests/support/api/accounts.ts'
import { connect } from '../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { answerAppeal } from '../review/appeals/appeals.admin.service.ts'
import { decide, undoDecision } from '../review/decisions/decisions.service.ts'
import { makeAppeal } from './submissions.service.ts'
import { measureDecisionTimes } from './submissions.store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = serverForTests()
let operatorId: number
let merchantId: number
let userId: number
beforeAll(async () => {
  operatorId = (await createOperator(server.deps)).id
  merchantId = (await createMerchant(server.deps)).id
  userId = (await createMember(server.deps)).id
})
// Decisions of one test do not count in the next.
afterEach(() => server.travel(31 * DAY))

const createReceipt = async () => (await insertReceipt(server.deps, { userId, merchantId })).id

/** A receipt that was rejected this many hours after it was sent. */
async function decided(hours: number): Promise<number> {
  const id = await createReceipt()
  server.travel(hours * HOUR)
  await decide(server.deps, operatorId, { id, status: 'rejected', reason: 'Blurred' })
  return id
}

async function decidedAll(...hours: number[]) {
  for (const took of hours) await decided(took)
}

/** More receipts that were sent and decided at the same moments. */
async function repeat(id: number, times: number) {
  const columns = `user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
    original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, decided_at, created_at`
  const text = `
    WITH made AS (
      INSERT INTO submissions (${columns}) SELECT ${columns} FROM submissions, generate_series(1, $2) WHERE id = $1
      RETURNING id, status, decided_at)
    INSERT INTO decisions (submission_id, operator_id, status, stamps, created_at)
    SELECT id, $3, status, 0, decided_at FROM made`
  await server.sql(text, [id, times, operatorId])
}

const approve = (id: number) => decide(server.deps, operatorId, { id, status: 'approved' })

type Times = { typical_ms: number; slow_ms: number; oldest_wait_ms: number | null } | null
/** The typical and the slow time, and how long the oldest receipt has waited. In hours, because a test takes some time itself. */
async function hours() {
  const call = connect(server, { headers: await createMemberSession(server.deps, { id: userId }) })
  const { status, data } = await call<{ data: Times }>('GET', '/decision-times')
  expect(status).toBe(200)
  const inHours = (ms: number | null) => (ms === null ? null : Math.floor(ms / HOUR))
  return data && [inHours(data.typical_ms), inHours(data.slow_ms), inHours(data.oldest_wait_ms)]
}

test('D-46 with fewer than five decisions there are no times; from five on the median and the 90th percentile', async () => {
  await decidedAll(1, 40, 2, 3)
  expect(await hours()).toBeNull()
  await decided(4)
  expect(await hours()).toEqual([3, 40, null])
  await decidedAll(1, 1, 2, 2, 3)
  expect(await hours()).toEqual([2, 4, null])
})

test('D-46 only the last 30 days and the latest 100 decisions count', async () => {
  await decidedAll(2, 2, 2, 2, 2)
  server.travel(29 * DAY)
  expect(await hours()).toEqual([2, 2, null])
  server.travel(DAY)
  expect(await hours()).toBeNull()
  await repeat(await decided(7), 49)
  await repeat(await decided(1), 99)
  expect(await hours()).toEqual([1, 1, null])
})

test('D-45 D-46 D-54 an undone decision does not count, and neither does a receipt that was reviewed again; a reopened one waits from its reopening on, an undone one from when it was sent', async () => {
  await decidedAll(1, 1, 1, 1)
  const undone = await decided(1)
  await undoDecision(server.deps, operatorId, undone)
  expect(await hours()).toBeNull()
  await approve(undone)
  expect(await hours()).toEqual([1, 1, null])
  const reviewed = await decided(1)
  await makeAppeal(server.deps, { userId, submissionId: reviewed, message: 'Please look again.' })
  server.travel(90 * HOUR)
  const { rows } = await server.sql('SELECT id FROM appeals WHERE submission_id = $1', [reviewed])
  const answer = { outcome: 'reopened', answer: 'You are right.' } as const
  await answerAppeal(server.deps, operatorId, { id: Number(rows[0].id), ...answer })
  server.travel(3 * HOUR)
  expect(await hours()).toEqual([1, 1, 3])
  await undoDecision(server.deps, operatorId, await decided(4))
  expect(await hours()).toEqual([1, 1, 7])
  await approve(reviewed)
  expect(await hours()).toEqual([1, 1, 4])
})

test('D-45 D-46 a receipt sent back by a reversal counts from then on; a decision set by a reversal does not count', async () => {
  await decidedAll(1, 1, 1, 1)
  const [back, otherwise] = [await decided(1), await decided(1)]
  server.travel(50 * HOUR)
  const operators = await createReversalDesks(server)
  for (const [id, status] of [
    [back, 'pending'],
    [otherwise, 'approved'],
  ] as const)
    expect(await operators.reverse(id, { status })).toMatchObject({ status: 201 })
  server.travel(3 * HOUR)
  await approve(back)
  expect((await hours())?.slice(0, 2)).toEqual([1, 3])
})

test('D-46 since when the oldest receipt waits is found without reading all receipts', async () => {
  const columns = `user_id, merchant_id, purchase_date, amount_sen, invoice_no, file_sha256, original_key, picture_key,
    thumb_key, placeholder, picture_width, picture_height, created_at, status`
  const copy = `INSERT INTO submissions (${columns}, invoice_key)
    SELECT ${columns}, 'copy ' || id || n FROM submissions, generate_series(1, 2000) n WHERE id = $1`
  await server.sql(copy, [await decided(1)])
  await server.sql(copy, [await createReceipt()])
  await alterSchema(server.deps, 'VACUUM ANALYZE submissions')
  const query = ({ name: _, text, ...statement }: pg.QueryConfig<unknown[]>) =>
    server.deps.db.pool.query({ ...statement, text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}` })
  const explained = await measureDecisionTimes({ query } as Queryable, new Date(server.deps.now().getTime() - 30 * DAY))
  const [{ Plan }] = (explained as unknown as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN']
  expect((Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)).toBeLessThan(30)
})
