import { randomUUID } from 'node:crypto'
import type { AdminEarningRule } from '@stampus/contract/console/earningRules'
import type { memberWallet } from '@stampus/contract/console/members'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { listStampEntries } from '../privacy/history.store.ts'
import { seedEarningRule } from './earning-rules/earning-rules.admin.routes.ts'
import { insertRule } from './earning-rules/earning-rules.store.ts'
import { stampAdjustmentMail } from './wallet.mail.ts'

const server = serverForTests()
const people = actorsOf(server)
let manager: Awaited<ReturnType<typeof createDesk>>
beforeEach(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})
checkedLedger(server)

type Adjusted = { status: number; message: string; errors: object; data: { balance: number } }
const adjust = (memberId: number, input: object = {}, by = manager) => {
  const body = { stamps: 5, reason: 'A welcome gift', request_id: randomUUID(), ...input }
  return by.call<Adjusted>('POST', `/members/${memberId}/stamp-adjustments`, body)
}
const walletOf = (memberId: number) => manager.call<AnswerOf<typeof memberWallet>>('GET', `/members/${memberId}/wallet`)

test('D-53 D-45 D-91 R-1.03 a manager adds and takes stamps with a reason, which the export has too, and the balance is the sum of all entries', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await manager.approve(id)
  expect(await adjust(member.id, { stamps: 5 })).toMatchObject({ status: 201, data: { balance: 7 } })
  expect(await member.wallet()).toEqual({ stamp_balance: 7, available: 5, pending_stamps: 0 })
  const mistake = { stamps: -10, reason: 'Given\nby mistake' }
  expect(await adjust(member.id, mistake)).toMatchObject({ data: { balance: -3 } })
  expect(await member.wallet()).toEqual({ stamp_balance: -3, available: -5, pending_stamps: 0 })
  const made = { id: expect.any(Number), created_at: expect.any(String) }
  const entry = { ...made, submission_id: null, operator: 'Tan Mei Fong' }
  expect(await walletOf(member.id)).toMatchObject({
    balance: -3,
    data: [
      { ...entry, kind: 'correction', stamps: -10, reason: 'Given\nby mistake' },
      { ...entry, kind: 'correction', stamps: 5, reason: 'A welcome gift' },
      { kind: 'approval', stamps: 2, submission_id: id, reason: null, operator: null },
    ],
    meta: { has_more: false },
  })
  const exported = await listStampEntries(server.deps.db.pool, member.id, 0)
  const correction = { kind: 'correction', stamps: 5, submission_id: null, reason: 'A welcome gift' }
  expect(exported).toContainEqual(expect.objectContaining(correction))
})

test('D-53 an adjustment that is sent several times at once is recorded once', async () => {
  const member = await createMember(server.deps)
  const request_id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 5 }, () => adjust(member.id, { request_id })))
  expect(responses.map(({ status, data }) => [status, data.balance])).toEqual(Array(5).fill([201, 5]))
  const other = await adjust(member.id, { request_id, stamps: 6 })
  expect([other.status, other.message]).toEqual([409, texts.keyReused])
  expect(await findAuditEntries(server, 'member', member.id)).toHaveLength(1)
})

test('R-5.03 a balance below zero is written off once, also in two tabs', async () => {
  const member = await createMember(server.deps)
  await adjust(member.id, { stamps: -3 })
  const writeOff = { stamps: 3, balance: -3 }
  const [first, second] = [await adjust(member.id, writeOff), await adjust(member.id, writeOff)]
  expect(first).toMatchObject({ status: 201, data: { balance: 0 } })
  const changed = "The member's balance has changed. Close this and look at it again."
  expect(second).toMatchObject({ status: 409, message: changed })
  const request_id = randomUUID()
  await adjust(member.id, { stamps: -2 })
  for (const _ of ['sent', 'repeated'])
    expect((await adjust(member.id, { stamps: 2, balance: -2, request_id })).status).toBe(201)
  expect((await walletOf(member.id)).balance).toBe(0)
})

test('D-53 D-20 an adjustment needs a whole number of stamps, a reason and a verified member', async () => {
  const { id } = await createMember(server.deps)
  for (const stamps of [0, 1.5, 1001, -1001, '5', null])
    expect(await adjust(id, { stamps })).toMatchObject({ status: 422, errors: { stamps: [texts.invalidStamps] } })
  expect((await adjust(id, { reason: ' ' })).errors).toEqual({ reason: [texts.reasonRequired] })
  const gone = await createMember(server.deps)
  await server.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [gone.id])
  for (const unknown of [999_999_999, gone.id]) expect((await adjust(unknown)).status).toBe(404)
  expect((await walletOf(999_999_999)).status).toBe(404)
  const unverified = await createMember(server.deps, { verified: false })
  expect(await adjust(unverified.id)).toMatchObject({ status: 409, message: texts.memberUnverified })
})

test('D-50 D-53 managers cannot adjust their own stamps', async () => {
  const { deps } = server
  const member = await createMember(deps)
  const own = await createDesk(server, { role: 'manager', email: member.email })
  expect(await adjust(member.id, {}, own)).toMatchObject({ status: 403, message: texts.ownAccount })
  const colleague = await createDesk(server, { role: 'manager' })
  await server.sql(
    'INSERT INTO operator_addresses (operator_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    [colleague.id, member.id],
  )
  expect((await adjust(member.id, {}, colleague)).status).toBe(403)
})

test('D-53 D-55 the member gets a mail with the reason, and the audit log stores the balance before and after', async () => {
  const member = await createMember(server.deps, { name: 'Aina <b>' })
  await takeWaitingMail(server)
  await adjust(member.id, { stamps: -1, reason: 'Twice <b>' })
  const [job] = await takeWaitingMail(server)
  expect(job).toMatchObject({ kind: 'stamp-correction', seconds: 0 })
  const mails = catchMail(server)
  await stampAdjustmentMail(server.deps)(job?.id ?? 0)
  expect(mails).toMatchObject([{ to: member.email, subject: 'Your stamps were adjusted' }])
  for (const text of [
    'Hello Aina <b>,',
    'A manager took 1 stamp off your stamp card.',
    'Reason: Twice <b>',
    'You now have -1 stamps.',
    'http://stampus.test/login?redirect=%2F%3Fstamps%3Dall\n',
  ])
    expect(mails[0]?.text).toContain(text)
  expect(mails[0]?.html).toContain('Twice &lt;b&gt;')
  const changes = [
    { field: 'stamps', before: '0', after: '-1' },
    { field: 'reason', before: null, after: 'Twice <b>' },
  ]
  const entry = { operator_id: manager.id, action: 'member.stamps_corrected', changes }
  expect(await findAuditEntries(server, 'member', member.id)).toMatchObject([entry])
})

const usual = { sen_per_stamp: 1000, min_stamps_per_submission: 1, max_stamps_per_submission: 50 }
/** Each test begins with the usual rule in force. */
afterEach(async () => {
  server.travel(2 * 3_600_000)
  const at = server.deps.now()
  await insertRule(server.deps.db.pool, { ...usual, startsAt: at, operatorId: null, at })
  server.travel(1)
})

type RuleAnswer = { status: number; message: string; errors: Record<string, string[]>; data: AdminEarningRule }

const addRule = (given: object = {}) =>
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
  const added = await addRule({ sen_per_stamp: 500, min_stamps_per_submission: 3, max_stamps_per_submission: 4 })
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
    'SELECT stamps, earning_rule_id = $2 AS current FROM decisions WHERE submission_id = ANY($1) ORDER BY id',
    [[before.id, large.id, small.id], added.data.id],
  )
  expect(rows.map(({ stamps, current }) => [stamps, current])).toEqual([
    [2, false],
    [4, true],
    [3, true],
  ])
})

test('D-45 a planned rule applies from its start and can be removed before', async () => {
  const { deps } = server
  const member = await people.member()
  const planned = await addRule({ sen_per_stamp: 100, starts_at: soon() })
  expect(planned).toMatchObject({ status: 201, data: { state: 'planned' } })
  await createSubmission(deps, { userId: member.id, amountSen: 1000 })
  expect(await member.wallet()).toMatchObject({ pending_stamps: 1 })
  server.travel(600_000)
  await createSubmission(deps, { userId: member.id, amountSen: 1000 })
  expect(await member.wallet()).toMatchObject({ pending_stamps: 1 + 10 })
  const path = `/earning-rules/${planned.data.id}`
  expect((await manager.call('DELETE', path, { version: 1 })).status).toBe(409)
  const second = await addRule({ starts_at: soon() })
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
    const { status, errors } = await addRule(given)
    expect([given, status, Object.keys(errors)]).toEqual([given, 422, [field]])
  }
  const starts_at = soon()
  const answers = await Promise.all([addRule({ starts_at }), addRule({ starts_at })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('D-45 D-62 an earning rule that has started stays, and each change is in the audit log', async () => {
  const started = "DELETE FROM earning_rules WHERE starts_at < '1980-01-01'"
  await expect(server.sql(started)).rejects.toMatchObject({ code: '42501' })
  const { data } = await addRule({ sen_per_stamp: 700, starts_at: soon() })
  await manager.call('DELETE', `/earning-rules/${data.id}`, { version: 1 })
  const names = ['sen_per_stamp', 'min_stamps_per_submission', 'max_stamps_per_submission', 'starts_at']
  const changes = names.map((field) => ({ field }))
  expect(await findAuditEntries(server, 'earning_rule', data.id)).toMatchObject([
    { action: 'earning_rule.added', changes },
    { action: 'earning_rule.removed', changes },
  ])
})
