import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { type Answered, connect } from '../../../tests/support/api/calls.ts'
import type { Desk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { inTransaction } from '../db/transaction.ts'
import matrix from '../http/guards/access-matrix.json' with { type: 'json' }
import { repeatsCleanUp, runRepeatably } from './repeats.service.ts'
import unrecorded from './unrecorded.json' with { type: 'json' }

const server = serverForTests({ RECEIPT_OCR: 'off', SPOT_CHECK_PERCENT: '0' })
const people = actorsOf(server)
const balance = checkedLedger(server)
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})
afterEach(() => vi.restoreAllMocks())

const createReceipt = (amountSen = 3000) => insertReceipt(server.deps, { merchantId, amountSen })
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const approval = { status: 'approved', notes: '' }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Row = { id: number; version: number }
type Sent = Answered<Row & { status: string; confirmation: Row }> & { undone: number[]; approved: number[] }

/** Sends a call and then, as after a lost answer, the same once more. Both must succeed with the same answer. */
async function twice({ call }: Pick<Desk, 'call'>, method: Method, path: string, body: object = {}): Promise<Sent> {
  const key = keyed()
  const [first, repeated] = [await call<Sent>(method, path, body, key), await call<Sent>(method, path, body, key)]
  expect([path, first.status < 300, repeated]).toEqual([path, true, first])
  return first
}

async function lastDecisionOf(submissionId: number): Promise<number> {
  const { rows } = await server.sql('SELECT max(id) AS id FROM decisions WHERE submission_id = $1', [submissionId])
  return rows[0].id
}

/** What the audit log has of an operator, each action as often as it was done. */
async function actionsOf({ id }: Desk): Promise<string[]> {
  const { rows } = await server.sql('SELECT action FROM audit_entries WHERE operator_id = $1 ORDER BY id', [id])
  return rows.map(({ action }) => action)
}

test('D-40 every decision of reviewers and managers answers its repeat and is done once', async () => {
  const [manager, other] = [await people.manager(), await people.manager()]
  const { id, userId } = await createReceipt()
  await twice(manager, 'POST', `/submissions/${id}/decision`, approval)
  await twice(manager, 'DELETE', `/submissions/${id}/decision`)
  await twice(manager, 'POST', `/submissions/${id}/escalation`, { note: 'Please look' })
  await twice(manager, 'DELETE', `/submissions/${id}/escalation`)
  await twice(manager, 'POST', `/submissions/${id}/decision`, {
    status: 'rejected',
    reason: 'Unreadable',
  })
  server.travel(11_000)
  const decision_id = await lastDecisionOf(id)
  await twice(manager, 'POST', `/submissions/${id}/reversal`, {
    status: 'approved',
    decision_id,
    reason: 'It is readable',
  })
  const adjustment = { stamps: 5, reason: 'A gift', request_id: randomUUID() }
  await twice(manager, 'POST', `/members/${userId}/stamp-adjustments`, adjustment)
  expect(await balance(userId)).toBe(8)
  expect(await actionsOf(manager)).toEqual([
    'submission.approved',
    'submission.undone',
    'submission.escalated',
    'submission.escalation_undone',
    'submission.rejected',
    'submission.reversed',
    'member.stamps_corrected',
  ])
  const large = await createReceipt(60_000)
  const asked = await twice(other, 'POST', `/submissions/${large.id}/decision`, approval)
  await twice(manager, 'POST', `/confirmations/${asked.data.confirmation.id}/confirmation`, { approved_alike: [] })
  const plain = [(await createReceipt()).id, (await createReceipt()).id]
  const { offer } = await other.bulk()
  server.travel(1000)
  expect((await twice(other, 'POST', '/bulk', { ids: plain, offer })).approved).toEqual(plain)
  expect((await twice(other, 'POST', '/bulk/undo', { ids: plain })).undone).toEqual(plain)
  const counted = await server.sql('SELECT count(*)::int AS decisions FROM decisions WHERE submission_id = ANY($1)', [
    [large.id, ...plain],
  ])
  expect(counted.rows).toEqual([{ decisions: 3 }])
})

test('D-40 what managers and owners add, change, end and remove is done once and answers its repeat', async () => {
  const [manager, member] = [await people.manager(), await people.member({ stamps: 10 })]
  const { data: category } = await twice(manager, 'POST', '/categories', { name: `Books ${randomUUID()}` })
  const renamed = { version: category.version, name: `Toys ${randomUUID()}` }
  const { data: changed } = await twice(manager, 'PUT', `/categories/${category.id}`, renamed)
  await twice(manager, 'DELETE', `/categories/${category.id}`, { version: changed.version })
  const person = { name: 'Siti Aminah', email: `siti-${randomUUID()}@office.example`, role: 'reviewer' }
  const { data: operator } = await twice(manager, 'POST', '/operators', person)
  await twice(manager, 'POST', `/operators/${operator.id}/link`)
  await twice(manager, 'DELETE', `/operators/${operator.id}`)
  await twice(manager, 'POST', `/members/${member.id}/suspension`, { reason: 'Forged' })
  await twice(manager, 'DELETE', `/members/${member.id}/suspension`)
  expect(await actionsOf(manager)).toEqual([
    'category.added',
    'category.changed',
    'category.removed',
    'operator.added',
    'operator.link_sent',
    'operator.removed',
    'member.suspended',
    'member.reinstated',
  ])
  const lost = keyed()
  const remove = (by: Desk) => by.call('DELETE', `/categories/${category.id}`, { version: changed.version }, lost)
  expect((await remove(await people.manager())).status).toBe(404)
})

test('D-40 fifty repeats at once make one decision and one new record, and all get its answer', async () => {
  const manager = await people.manager()
  const { id } = await createReceipt()
  const name = `Books ${randomUUID()}`
  const fifty = (path: string, body: object, key = keyed()) =>
    Promise.all(Array.from({ length: 50 }, () => manager.call<Sent>('POST', path, body, key)))
  const [decided, made] = [await fifty(`/submissions/${id}/decision`, approval), await fifty('/categories', { name })]
  expect(new Set(decided.map(({ status, data }) => `${status} ${data.status}`)).size).toBe(1)
  expect(new Set(made.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
  expect([decided[0]?.status, made[0]?.status]).toEqual([201, 201])
  expect(await actionsOf(manager)).toEqual(['submission.approved', 'category.added'])
})

test('D-40 a decision whose COMMIT was done but not answered is found by its repeat, which another key is not', async () => {
  const reviewer = await people.reviewer()
  const { id, userId } = await createReceipt()
  const key = keyed()
  const decide = (more = key, notes = '') =>
    reviewer.call<Sent>('POST', `/submissions/${id}/decision`, { ...approval, notes }, more)
  loseAnswersToCommits()
  expect((await decide()).status).toBeGreaterThanOrEqual(500)
  vi.restoreAllMocks()
  expect(await decide()).toMatchObject({ status: 201, data: { status: 'approved' } })
  expect(await balance(userId)).toBe(3)
  expect(await decide(keyed())).toMatchObject({ status: 409, message: texts.alreadyDecided })
  expect(await decide(key, 'Clear')).toMatchObject({ status: 422, errors: { idempotency_key: [texts.keyReused] } })
  expect(await actionsOf(reviewer)).toEqual(['submission.approved'])
})

test('D-40 a key that is used after its time is a new one, also before the clean-up', async () => {
  let made = 0
  const make = (sender: string | undefined, key: string) =>
    runRepeatably(server.deps, { sender, key, input: made < 2 }, () =>
      inTransaction(server.deps.db.pool, async () => {
        made += 1
        return made
      }),
    )
  const [own, open] = [randomUUID(), randomUUID()]
  expect([await make('member 1', own), await make(undefined, open)]).toEqual([1, 2])
  server.travel(11 * 60_000)
  expect(await make(undefined, open)).toBe(3)
  await expect(make('member 1', own)).rejects.toThrow(texts.keyReused)
  server.travel(24 * 3_600_000)
  expect(await make('member 1', own)).toBe(5)
})

/** Every COMMIT is done, and then its connection is lost. */
function loseAnswersToCommits() {
  const { pool } = server.deps.db
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  vi.spyOn(pool, 'connect').mockImplementation((async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    let isLost = false
    Object.assign(client, {
      query: async (...given: unknown[]) => {
        const answer = isLost || (await query(...given))
        isLost ||= given[0] === 'COMMIT'
        if (isLost) throw new Error('Connection terminated unexpectedly')
        return answer
      },
    })
    return client
  }) as typeof pool.connect)
}

test('D-40 results are kept for a day, without a session ten minutes, and a thousand of a member', async () => {
  const member = await people.member()
  const sent = { email: `guest-${randomUUID()}@campus.edu.my` }
  await people.guest('POST', '/email/verification-notification', sent, keyed())
  const change = (key: object) =>
    connect(server, { headers: member.headers })('DELETE', '/user/sessions', {}, { ...key })
  const key = keyed()
  await change(key)
  const resultsOf = async (sender: string) =>
    (await server.sql('SELECT FROM request_results WHERE sender = $1', [sender])).rowCount
  const kept = async (ms: number) => {
    server.travel(ms)
    await repeatsCleanUp(server.deps)['results for repeats']?.()
    return [await resultsOf(''), await resultsOf(`member ${member.id}`)]
  }
  expect([await kept(11 * 60_000), await kept(24 * 3_600_000)]).toEqual([
    [0, 1],
    [0, 0],
  ])
  const manager = await people.manager()
  const own = keyed()
  await change(own)
  const fill = "INSERT INTO request_results SELECT $1, i, 0, '', '', $2 FROM generate_series(1, 1000) i"
  for (const sender of [`member ${member.id}`, `operator ${manager.id}`])
    await server.sql(fill, [sender, server.deps.now()])
  expect((await change(own)).status).toBe(200)
  expect(await change(keyed())).toMatchObject({ status: 429, retryAfter: 3600 })
  expect((await manager.call('POST', '/categories', { name: `Books ${randomUUID()}` })).status).toBe(201)
})

test('the calls that keep no result for their repeat exist', () => {
  expect(Object.keys(matrix)).toEqual(expect.arrayContaining(Object.values(unrecorded).flat()))
})
