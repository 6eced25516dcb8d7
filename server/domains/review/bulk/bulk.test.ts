import { texts } from '@stampus/contract/texts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createClaimant, createReward, vouchersOf } from '../../../../tests/support/api/rewards.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { alterSchema } from '../../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { findLedgerErrors } from '../../wallet/ledger-check.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'

const server = serverForTests({ RECEIPT_OCR: 'off' })
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})
afterEach(async () => {
  expect(await findLedgerErrors(server.deps.db.pool)).toEqual([])
})

type Desk = Awaited<ReturnType<typeof createDesk>>
type Answer = {
  status: number
  data: { id: number; thumb_url: string; stamps_on_approval: number }[]
  offer: string
  approved: number[]
  undone: number[]
  left_out: { id: number; reason: string }[]
  undo_left_ms: number
}
const list = async (desk: Desk) => (await desk.call<Answer>('GET', '/bulk')).data.map(({ id }) => id)
const offerFor = async (desk: Desk) => (await desk.call<Answer>('GET', '/bulk')).offer
const approve = (desk: Desk, ids: number[], offer: string) => desk.call<Answer>('POST', '/bulk', { ids, offer })
/** Approves what is offered, after the time a person needs to look, as the page does. */
const approveAll = async (desk: Desk, ids: number[]) => {
  const offer = await offerFor(desk)
  server.travel(1000)
  return approve(desk, ids, offer)
}
const undoAll = (desk: Desk, ids: number[]) => desk.call<Answer>('POST', '/bulk/undo', { ids })
const createReceipt = (given: Parameters<typeof createSubmission>[1] = {}) =>
  createSubmission(server.deps, { merchantId, ...given })

test('D-45 D-51 bulk approval offers only receipts without a signal, lease, large amount or escalation', async () => {
  const [desk, other] = [await createDesk(server), await createDesk(server)]
  const photo = await createRandomPhoto()
  const earlier = await createReceipt({ photo })
  const later = await createReceipt({ photo })
  await createReceipt({ amountSen: 50_001 })
  const [open, escalated, plain] = [
    await createReceipt(),
    await createReceipt(),
    await createReceipt({ amountSen: 3050 }),
  ]
  await other.renew(open.id)
  await other.escalate(escalated.id, 'Please look')
  // A later receipt with the same picture keeps only itself out.
  expect(await list(desk)).toEqual([earlier.id, plain.id])
  expect(await list(await createDesk(server, { role: 'manager' }))).toEqual([earlier.id, plain.id])
  const { data } = await desk.call<Answer>('GET', '/bulk')
  expect(data[1]).toMatchObject({ purchase_amount: '30.50', stamps_on_approval: 3, invoice_no: plain.invoiceNo })
  expect((await server.app.inject({ url: data[1]?.thumb_url ?? '' })).headers['content-type']).toBe('image/webp')
  expect(await approveAll(desk, [plain.id, plain.id])).toMatchObject({
    status: 201,
    approved: [plain.id],
    left_out: [],
  })
  expect(await findBalance(server.deps.db.pool, plain.userId)).toBe(3)
  for (const { id } of [earlier, later]) await desk.reject(id, 'The same picture')
})

test('D-45 a slow batch ends while its first approval can still be undone; each can be undone for ten more seconds, and until then no mail is sent and no spot check served', async () => {
  const desk = await createDesk(server)
  const made = (await Promise.all([createReceipt(), createReceipt(), createReceipt(), createReceipt()])).map(
    ({ id }) => id,
  )
  const [late = 0, ...others] = made.sort((a, b) => b - a)
  const ids = others.reverse()
  const checker = await createDesk(server)
  server.travel(10_001)
  const checksWaiting = async () => (await checker.call('POST', '/checks', {})).waiting
  const before = await checksWaiting()
  await takeWaitingMail(server)
  const { enqueueMail } = server.deps.jobs
  vi.spyOn(server.deps.jobs, 'enqueueMail').mockImplementation(async (tx, mail, options) => {
    await enqueueMail(tx, mail, options)
    server.travel(3000)
  })
  const { approved, left_out, undo_left_ms } = await approveAll(desk, [...ids, late])
  vi.restoreAllMocks()
  expect(approved).toEqual(ids)
  const reason = 'Approving took too long, so this receipt is still pending. Please try again.'
  expect(left_out).toEqual([{ id: late, reason }])
  expect(undo_left_ms).toBe(10_000)
  const { rows } = await server.deps.db.pool.query({
    text: `SELECT extract(epoch FROM max(b.batch_ended_at - d.created_at))::float AS seconds
           FROM bulk_approvals b JOIN decisions d ON d.id = b.decision_id WHERE d.submission_id = ANY($1)`,
    values: [ids],
  })
  expect(rows[0].seconds).toBeGreaterThan(8.9)
  expect(rows[0].seconds).toBeLessThan(10)
  // The first was decided 9 seconds before the end of the batch and can be undone for 10 more seconds.
  const mails = await takeWaitingMail(server)
  expect(mails).toHaveLength(3)
  for (const { seconds } of mails) expect(seconds).toBeGreaterThan(9 + 10)
  server.travel(9999)
  expect(await checksWaiting()).toBe(before)
  const { data } = await desk.show(ids[0] ?? 0)
  expect(data.decision?.undo_left_ms).toBe(1)
  expect(await undoAll(desk, ids)).toMatchObject({ undone: ids, left_out: [] })
  for (const id of made) await desk.reject(id, 'Too dark')
})

test('R-1.03 D-45 after a slow batch, an approval can be undone only while its stamps cannot be spent', async () => {
  const desk = await createDesk(server)
  const members = [await createClaimant(server.deps, 0), await createClaimant(server.deps, 0)]
  const ids: number[] = []
  for (const { id: userId } of members) ids.push((await createReceipt({ userId, amountSen: 3000 })).id)
  const { enqueueMail } = server.deps.jobs
  vi.spyOn(server.deps.jobs, 'enqueueMail').mockImplementation(async (tx, mail, options) => {
    await enqueueMail(tx, mail, options)
    server.travel(6000)
  })
  const { approved, undo_left_ms } = await approveAll(desk, ids)
  vi.restoreAllMocks()
  expect({ approved, undo_left_ms }).toEqual({ approved: ids, undo_left_ms: 10_000 })
  const [first, second] = members.map((member) => vouchersOf(server, member))
  const reward = await createReward(server.deps, { stamps: 3 })
  // The first was approved 12 seconds ago.
  expect((await first?.claim(reward))?.status).toBe(201)
  server.travel(9500)
  expect(await second?.claim(reward)).toMatchObject({ status: 409, code: 'stamps_missing' })
  expect(await undoAll(desk, ids)).toMatchObject({
    undone: ids.slice(1),
    left_out: [{ id: ids[0], reason: texts.undoTooLate }],
  })
  for (const { id } of members) expect(await findBalance(server.deps.db.pool, id)).toBe(0)
  await desk.reject(ids[1] ?? 0, 'Too dark')
})

test('D-45 a receipt that gains a signal, a lease or an escalation after the offer is left out and listed', async () => {
  const desk = await createDesk(server)
  const other = await createDesk(server)
  const photo = await createRandomPhoto()
  const [first, open, escalated, plain] = [
    await createReceipt({ photo }),
    await createReceipt(),
    await createReceipt(),
    await createReceipt(),
  ]
  const ids = [first, open, escalated, plain].map(({ id }) => id)
  const { data, offer } = await desk.call<Answer>('GET', '/bulk')
  expect(data.map(({ id }) => id)).toEqual(ids)
  server.travel(1000)
  await other.approve((await createReceipt({ photo })).id)
  await other.renew(open.id)
  await other.escalate(escalated.id, 'Please look')
  expect(await desk.call<Answer>('POST', '/bulk', { ids, offer })).toMatchObject({
    status: 201,
    approved: [plain.id],
    left_out: [
      { id: first.id, reason: texts.hasNewSignal },
      { id: open.id, reason: texts.leasedByOther },
      { id: escalated.id, reason: texts.escalatedToManagers },
    ],
  })
  await desk.reject(first.id, 'The same picture')
})

test('D-45 a batch can be undone for ten seconds by its maker, and none of its receipts stays on a desk', async () => {
  const [desk, other] = [await createDesk(server), await createDesk(server)]
  const made = [await createReceipt(), await createReceipt(), await createReceipt()]
  const ids = made.map(({ id }) => id)
  const { approved, undo_left_ms } = await approveAll(desk, ids)
  expect(approved).toEqual(ids)
  expect(undo_left_ms).toBeGreaterThan(5000)
  const [one = 0, ...rest] = ids
  await desk.undo(one)
  await desk.reject(one, 'Not this one')
  expect((await undoAll(other, rest)).left_out.map(({ reason }) => reason)).toEqual([texts.forbidden, texts.forbidden])
  expect(await undoAll(desk, rest)).toMatchObject({ status: 200, undone: rest, left_out: [] })
  expect(await list(other)).toEqual(rest)
  await approveAll(desk, rest)
  server.travel(10_001)
  expect((await undoAll(desk, rest)).left_out.map(({ reason }) => reason)).toEqual([
    texts.undoTooLate,
    texts.undoTooLate,
  ])
})

test('D-45 a batch and single decisions at once decide each receipt once', async () => {
  const [desk, other] = [await createDesk(server), await createDesk(server)]
  const ids: number[] = []
  for (let at = 0; at < 8; at += 1) ids.push((await createReceipt()).id)
  const [offer, another] = [await offerFor(desk), await offerFor(other)]
  server.travel(1000)
  const [bulk, again, ...singles] = await Promise.all([
    approve(desk, ids, offer),
    approve(other, [...ids].reverse(), another),
    ...ids.map((id) => other.reject(id, 'Blurred')),
  ])
  const rejected = ids.filter((_, at) => singles[at]?.status === 201)
  expect([...(bulk?.approved ?? []), ...(again?.approved ?? []), ...rejected].sort((a, b) => a - b)).toEqual(ids)
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT count(*) AS made FROM decisions WHERE submission_id = ANY($1)',
    values: [ids],
  })
  expect(rows[0].made).toBe(8)
})

test('D-45 a hundred decisions at once on one receipt make one decision', async () => {
  const { id, userId } = await createReceipt({ amountSen: 3050 })
  const desks: Desk[] = []
  for (let at = 0; at < 10; at += 1) desks.push(await createDesk(server))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const desk = desks[at % 10] as Desk
      return at % 3 === 0 ? desk.reject(id, 'Blurred') : desk.approve(id)
    }),
  )
  const counted = Map.groupBy(answers, ({ status }) => status)
  expect([counted.get(201)?.length, counted.get(409)?.length]).toEqual([1, 99])
  const approved = counted.get(201)?.[0]?.data.status === 'approved'
  expect(await findBalance(server.deps.db.pool, userId)).toBe(approved ? 3 : 0)
})

test('D-45 an error at one receipt leaves out and lists that receipt; the others are approved', async () => {
  const desk = await createDesk(server)
  const ids = [(await createReceipt()).id, (await createReceipt()).id, (await createReceipt()).id]
  await alterSchema(server.deps, `ALTER TABLE decisions ADD CONSTRAINT broken CHECK (submission_id <> ${ids[1]})`)
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const answer = await approveAll(desk, ids)
  expect(logError).toHaveBeenCalledWith({ err: expect.any(Error), submission: ids[1] }, expect.any(String))
  logError.mockRestore()
  await alterSchema(server.deps, 'ALTER TABLE decisions DROP CONSTRAINT broken')
  expect(answer).toMatchObject({
    status: 201,
    approved: [ids[0], ids[2]],
    left_out: [{ id: ids[1], reason: texts.serverError }],
  })
})

const checkedOf = async (ids: number[]) => {
  const text = 'SELECT submission_id AS id FROM spot_checks WHERE submission_id = ANY($1) ORDER BY 1'
  const { rows } = await server.deps.db.pool.query<{ id: number }>({ text, values: [ids] })
  return rows.map(({ id }) => id)
}

test('D-45 D-51 a spot check is written with its approval; when it fails, only that receipt is left out', async () => {
  const desk = await createDesk(server)
  server.deps.randomInt = () => 0
  const ids = [(await createReceipt()).id, (await createReceipt()).id, (await createReceipt()).id]
  const [drawn = 0, ...rest] = ids
  await alterSchema(
    server.deps,
    `ALTER TABLE spot_checks ADD CONSTRAINT broken CHECK (submission_id < ${drawn}) NOT VALID`,
  )
  const logError = vi.spyOn(server.deps.log, 'error').mockImplementation(() => {})
  const answer = await approveAll(desk, ids)
  expect(logError).toHaveBeenCalledWith({ err: expect.any(Error), operator: desk.id }, expect.any(String))
  logError.mockRestore()
  await alterSchema(server.deps, 'ALTER TABLE spot_checks DROP CONSTRAINT broken')
  expect(answer).toMatchObject({
    status: 201,
    approved: rest,
    left_out: [{ id: drawn, reason: texts.serverError }],
  })
  expect((await undoAll(desk, answer.approved)).undone).toEqual(rest)
  await approveAll(desk, ids)
  expect(await checkedOf(ids)).toEqual([drawn])
})

test('D-45 D-51 when a drawn receipt is left out, another approval of the batch is spot-checked instead', async () => {
  const [desk, other] = [await createDesk(server), await createDesk(server)]
  server.deps.randomInt = () => 0
  const ids = [(await createReceipt()).id, (await createReceipt()).id, (await createReceipt()).id]
  const [drawn = 0, ...rest] = ids
  const offer = await offerFor(desk)
  server.travel(1000)
  await other.renew(drawn)
  expect((await approve(desk, ids, offer)).approved).toEqual(rest)
  expect(await checkedOf(ids)).toEqual(rest.slice(0, 1))
})
