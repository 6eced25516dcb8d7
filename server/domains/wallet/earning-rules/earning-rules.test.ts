import type { AdminEarningRule } from '@stampus/contract/console/earningRules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'
import { seedEarningRule } from './earning-rules.service.ts'
import { insertRule } from './earning-rules.store.ts'

const server = serverForTests()
const people = actorsOf(server)
let manager: Awaited<ReturnType<typeof createDesk>>
beforeEach(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})
checkedLedger(server)
/** Each test begins with the usual rule in force. */
afterEach(async () => {
  server.travel(2 * 3_600_000)
  const at = server.deps.now()
  await insertRule(server.deps.db.pool, { ...usual, startsAt: at, operatorId: null, at })
  server.travel(1)
})

type RuleAnswer = { status: number; message: string; errors: Record<string, string[]>; data: AdminEarningRule }

const usual = { sen_per_stamp: 1000, min_stamps_per_submission: 1, max_stamps_per_submission: 50 }
const add = (given: object = {}) =>
  manager.call<RuleAnswer>('POST', '/earning-rules', { ...usual, starts_at: 'now', ...given })
const rules = async () => (await manager.call<{ data: AdminEarningRule[] }>('GET', '/earning-rules')).data
const soon = () => new Date(server.deps.now().getTime() + 600_000).toISOString()

test('D-45 the settings are the first earning rule, from the beginning, and are stored once', async () => {
  const other = await testApp({ SEN_PER_STAMP: '500', MAX_STAMPS_PER_SUBMISSION: '7' })
  try {
    await Promise.all([seedEarningRule(other.deps), seedEarningRule(other.deps)])
    const { call } = await createDesk(other, { role: 'manager' })
    const stamps = { sen_per_stamp: 500, min_stamps_per_submission: 1, max_stamps_per_submission: 7 }
    const rule = { ...stamps, starts_at: '1970-01-01T00:00:00.000Z', state: 'current', operator: null }
    expect(await call<object>('GET', '/earning-rules')).toMatchObject({ data: [rule] })
  } finally {
    await other.close()
  }
})

test('D-45 a receipt earns by the rule of the time when it was sent, also by a reversal, and its decision names the rule', async () => {
  const { deps } = server
  const operators = await createReversalDesks(server)
  const { desk } = operators
  const member = await people.member()
  const rejected = await operators.decided('rejected', { userId: member.id, amountSen: 2500 })
  const before = await createSubmission(deps, { userId: member.id, amountSen: 2500 })
  server.travel(60_000)
  const added = await add({ sen_per_stamp: 500, min_stamps_per_submission: 3, max_stamps_per_submission: 4 })
  expect(added).toMatchObject({ status: 201, data: { state: 'current', operator: 'Tan Mei Fong' } })
  server.travel(60_000)
  const large = await createSubmission(deps, { userId: member.id, amountSen: 2500 })
  const small = await createSubmission(deps, { userId: member.id, amountSen: 400 })
  expect(await member.wallet()).toMatchObject({ stamp_balance: 0, pending_stamps: 2 + 4 + 3 })
  const shown = await Promise.all([before, large, small].map(({ id }) => desk.show(id)))
  expect(shown.map(({ data }) => [data.stamps_on_approval, data.earning_rule.sen_per_stamp])).toEqual([
    [2, 1000],
    [4, 500],
    [3, 500],
  ])
  for (const { id } of [before, large, small]) expect((await desk.approve(id)).status).toBe(201)
  server.travel(60_000)
  await operators.reverse(rejected.id, { status: 'approved', reason: 'It is right.' })
  expect(await member.wallet()).toEqual({ stamp_balance: 11, available: 11, pending_stamps: 0 })
  const { rows } = await server.sql(
    'SELECT stamps, earning_rule_id AS rule FROM decisions WHERE submission_id = ANY($1) ORDER BY id',
    [[before.id, large.id, small.id]],
  )
  const [current, first] = [added.data.id, expect.any(Number)]
  expect(rows).toEqual([
    { stamps: 2, rule: first },
    { stamps: 4, rule: current },
    { stamps: 3, rule: current },
  ])
  expect(rows[0].rule).not.toBe(current)
})

test('D-45 a planned rule applies from its start and can be removed before', async () => {
  const { deps } = server
  const member = await people.member()
  const planned = await add({ sen_per_stamp: 100, starts_at: soon() })
  expect(planned).toMatchObject({ status: 201, data: { state: 'planned' } })
  await createSubmission(deps, { userId: member.id, amountSen: 1000 })
  expect(await member.wallet()).toMatchObject({ pending_stamps: 1 })
  server.travel(600_000)
  await createSubmission(deps, { userId: member.id, amountSen: 1000 })
  expect(await member.wallet()).toMatchObject({ pending_stamps: 1 + 10 })
  const path = `/earning-rules/${planned.data.id}`
  expect((await manager.call('DELETE', path, { version: 1 })).status).toBe(409)
  const second = await add({ starts_at: soon() })
  expect((await manager.call('DELETE', `/earning-rules/${second.data.id}`, { version: 1 })).status).toBe(200)
  expect((await rules()).map(({ id }) => id)).not.toContain(second.data.id)
  expect((await manager.call('DELETE', `/earning-rules/${second.data.id}`, { version: 1 })).status).toBe(404)
})

test('D-45 every wrong field of a rule is rejected, and two rules cannot start at the same time', async () => {
  for (const [field, given] of [
    ['sen_per_stamp', { sen_per_stamp: 0 }],
    ['sen_per_stamp', { sen_per_stamp: 1_000_001 }],
    ['min_stamps_per_submission', { min_stamps_per_submission: -1 }],
    ['max_stamps_per_submission', { max_stamps_per_submission: 0 }],
    ['max_stamps_per_submission', { min_stamps_per_submission: 5, max_stamps_per_submission: 4 }],
    ['max_stamps_per_submission', { max_stamps_per_submission: 10_001 }],
    ['starts_at', { starts_at: '2020-01-01T00:00:00Z' }],
    ['starts_at', { starts_at: 'tomorrow' }],
  ] as const) {
    const { status, errors } = await add(given)
    expect([given, status, Object.keys(errors)]).toEqual([given, 422, [field]])
  }
  const starts_at = soon()
  const answers = await Promise.all([add({ starts_at }), add({ starts_at })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('D-45 D-62 an earning rule that has started stays, and each change is in the audit log', async () => {
  const started = "DELETE FROM earning_rules WHERE starts_at < '1980-01-01'"
  await expect(server.sql(started)).rejects.toMatchObject({ code: '42501' })
  const { data } = await add({ sen_per_stamp: 700, starts_at: soon() })
  await manager.call('DELETE', `/earning-rules/${data.id}`, { version: 1 })
  const names = ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission', 'starts_at']
  const changes = names.map((field) => ({ field }))
  expect(await findAuditEntries(server, 'earning_rule', data.id)).toMatchObject([
    { action: 'earning_rule.added', changes },
    { action: 'earning_rule.removed', changes },
  ])
})
