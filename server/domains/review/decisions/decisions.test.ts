import { REASON_MAX, UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  desk = await createDesk(server, { name: 'Rosli' })
  merchantId = (await createMerchant(server.deps)).id
})
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
})

const createReceipt = (given: Parameters<typeof createSubmission>[1] = {}) =>
  createSubmission(server.deps, { merchantId, ...given })
const balance = (userId: number) => findBalance(server.deps.db.pool, userId)
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

async function rows(text: string, value: number) {
  return (await server.deps.db.pool.query({ text, values: [value] })).rows
}

const findAuditEntries = async (id: number) => {
  const text = `SELECT operator_id, action, changed_fields FROM audit_entries
                WHERE subject_kind = 'submission' AND subject_id = $1 ORDER BY id`
  return rows(text, id)
}

test('D-51 the reasons of the latest rejections are listed with the most common first, over all operators', async () => {
  const [one, other] = [await createDesk(server), await createDesk(server)]
  const asked = () => other.call<{ status: number; data: string[] }>('GET', '/rejection-reasons')
  expect(await asked()).toEqual({ status: 200, data: [] })
  for (const reason_code of [
    'too_old',
    'cut_off',
    'cut_off',
    undefined,
    'wrong_amount',
    'cut_off',
    'too_old',
  ] as const) {
    const { id } = await createSubmission(server.deps, { merchantId })
    const given = {
      id,
      status: 'rejected',
      reason: 'Please look.',
      notes: '',
      ...(reason_code && { reason_code }),
    } as const
    expect((await one.decide(given)).status).toBe(201)
  }
  const { id } = await createSubmission(server.deps, { merchantId })
  await one.approve(id)
  expect((await asked()).data).toEqual(['cut_off', 'too_old', 'wrong_amount'])
})

test('D-45 D-55 an approval credits its stamps, shows the remaining undo time, and is audited', async () => {
  const { id, userId } = await createReceipt({ amountSen: 3050 })
  const { status, data } = await desk.approve(id, 'Clear picture')
  expect(status).toBe(201)
  expect(data).toMatchObject({ id, status: 'approved', stamps_on_approval: 3, lease_expires_at: null })
  expect(data.decision).toEqual({
    status: 'approved',
    reason: null,
    notes: 'Clear picture',
    stamps: 3,
    operator: 'Rosli',
    confirmed_by: null,
    decided_at: expect.any(String),
    undo_left_ms: expect.any(Number),
  })
  expect(data.decision?.undo_left_ms).toBeGreaterThan(UNDO_MS - 5000)
  expect(data.decision?.undo_left_ms).toBeLessThanOrEqual(UNDO_MS)
  expect(await balance(userId)).toBe(3)
  expect(await findAuditEntries(id)).toEqual([
    { operator_id: desk.id, action: 'submission.approved', changed_fields: ['status', 'stamps', 'admin_notes'] },
  ])
})

test('D-45 an approval of 0.00 earns no stamp', async () => {
  const { id, userId } = await createReceipt({ amountSen: 0 })
  expect((await desk.approve(id)).data.decision?.stamps).toBe(0)
  expect(await balance(userId)).toBe(0)
  expect((await desk.undo(id)).status).toBe(200)
})

test('D-45 a rejection needs a reason and credits nothing', async () => {
  const { id, userId } = await createReceipt()
  const without = await desk.reject(id, ' ')
  expect(without.status).toBe(422)
  expect(without.errors).toEqual({ reason: [texts.reasonRequired] })
  const { data } = await desk.reject(id, 'The picture is blurred')
  expect(data).toMatchObject({
    status: 'rejected',
    decision: { reason: 'The picture is blurred', notes: null, stamps: 0 },
  })
  expect(await balance(userId)).toBe(0)
})

test('D-45 a rejection stores the code of a common reason; a reason in own words has none', async () => {
  const [usual, own] = [await createReceipt(), await createReceipt()]
  const reason = 'The picture is blurred'
  await desk.decide({ id: usual.id, status: 'rejected', reason, reason_code: 'unreadable' })
  await desk.reject(own.id, reason)
  const code = 'SELECT reason, reason_code FROM decisions WHERE submission_id = $1'
  expect(await rows(code, usual.id)).toEqual([{ reason, reason_code: 'unreadable' }])
  expect(await rows(code, own.id)).toEqual([{ reason, reason_code: null }])
})

test('D-45 reason and notes must be storable text', async () => {
  const { id } = await createReceipt()
  expect((await desk.reject(id, 'x'.repeat(REASON_MAX + 1))).errors).toEqual({ reason: [texts.tooLong(REASON_MAX)] })
  expect((await desk.reject(id, 'nul \0')).errors).toEqual({ reason: [texts.invalidText] })
  expect((await desk.approve(id, 'nul \0')).errors).toEqual({ notes: [texts.invalidText] })
  expect((await desk.approve(id, 'half \ud83d')).errors).toEqual({ notes: [texts.invalidText] })
})

test('D-45 when a hundred approvals of one receipt come at once, one adds stamps and ninety-nine get a 409', async () => {
  const { id, userId } = await createReceipt()
  const answers = await Promise.all(Array.from({ length: 100 }, () => desk.approve(id)))
  expect(statuses(answers)).toEqual([201, ...Array(99).fill(409)])
  expect(answers.filter(({ message }) => message === texts.alreadyDecided)).toHaveLength(99)
  expect(await balance(userId)).toBe(2)
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

test('D-51 a receipt leased to another reviewer cannot be decided; a receipt without a lease can', async () => {
  const { id } = await createReceipt()
  const other = await createDesk(server)
  expect((await other.renew(id)).status).toBe(200)
  expect(await desk.approve(id)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await other.release(id)).status).toBe(200)
  expect((await desk.approve(id)).status).toBe(201)
  expect((await desk.approve(999_999_999)).status).toBe(404)
})

test('D-45 D-55 the maker of a decision can undo it: counter-entry, pending again, leased, audited', async () => {
  const { id, userId } = await createReceipt()
  await desk.approve(id)
  const { status, data } = await desk.undo(id)
  expect(status).toBe(200)
  expect(data).toMatchObject({ status: 'pending', decision: null, lease_expires_at: expect.any(String) })
  const entries = 'SELECT kind, stamps FROM ledger_entries WHERE user_id = $1 ORDER BY id'
  expect(await rows(entries, userId)).toEqual([
    { kind: 'approval', stamps: 2 },
    { kind: 'undo', stamps: -2 },
  ])
  expect((await findAuditEntries(id)).map(({ action }) => action)).toEqual(['submission.approved', 'submission.undone'])
  const values = `SELECT v.changes FROM audit_entries e JOIN audit_values v ON v.entry_id = e.id
    WHERE e.action = 'submission.undone' AND e.subject_id = $1`
  expect(await rows(values, id)).toEqual([
    {
      changes: [
        { field: 'status', before: 'approved', after: 'pending' },
        { field: 'stamps', before: '2', after: '0' },
      ],
    },
  ])
  expect((await desk.approve(id)).status).toBe(201)
  expect(await balance(userId)).toBe(2)
})

test('D-45 a decision cannot be undone by another operator, twice, or after 10 seconds', async () => {
  const { id, userId } = await createReceipt()
  const other = await createDesk(server)
  expect((await desk.undo(id)).status).toBe(409)
  await desk.approve(id)
  expect((await other.undo(id)).status).toBe(403)
  server.travel(UNDO_MS + 1)
  expect(await desk.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
  expect(await balance(userId)).toBe(2)
  expect((await desk.renew(id)).status).toBe(409)
})

test('D-45 a rejection cannot be undone after its member has sent the receipt again', async () => {
  const { id, userId, invoiceNo } = await createReceipt()
  await desk.reject(id, 'Blurred')
  await createReceipt({ userId, invoiceNo })
  expect(await desk.undo(id)).toMatchObject({ status: 409, message: texts.undoTooLate })
})

test('D-45 approvals and undos at once always leave a correct ledger', async () => {
  const { id, userId } = await createReceipt()
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? desk.undo(id) : desk.approve(id))))
    expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
  }
  const isApproved = (await desk.approve(id)).status === 201 || (await desk.undo(id)).status === 200
  expect(isApproved).toBe(true)
  expect([0, 2]).toContain(await balance(userId))
})

test('D-45 a decision is rolled back when its mail job cannot be written', async () => {
  const { deps } = server
  const { id, userId } = await createReceipt()
  const enqueueMail = deps.jobs.enqueueMail
  deps.jobs.enqueueMail = async () => {
    throw new Error('no job')
  }
  expect((await desk.approve(id)).status).toBe(500)
  deps.jobs.enqueueMail = enqueueMail
  expect(await balance(userId)).toBe(0)
  expect(await findAuditEntries(id)).toEqual([])
  expect((await desk.approve(id)).status).toBe(201)
})
