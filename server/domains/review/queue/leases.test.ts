import { LEASE_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findReviewItemRows } from '../evidence/review-items.store.ts'

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

const HOUR_MS = 3_600_000

async function waiting(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push((await createSubmission(server.deps, { merchantId })).id)
  return ids
}

const leaseOf = async (id: number, operatorId: number) =>
  (await findReviewItemRows(server.deps.db.pool, { ids: [id], operatorId, now: server.deps.now() }))[0]
    ?.lease_expires_at

test('D-51 two reviewers get the oldest receipts, each a different one', async () => {
  const ids = await waiting(3)
  const [one, other] = [await people.reviewer(), await people.reviewer()]
  const first = await one.next()
  expect(first).toMatchObject({
    status: 200,
    data: { id: ids[0], status: 'pending', decision: null },
    waiting: 3,
    escalated: 0,
  })
  expect((await other.next()).data.id).toBe(ids[1])
  expect((await one.next()).data.id).toBe(ids[0])
})

test('D-51 ten reviewers at once never get the same receipt', async () => {
  const ids = await waiting(8)
  const desks = []
  for (let at = 0; at < 10; at += 1) desks.push(await people.reviewer())
  const served = await Promise.all(desks.map((desk) => desk.next()))
  const given = served.flatMap(({ data }) => (data ? [data.id] : []))
  expect(given.sort((a, b) => a - b)).toEqual(ids)
  expect(served.filter(({ data }) => data === null)).toHaveLength(2)
})

test('D-51 a reviewer who asks ten times at once has one receipt open', async () => {
  const [first] = await waiting(10)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const served = await Promise.all(Array.from({ length: 10 }, () => desk.next()))
  expect(new Set(served.map(({ data }) => data.id))).toEqual(new Set([first]))
  expect((await other.next()).data.id).not.toBe(first)
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
    server.travel(HOUR_MS / 3)
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

test('D-51 the pictures of the next two receipts come in advance, without a lease', async () => {
  const [first, second = 0, third = 0] = await waiting(4)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const served = await desk.next()
  expect(served.data.id).toBe(first)
  const pictures = [(await desk.show(second)).data.picture, (await desk.show(third)).data.picture]
  expect(served.ahead).toEqual(pictures)
  expect((await other.next()).data.id).toBe(second)
})

test('D-45 D-51 a decision returns the next receipt, leased, when asked to', async () => {
  const [first = 0, second = 0, third = 0] = await waiting(3)
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  await desk.next()
  const then_take = true
  const taken = await desk.decide({ id: first, status: 'approved', then_take })
  expect(taken).toMatchObject({
    status: 201,
    data: { id: first, status: 'approved', decision: { undo_left_ms: expect.any(Number) } },
    next: { id: second, status: 'pending', lease_expires_at: expect.any(String) },
    ahead: [(await desk.show(third)).data.picture],
    waiting: 2,
    escalated: 0,
  })
  expect(await desk.decide({ id: first, status: 'approved', then_take })).toMatchObject({ status: 409 })
  expect((await other.next()).data.id).toBe(third)
  expect(Object.keys(await desk.reject(second, 'Blurred'))).toEqual(['status', 'data'])
  expect(await other.decide({ id: third, status: 'rejected', reason: 'Blurred', then_take })).toMatchObject({
    status: 201,
    next: null,
    waiting: 0,
  })
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
  expect(new Date(data.lease_expires_at ?? 0).getTime() - server.deps.now().getTime()).toBeGreaterThan(
    LEASE_MS - 10_000,
  )
  server.travel(LEASE_MS - 1000)
  expect((await desk.renew(first)).status).toBe(200)
  server.travel(2000)
  expect((await other.next()).data.id).toBe(second)
  server.travel(LEASE_MS)
  expect((await other.renew(first)).data.id).toBe(first)
  expect(await leaseOf(second, other.id)).toBeNull()
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

test('D-50 only operators on the console’s own origin can use the desk', async () => {
  const [first = 0] = await waiting(1)
  for (const [method, path] of [
    ['POST', '/leases'],
    ['PUT', `/submissions/${first}/lease`],
    ['DELETE', `/submissions/${first}/lease`],
    ['POST', `/submissions/${first}/decision`],
    ['DELETE', `/submissions/${first}/decision`],
  ] as const)
    for (const [site, status] of [
      ['same-origin', 401],
      ['cross-site', 403],
    ] as const) {
      const answer = await people.guest(method, `/console${path}`, undefined, { 'sec-fetch-site': site })
      expect([method, path, answer.status]).toEqual([method, path, status])
    }
})
