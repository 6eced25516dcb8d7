import { LEASE_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
const people = actorsOf(server)
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})
afterEach(async () => {
  await rowsOf(server, 'DELETE FROM leases')
  await rowsOf(server, "UPDATE submissions SET status = 'rejected' WHERE status = 'pending'")
})

async function waiting(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push((await insertReceipt(server.deps, { merchantId })).id)
  return ids
}

test('D-51 ten reviewers at once never get the same receipt, and one who asks ten times at once has one open', async () => {
  const ids = await waiting(8)
  const desks = []
  for (let at = 0; at < 10; at += 1) desks.push(await people.reviewer())
  const served = await Promise.all(desks.map((desk) => desk.next()))
  const given = served.flatMap(({ data }) => (data ? [data.id] : []))
  expect(given.sort((a, b) => a - b)).toEqual(ids)
  expect(served.filter(({ data }) => data === null)).toHaveLength(2)
  await rowsOf(server, 'DELETE FROM leases')
  const [desk, other] = desks
  const asked = await Promise.all(Array.from({ length: 10 }, () => desk?.next()))
  expect(new Set(asked.map((answer) => answer?.data.id))).toEqual(new Set(ids.slice(0, 1)))
  expect((await other?.next())?.data.id).not.toBe(ids[0])
})

test('D-51 a skipped receipt goes to the next reviewer, and comes last for the reviewer who skipped it', async () => {
  const [first = 0, second = 0, third = 0] = await waiting(3)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  await desk.next()
  expect(await desk.next(first)).toMatchObject({ data: { id: second }, waiting: 3 })
  expect((await other.next()).data.id).toBe(first)
  expect((await other.release(first)).status).toBe(200)
  expect((await desk.next(second)).data.id).toBe(third)
  server.travel(1000)
  expect((await desk.next(third)).data.id).toBe(first)
  expect((await desk.next(first)).data.id).toBe(second)
  for (const _ of [1, 2, 3]) {
    server.travel(20 * 60_000)
    await desk.release(second)
  }
  expect((await desk.next()).data.id).toBe(first)
})

test('D-51 twenty skipped receipts stay last, and a decision does not bring them back', async () => {
  const ids = await waiting(22)
  const desk = await people.reviewer()
  await desk.next()
  for (const id of ids.slice(0, 20)) {
    server.travel(1)
    await desk.next(id)
  }
  const [last = 0, beyond] = ids.slice(20)
  expect((await desk.approve(last)).status).toBe(201)
  expect((await desk.next()).data.id).toBe(beyond)
})

test('D-45 D-51 reviewers get the oldest receipts, with the pictures of the next two in advance; a decision returns the next one, leased, when asked to', async () => {
  const [first = 0, second = 0, third = 0] = await waiting(3)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const served = await desk.next()
  const oldest = { id: first, status: 'pending', decision: null }
  expect(served).toMatchObject({ status: 200, data: oldest, waiting: 3, escalated: 0 })
  expect(served.ahead).toEqual([(await desk.show(second)).data.picture, (await desk.show(third)).data.picture])
  const approval = { id: first, status: 'approved', then_take: true } as const
  expect(await desk.decide(approval)).toMatchObject({
    ...{ status: 201, waiting: 2, escalated: 0, ahead: [(await desk.show(third)).data.picture] },
    data: { id: first, status: 'approved', decision: { undo_left_ms: expect.any(Number) } },
    next: { id: second, status: 'pending', lease_expires_at: expect.any(String) },
  })
  expect(await desk.decide(approval)).toMatchObject({ status: 409 })
  expect((await other.next()).data.id).toBe(third)
  expect(Object.keys(await desk.reject(second, 'Blurred'))).toEqual(['status', 'data'])
  const rejection = { id: third, status: 'rejected', reason: 'Blurred', then_take: true } as const
  expect(await other.decide(rejection)).toMatchObject({ status: 201, next: null, waiting: 0 })
})

test('D-45 a decision is saved and answered even if the next receipt cannot be opened', async () => {
  const [first = 0, second = 0] = await waiting(2)
  const desk = await people.reviewer()
  await alterSchema(server.deps, `ALTER TABLE leases ADD CONSTRAINT broken CHECK (submission_id <> ${second})`)
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const answer = await desk.decide({ id: first, status: 'approved', then_take: true })
  await alterSchema(server.deps, 'ALTER TABLE leases DROP CONSTRAINT broken')
  expect(logError).toHaveBeenCalledWith(
    { err: expect.any(Error) },
    expect.stringContaining('failed to open the next receipt'),
  )
  logError.mockRestore()
  expect([answer.status, answer.data.status, Object.keys(answer)]).toEqual([201, 'approved', ['status', 'data']])
  expect((await desk.next()).data.id).toBe(second)
})

test('D-51 a receipt opened in a second tab leaves the first one leased, up to three', async () => {
  const [first = 0, second = 0, third = 0, fourth = 0] = await waiting(4)
  const [desk, other] = [await people.reviewer({ name: 'Rosli' }), await people.reviewer()]
  await desk.next()
  await desk.renew(second)
  expect(await other.renew(first)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await other.show(first)).data.held).toMatchObject({ operator: 'Rosli', until: expect.any(String) })
  const held = [
    { id: fourth, held_by: null },
    { id: third, held_by: null },
    { id: second, held_by: 'Rosli' },
    { id: first, held_by: 'Rosli' },
  ]
  expect(await other.call('GET', '/submissions?status=pending')).toMatchObject({ data: held })
  expect((await desk.show(first)).data.held).toBeNull()
  expect(await other.history(first)).toMatchObject({ held_by: 'Rosli' })
  server.travel(1000)
  await desk.renew(third)
  server.travel(1000)
  await desk.renew(fourth)
  expect((await other.renew(first)).status).toBe(200)
})

test('D-51 a lease expires after 5 minutes, and a renewed one does not', async () => {
  const [first = 0, second = 0] = await waiting(2)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const { data } = await desk.next()
  expect(Date.parse(data.lease_expires_at ?? '') - server.deps.now().getTime()).toBe(LEASE_MS)
  server.travel(LEASE_MS - 1000)
  expect((await desk.renew(first)).status).toBe(200)
  server.travel(2000)
  expect((await other.next()).data.id).toBe(second)
  server.travel(LEASE_MS)
  expect((await other.renew(first)).data.id).toBe(first)
  expect((await other.show(second)).data.lease_expires_at).toBeNull()
  expect(await desk.renew(first)).toMatchObject({ status: 409, message: texts.leasedByOther })
})

test('D-51 a released receipt is served again, not one that another operator releases, and a decided or unknown one cannot be opened', async () => {
  const [first = 0] = await waiting(1)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  await desk.next()
  expect(await other.release(first)).toMatchObject({ status: 200, waiting: 1, held: 1 })
  expect((await other.next()).data).toBeNull()
  expect(await desk.release(first)).toMatchObject({ status: 200, waiting: 1, held: 0 })
  expect((await other.next()).data.id).toBe(first)
  await other.approve(first)
  expect(await desk.renew(first)).toMatchObject({ status: 409, message: texts.alreadyDecided })
  expect((await desk.renew(999_999_999)).status).toBe(404)
})

test('D-51 D-55 an escalated receipt leaves the reviewers’ queue and comes first for managers, with note and name; a manager who has it open or has decided keeps it', async () => {
  const reviewer = await people.reviewer({ name: 'Rosli' })
  const [other, manager] = [await people.reviewer(), await people.manager()]
  const [older = 0, id = 0] = await waiting(2)
  const note = 'The shop says it is theirs.'
  expect((await reviewer.escalate(id, ' ')).errors).toEqual({ note: [texts.noteRequired] })
  expect(await reviewer.escalate(id, note)).toMatchObject({ status: 201, waiting: 2, escalated: 1 })
  expect(await other.next()).toMatchObject({ data: { id: older, escalation: null }, ahead: [], waiting: 2 })
  for (const answer of [await other.renew(id), await other.approve(id), await other.escalate(id, 'Me too')])
    expect(answer).toMatchObject({ status: 403, message: 'This receipt was escalated to managers.' })
  await other.release(older)
  const first = { data: { id, escalation: { note, operator: 'Rosli' } }, waiting: 2, escalated: 1 }
  expect(await manager.next()).toMatchObject(first)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await manager.escalate(id, 'Again')).status).toBe(409)
  expect((await manager.approve(id)).status).toBe(201)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.alreadyDecided })
  expect((await manager.undo(id)).data).toMatchObject({ id, escalation: { operator: 'Rosli' } })
  expect((await manager.reject(id, 'Not a receipt')).status).toBe(201)
  expect(await reviewer.escalate(id, 'Too late')).toMatchObject({ status: 409, message: texts.alreadyDecided })
})

test('D-51 D-55 a reviewer can undo an escalation within 10 seconds and has the receipt open again', async () => {
  const [reviewer, other] = [await people.reviewer(), await people.reviewer()]
  const [id = 0] = await waiting(1)
  expect((await reviewer.undoEscalation(id)).status).toBe(409)
  await reviewer.escalate(id, 'Two dates on it')
  expect((await other.undoEscalation(id)).status).toBe(403)
  server.travel(10_000)
  const open = { id, status: 'pending', escalation: null, lease_expires_at: expect.any(String) }
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 200, data: open, escalated: 0 })
  expect(await other.approve(id)).toMatchObject({ status: 409, message: texts.leasedByOther })
  expect((await reviewer.escalate(id, 'Two dates on it')).status).toBe(201)
  server.travel(10_001)
  expect(await reviewer.undoEscalation(id)).toMatchObject({ status: 409, message: texts.escalationTooLate })
  expect((await reviewer.undoEscalation(999_999_999)).status).toBe(404)
  const [note, by] = ['Two dates on it', { operator_id: reviewer.id }]
  expect((await findAuditEntries(server, 'submission', id)).slice(0, 2)).toEqual([
    { action: 'submission.escalated', ...by, changes: [{ field: 'escalation', before: null, after: note }] },
    { action: 'submission.escalation_undone', ...by, changes: [{ field: 'escalation', before: note, after: null }] },
  ])
})
