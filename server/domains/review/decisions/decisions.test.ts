import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import type { Answer, Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'

const server = serverForTests()
const people = actorsOf(server)
const balance = checkedLedger(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  desk = await people.reviewer({ name: 'Rosli' })
  merchantId = (await createMerchant(server.deps)).id
})

const createReceipt = (given: Parameters<typeof insertReceipt>[1] = {}) =>
  insertReceipt(server.deps, { merchantId, ...given })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

test('D-51 the reasons of the latest rejections are listed with the most common first, over all operators', async () => {
  const [one, other] = [await people.reviewer(), await people.reviewer()]
  const asked = () => other.call<{ status: number; data: string[] }>('GET', '/rejection-reasons')
  expect(await asked()).toEqual({ status: 200, data: [] })
  const given = ['too_old', 'cut_off', 'cut_off', undefined, 'wrong_amount', 'cut_off', 'too_old'] as const
  for (const reason_code of given) {
    const { id } = await createReceipt()
    const rejection = { id, status: 'rejected', reason: 'Please look.', notes: '' } as const
    expect((await one.decide({ ...rejection, ...(reason_code && { reason_code }) })).status).toBe(201)
  }
  await one.approve((await createReceipt()).id)
  expect((await asked()).data).toEqual(['cut_off', 'too_old', 'wrong_amount'])
})

test('D-45 D-55 an approval credits its stamps, none for 0.00, shows the remaining undo time, and is audited', async () => {
  const { id, userId } = await createReceipt({ amountSen: 3050 })
  const { status, data } = await desk.approve(id, 'Clear picture')
  expect([status, data]).toMatchObject([201, { id, status: 'approved', stamps_on_approval: 3, lease_expires_at: null }])
  expect(data.decision).toEqual({
    ...{ status: 'approved', reason: null, notes: 'Clear picture', stamps: 3, operator: 'Rosli', confirmed_by: null },
    ...{ decided_at: expect.any(String), undo_left_ms: 10_000 },
  })
  expect(await balance(userId)).toBe(3)
  const changes = [
    { field: 'status', before: 'pending', after: 'approved' },
    { field: 'stamps', before: '0', after: '3' },
    { field: 'admin_notes', before: null, after: 'Clear picture' },
  ]
  const entries = await findAuditEntries(server, 'submission', id)
  expect(entries).toEqual([{ operator_id: desk.id, action: 'submission.approved', changes }])
  const free = await createReceipt({ amountSen: 0 })
  expect((await desk.approve(free.id)).data.decision?.stamps).toBe(0)
  expect((await desk.undo(free.id)).status).toBe(200)
  expect((await desk.approve(999_999_999)).status).toBe(404)
})

test('D-45 a rejection needs a reason, which is stored with the code of a common one, and credits nothing', async () => {
  const [usual, own] = [await createReceipt(), await createReceipt()]
  for (const [wrong, error] of [
    [' ', texts.reasonRequired],
    ['x'.repeat(501), texts.tooLong(500)],
    ['nul \0', texts.invalidText],
  ] as const)
    expect(await desk.reject(own.id, wrong)).toMatchObject({ status: 422, errors: { reason: [error] } })
  for (const notes of ['nul \0', 'half \ud83d'])
    expect((await desk.approve(own.id, notes)).errors).toEqual({ notes: [texts.invalidText] })
  const reason = 'The picture is blurred'
  await desk.decide({ id: usual.id, status: 'rejected', reason, reason_code: 'unreadable' })
  const { data } = await desk.reject(own.id, reason)
  expect(data).toMatchObject({ status: 'rejected', decision: { reason, notes: null, stamps: 0 } })
  expect(await balance(own.userId)).toBe(0)
  const stored = 'SELECT reason, reason_code FROM decisions WHERE submission_id = $1'
  expect(await rowsOf(server, stored, usual.id)).toEqual([{ reason, reason_code: 'unreadable' }])
  expect(await rowsOf(server, stored, own.id)).toEqual([{ reason, reason_code: null }])
})

test('D-45 when twenty decisions on one receipt come at once from five operators, one counts and nineteen get a 409; its approvals and undos at once leave a correct ledger', async () => {
  const { id, userId } = await createReceipt()
  const desks: Desk[] = []
  for (let at = 0; at < 5; at += 1) desks.push(await people.reviewer())
  const all = [...desks, ...desks, ...desks, ...desks]
  const answers = await Promise.all(all.map((by, at) => (at % 3 === 0 ? by.reject(id, 'Blurred') : by.approve(id))))
  expect(statuses(answers)).toEqual([201, ...Array(19).fill(409)])
  expect(answers.filter(({ message }) => message === texts.alreadyDecided)).toHaveLength(19)
  const decided = answers.find(({ status }) => status === 201)
  expect(await balance(userId)).toBe(decided?.data.status === 'approved' ? 2 : 0)
  const maker = all[answers.findIndex(({ status }) => status === 201)] ?? desk
  await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? maker.approve(id) : maker.undo(id))))
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
  expect([0, 2]).toContain(await balance(userId))
})

test('D-41 the second approval of one receipt is a 409 that names the first, at once or later', async () => {
  const first = await createReceipt()
  const others = [
    await createReceipt({ invoiceNo: first.invoiceNo }),
    await createReceipt({ invoiceNo: `0${first.invoiceNo}` }),
  ]
  const ids = [first, ...others].map(({ id }) => id)
  const answers = await Promise.all(ids.map((id) => desk.approve(id)))
  expect(statuses(answers)).toEqual([201, 409, 409])
  const approved = answers.find(({ status }) => status === 201)?.data.id ?? 0
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(answer).toMatchObject({ message: texts.approvedElsewhere(approved), submission_id: approved })
  }
  const left = ids.find((id) => id !== approved) ?? 0
  expect((await desk.reject(left, 'Another member earned it')).status).toBe(201)
})

test('D-45 D-55 the maker of a decision can undo it: counter-entry, pending again, leased, audited', async () => {
  const { id, userId } = await createReceipt()
  await desk.approve(id)
  const { status, data } = await desk.undo(id)
  expect(status).toBe(200)
  expect(data).toMatchObject({ status: 'pending', decision: null, lease_expires_at: expect.any(String) })
  const entries = 'SELECT kind, stamps FROM ledger_entries WHERE user_id = $1 ORDER BY id'
  expect(await rowsOf(server, entries, userId)).toEqual([
    { kind: 'approval', stamps: 2 },
    { kind: 'undo', stamps: -2 },
  ])
  const changes = [
    { field: 'status', before: 'approved', after: 'pending' },
    { field: 'stamps', before: '2', after: '0' },
  ]
  const undone = { action: 'submission.undone', changes }
  expect(await findAuditEntries(server, 'submission', id)).toMatchObject([{ action: 'submission.approved' }, undone])
  expect((await desk.approve(id)).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})

test('D-45 a decision cannot be undone by another operator, twice, after 10 seconds, or after its member has sent the receipt again', async () => {
  const { id, userId } = await createReceipt()
  const other = await people.reviewer()
  expect((await desk.undo(id)).status).toBe(409)
  await desk.approve(id)
  expect((await other.undo(id)).status).toBe(403)
  server.travel(10_001)
  expect(await desk.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
  expect(await balance(userId)).toBe(2)
  expect((await desk.renew(id)).status).toBe(409)
  const rejected = await createReceipt()
  await desk.reject(rejected.id, 'Blurred')
  await createReceipt({ userId: rejected.userId, invoiceNo: rejected.invoiceNo })
  expect(await desk.undo(rejected.id)).toMatchObject({ status: 409, message: texts.undoTooLate })
})

test('D-45 a decision is rolled back when its mail job cannot be written', async () => {
  const { id, userId } = await createReceipt()
  vi.spyOn(server.deps.jobs, 'enqueueMail').mockRejectedValueOnce(new Error('no job'))
  expect((await desk.approve(id)).status).toBe(500)
  expect(await balance(userId)).toBe(0)
  expect(await findAuditEntries(server, 'submission', id)).toEqual([])
  expect((await desk.approve(id)).status).toBe(201)
})
