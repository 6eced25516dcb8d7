import { randomUUID } from 'node:crypto'
import type { memberWallet } from '@stampus/contract/console/members'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../tests/support/database/ledger.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStampEntries } from '../privacy/history.store.ts'
import { stampAdjustmentMail } from './wallet.mail.ts'

const server = serverForTests()
const people = actorsOf(server)
let manager: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})
checkedLedger(server)

type Adjusted = { status: number; message: string; errors: object; data: { balance: number } }
const adjust = (memberId: number, input: object = {}, by = manager) => {
  const body = { stamps: 5, reason: 'A welcome gift', request_id: randomUUID(), ...input }
  return by.call<Adjusted>('POST', `/members/${memberId}/stamp-corrections`, body)
}
const walletOf = (memberId: number) => manager.call<AnswerOf<typeof memberWallet>>('GET', `/members/${memberId}/wallet`)

test('D-53 D-45 D-91 R-1.03 a manager adds and takes stamps with a reason, which the export has too, and the balance is the sum of all entries', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { userId: member.id })
  await manager.approve(id)
  expect(await adjust(member.id, { stamps: 5 })).toMatchObject({ status: 201, data: { balance: 7 } })
  expect(await member.wallet()).toEqual({ stamp_balance: 7, available: 5, pending_stamps: 0 })
  expect(await adjust(member.id, { stamps: -10, reason: 'Given\nby mistake' })).toMatchObject({
    data: { balance: -3 },
  })
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
