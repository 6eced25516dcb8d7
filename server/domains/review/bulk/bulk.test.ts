import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createReward } from '../../../../tests/support/api/rewards.ts'
import { createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { checkedLedger } from '../../../../tests/support/database/ledger.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
const people = actorsOf(server)
const balance = checkedLedger(server)
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})

const createReceipt = (given: Parameters<typeof insertReceipt>[1] = {}) =>
  insertReceipt(server.deps, { merchantId, ...given })
const createReceipts = async (count: number) => {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push((await createReceipt()).id)
  return ids
}
/** Approves what is offered, after the time a person needs to look, as the page does. */
const approveAll = async (desk: Desk, ids: number[]) => {
  const { offer } = await desk.bulk()
  server.travel(1000)
  return desk.approveBulk(ids, offer)
}
/** Approves what is offered, and each approval takes so many milliseconds. */
async function approveSlowly(desk: Desk, ids: number[], ms: number) {
  const { enqueueMail } = server.deps.jobs
  vi.spyOn(server.deps.jobs, 'enqueueMail').mockImplementation(async (tx, mail, options) => {
    await enqueueMail(tx, mail, options)
    server.travel(ms)
  })
  const answer = await approveAll(desk, ids)
  vi.restoreAllMocks()
  return answer
}

test('D-45 D-51 bulk approval offers only receipts without a signal, lease, large amount or escalation', async () => {
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const photo = randomUUID()
  const earlier = await createReceipt({ photo })
  const later = await createReceipt({ photo })
  await createReceipt({ amountSen: 50_001 })
  const [open, escalated] = [await createReceipt(), await createReceipt()]
  const plain = await createSubmission(server.deps, { merchantId, amountSen: 3050 })
  await other.renew(open.id)
  await other.escalate(escalated.id, 'Please look')
  // A later receipt with the same picture keeps only itself out.
  for (const by of [desk, await people.manager()]) expect(await by.offered()).toEqual([earlier.id, plain.id])
  const { data } = await desk.bulk()
  expect(data[1]).toMatchObject({ purchase_amount: '30.50', stamps_on_approval: 3, invoice_no: plain.invoiceNo })
  expect((await server.app.inject({ url: data[1]?.thumb_url ?? '' })).headers['content-type']).toBe('image/webp')
  expect(await approveAll(desk, [plain.id, plain.id])).toMatchObject({
    status: 201,
    approved: [plain.id],
    left_out: [],
  })
  expect(await balance(plain.userId)).toBe(3)
  for (const { id } of [earlier, later]) await desk.reject(id, 'The same picture')
})

test('D-45 a slow batch ends while its first approval can still be undone; its maker can undo each for ten more seconds, and until then no mail is sent and no spot check served', async () => {
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const made = await createReceipts(4)
  const [first = 0, second = 0, third = 0, late = 0] = made
  server.travel(10_001)
  const checksWaiting = async () => (await other.call('POST', '/checks', {})).waiting
  const before = await checksWaiting()
  await takeWaitingMail(server)
  const { approved, left_out, undo_left_ms } = await approveSlowly(desk, made, 3000)
  const reason = 'Approving took too long, so this receipt is still pending. Please try again.'
  expect({ approved, left_out }).toEqual({ approved: [first, second, third], left_out: [{ id: late, reason }] })
  expect(undo_left_ms).toBe(10_000)
  // The first was decided 9 seconds before the end of the batch and can be undone for 10 more seconds.
  const mails = await takeWaitingMail(server)
  expect(mails).toHaveLength(3)
  for (const { seconds } of mails) expect(seconds).toBeGreaterThan(9 + 10)
  server.travel(9999)
  expect(await checksWaiting()).toBe(before)
  expect((await desk.show(first)).data.decision?.undo_left_ms).toBe(1)
  const undo = async (ids: number[], by = desk) => {
    const { undone, left_out: rest } = await by.undoBulk(ids)
    return [undone, rest.map((one) => one.reason)]
  }
  expect(await undo([first], other)).toEqual([[], [texts.forbidden]])
  expect(await undo([first, second])).toEqual([[first, second], []])
  expect(await other.offered()).toEqual([first, second, late])
  server.travel(2)
  expect(await undo([third])).toEqual([[], [texts.undoTooLate]])
  for (const id of [first, second, late]) await desk.reject(id, 'Too dark')
})

test('R-1.03 D-45 after a slow batch, an approval can be undone only while its stamps cannot be spent', async () => {
  const desk = await people.reviewer()
  const members = [await people.member(), await people.member()]
  const ids: number[] = []
  for (const { id: userId } of members) ids.push((await createReceipt({ userId, amountSen: 3000 })).id)
  const { approved, undo_left_ms } = await approveSlowly(desk, ids, 6000)
  expect({ approved, undo_left_ms }).toEqual({ approved: ids, undo_left_ms: 10_000 })
  const [first, second] = members
  const reward = await createReward(server.deps, { stamps: 3 })
  // The first was approved 12 seconds ago.
  expect((await first?.claim(reward))?.status).toBe(201)
  server.travel(9500)
  expect(await second?.claim(reward)).toMatchObject({ status: 409, code: 'stamps_missing' })
  expect(await desk.undoBulk(ids)).toMatchObject({
    undone: ids.slice(1),
    left_out: [{ id: ids[0], reason: texts.undoTooLate }],
  })
  for (const { id } of members) expect(await balance(id)).toBe(0)
  await desk.reject(ids[1] ?? 0, 'Too dark')
})

test('D-45 D-51 a receipt that gains a signal, a lease or an escalation after the offer is left out and listed, and another one is spot-checked in its place', async () => {
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const photo = randomUUID()
  const first = await createReceipt({ photo })
  const [open = 0, escalated = 0, plain = 0] = await createReceipts(3)
  const ids = [first.id, open, escalated, plain]
  server.deps.randomInt = () => 0
  const { data, offer } = await desk.bulk()
  expect(data.map(({ id }) => id)).toEqual(ids)
  server.travel(1000)
  await other.approve((await createReceipt({ photo })).id)
  await other.renew(open)
  await other.escalate(escalated, 'Please look')
  expect(await desk.approveBulk(ids, offer)).toMatchObject({
    status: 201,
    approved: [plain],
    left_out: [
      { id: first.id, reason: texts.hasNewSignal },
      { id: open, reason: texts.leasedByOther },
      { id: escalated, reason: texts.escalatedToManagers },
    ],
  })
  expect(await checkedOf(ids)).toEqual([plain])
  await desk.reject(first.id, 'The same picture')
})

const checkedOf = async (ids: number[]) => {
  const text = 'SELECT submission_id AS id FROM spot_checks WHERE submission_id = ANY($1) ORDER BY 1'
  return (await rowsOf<{ id: number }>(server, text, ids)).map(({ id }) => id)
}

test('D-45 D-51 a spot check is written with its approval; when it fails, only that receipt is left out, listed and logged', async () => {
  const desk = await people.reviewer()
  server.deps.randomInt = () => 0
  const ids = await createReceipts(3)
  const [drawn = 0, ...rest] = ids
  const broken = `ADD CONSTRAINT broken CHECK (submission_id < ${drawn}) NOT VALID`
  await alterSchema(server.deps, `ALTER TABLE spot_checks ${broken}`)
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const answer = await approveAll(desk, ids)
  await alterSchema(server.deps, 'ALTER TABLE spot_checks DROP CONSTRAINT broken')
  for (const about of [{ operator: desk.id }, { submission: drawn }])
    expect(logError).toHaveBeenCalledWith({ err: expect.any(Error), ...about }, expect.any(String))
  logError.mockRestore()
  expect(answer).toMatchObject({ status: 201, approved: rest, left_out: [{ id: drawn, reason: texts.serverError }] })
  expect((await desk.undoBulk(answer.approved)).undone).toEqual(rest)
  await approveAll(desk, ids)
  expect(await checkedOf(ids)).toEqual([drawn])
})

test('D-45 D-51 at least a tenth of a batch, drawn by chance, is spot-checked; more if the setting is higher', async () => {
  const { config } = server.deps
  const before = config.SPOT_CHECK_PERCENT
  const desk = await people.reviewer()
  /** The positions of the spot-checked receipts in a batch. `last` always draws the last remaining one. */
  const drawnOf = async (count: number, percent: number, last: boolean) => {
    config.SPOT_CHECK_PERCENT = percent
    server.deps.randomInt = (below) => (last ? below - 1 : 0)
    const ids = await createReceipts(count)
    expect((await approveAll(desk, ids)).approved).toEqual(ids)
    return (await checkedOf(ids)).map((id) => ids.indexOf(id))
  }
  expect(await drawnOf(11, 0, false)).toEqual([0, 1])
  expect(await drawnOf(10, 0, true)).toEqual([9])
  expect(await drawnOf(4, 50, false)).toEqual([0, 1])
  config.SPOT_CHECK_PERCENT = before
})

test('D-45 twelve receipts are offered at a time, then the next twelve; only those offered to this operator together, between a second and an hour ago, are approved', async () => {
  const [desk, other] = [await people.reviewer(), await people.reviewer()]
  const ids = await createReceipts(14)
  const [one = 0, two = 0] = ids
  const idsOf = ({ data }: Awaited<ReturnType<Desk['bulk']>>) => data.map(({ id }) => id)
  const first = await desk.bulk()
  expect([idsOf(first), first.before, first.has_more, first.waiting.ready]).toEqual([ids.slice(0, 12), 0, true, 14])
  const second = await desk.bulk(ids[11])
  expect([idsOf(second), second.before, second.has_more]).toEqual([ids.slice(12), 12, false])
  const { offer } = first
  const tooEarly = { status: 409, message: 'Look at each picture before you approve it.' }
  expect(await desk.approveBulk([one], offer)).toMatchObject(tooEarly)
  server.travel(1000)
  const stale = { status: 409, message: 'This page is out of date. Reload it and look at the receipts again.' }
  const forged = offer.replace(/^\d+/, (at) => String(Number(at) + 1))
  expect(await other.approveBulk([one], offer)).toMatchObject(stale)
  expect(await desk.approveBulk([one, ids[12] ?? 0], offer)).toMatchObject(stale)
  for (const wrong of [forged, 'nothing']) expect(await desk.approveBulk([one], wrong)).toMatchObject(stale)
  for (const wrong of [ids.slice(0, 13), []]) expect((await desk.approveBulk(wrong, offer)).status).toBe(422)
  expect((await desk.approveBulk([one], offer)).approved).toEqual([one])
  for (let minutes = 0; minutes < 60; minutes += 15) {
    server.travel(900_001)
    await desk.bulk()
  }
  expect(await desk.approveBulk([two], offer)).toMatchObject(stale)
})
