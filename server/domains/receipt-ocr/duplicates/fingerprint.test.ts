import { dayIn } from '@stampus/contract/values/days'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  cleanUpOcr,
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  runOcrJob,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { asNewFile, rememberFingerprints } from '../../../../tests/support/pictures/fingerprints.ts'
import { cropAndStripe, editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { MachineBusy } from '../../../platform/workers/queue.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = serverForTests()
const people = actorsOf(server)
const computeOnce = rememberFingerprints()

/** A receipt; another one for the same goods; the first cropped and striped, and twice with another number and date, turned. */
let pictures: Record<'first' | 'second' | 'striped' | 'onItsHead' | 'onItsSide', Buffer>
let desk: Desk
let merchantId: number
beforeAll(async () => {
  const first = await drawReceipt(kopiKitaReceipt)
  const second = await drawReceipt({ ...kopiKitaReceipt, invoice: '70655', date: '2026-11-12', time: '13:05' })
  const edited = await editNumberAndDate(first, { invoice: '70655', date: '12/11/2026' })
  const smaller = (photo: Buffer, degrees = 0) => sharp(photo).resize(500).rotate(degrees).jpeg().toBuffer()
  pictures = {
    ...{ first: await smaller(first), second: await smaller(second), striped: await cropAndStripe(first) },
    ...{ onItsHead: await smaller(edited, 180), onItsSide: await smaller(edited, 270) },
  }
})
beforeEach(async () => {
  // So that no receipts of earlier tests are found.
  server.travel(91 * DAY)
  server.deps.fingerprint = computeOnce
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
  await server.deps.db.pool.query(`UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`)
})
afterEach(() => vi.restoreAllMocks())

/** The number and day of a receipt bought some days ago. */
const bought = (invoice: string, daysAgo: number) => {
  const { config, now } = server.deps
  return { invoice, date: dayIn(config.TIME_ZONE, new Date(now().getTime() - daysAgo * DAY)) }
}
type Bought = ReturnType<typeof bought>
const says = (facts: Bought) => createOcrResult({ ...facts, merchant: 'Kopi Kita', totalSen: 1710 })

const createPurchase = (photo: Buffer, { invoice, date }: Bought) => {
  const typed = { merchantId, amountSen: 1710, invoiceNo: invoice, date }
  return createSubmission(server.deps, { photo: asNewFile(photo), ...typed })
}
const runJob = (id: number) => handleOcrJob(server.deps)(id)
const stateOf = async (id: number) => (await desk.show(id)).data.reading_state

/** Each of these receipts has all others as its look-alikes. */
async function expectLookAlikes(...ids: number[]) {
  for (const id of ids)
    expect((await desk.lookAlikes(id)).toSorted((a, b) => a - b)).toEqual(ids.filter((other) => other !== id))
}

type Sent = { id: number; read: () => Promise<void> }
/** The receipts of the first picture and of others, each of another merchant, compared but not read yet. */
async function sendUnread(...others: Buffer[]) {
  mockOcr(server, new Error('The disk is away'))
  const sent: Sent[] = []
  for (const [at, photo] of [pictures.first, ...others].entries()) {
    const facts = bought(`7041${at}`, 8 - at)
    merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
    const { id } = await createPurchase(photo, facts)
    sent.push({ id, read: () => runOcrJob(server.deps, id, says(facts)) })
    await expect(runJob(id)).rejects.toThrow('away')
  }
  await expectLookAlikes(...sent.map(({ id }) => id))
  return sent
}
const twoUnread = async () => (await sendUnread(pictures.second)) as [Sent, Sent]

/** Whether a signal of a receipt is only a hint, and the beginning of its text. */
const textsOf = async (id: number) =>
  (await desk.signals(id)).map(({ text, is_hint }) => [is_hint, text.replace(/^(.*) sent (\w+) .*$/, '$1 sent $2')])

/** Both receipts of a pair only have a hint that they look similar, with this addition, and are out of bulk. */
async function expectHints([first, second]: [Sent, Sent], what: string) {
  expect(await textsOf(second.id)).toEqual([[true, `Receipt ${first.id} looks similar, ${what}: sent before`]])
  expect(await textsOf(first.id)).toEqual([[true, `Receipt ${second.id} looks similar, ${what}: sent later`]])
  expect(await desk.offered()).toEqual([])
}

test('D-45 D-51 a failed fingerprint is tried again, a copy is then one signal before its member has OCR time left, and after OCR', async () => {
  const sent = [await createPurchase(pictures.first, bought('70412', 1))]
  sent.push(await createPurchase(pictures.striped, bought('70655', 2)))
  const [first = 0, copy = 0] = sent.map(({ id }) => id)
  mockOcr(server, says(bought('70412', 1)))
  const failing = vi.fn(computeOnce)
  for (let times = 0; times < 4; times += 1) failing.mockRejectedValueOnce(new Error('A thread took too long'))
  server.deps.fingerprint = failing
  for (const id of [first, copy]) for (const _ of [1, 2]) await expect(runJob(id)).rejects.toThrow('too long')
  expect([await desk.offered(), await stateOf(first)]).toEqual([[], 'pending'])
  for (const { id, userId } of sent) {
    await useOcrSeconds(server.deps, userId, 290)
    await runJob(id)
  }
  await runJob(copy)
  const isOnePair = async () => {
    await expectLookAlikes(first, copy)
    const text = 'SELECT 1 AS pair FROM receipt_duplicates WHERE $1 IN (submission_id, duplicate_id)'
    expect(await rowsOf(server, text, first)).toHaveLength(1)
  }
  await isOnePair()
  expect(await stateOf(copy)).toBe('pending')
  expect((await desk.signals(copy))[0]?.text).toMatch(/^Receipt \d+ looks similar, not read yet: sent before/)
  server.travel(HOUR)
  desk = await people.reviewer()
  const numbers = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
  for (const id of [first, copy]) await runOcrJob(server.deps, id, createOcrResult({ numbers, totalSen: 1710 }))
  await isOnePair()
  expect(await stateOf(copy)).toBe('read')
  expect((await desk.signals(copy))[0]?.text).toContain(': same paper receipt, sent')
})

test('D-45 D-51 a picture whose fingerprint fails five times or has no keypoints, or with fewer than five numbers, is read but never offered in bulk', async () => {
  const create = async (invoice: string) => (await createPurchase(await createRandomPhoto(), bought(invoice, 1))).id
  const [failing, empty, covered] = [await create('70411'), await create('70412'), await create('70413')]
  const whole = await create('70414')
  mockOcr(server, says(bought('70411', 1)))
  const never = vi.fn(computeOnce).mockRejectedValue(new Error('A thread took too long'))
  server.deps.fingerprint = never
  for (const _ of [1, 2, 3, 4]) await expect(runJob(failing)).rejects.toThrow('too long')
  for (const _ of [1, 2]) await runJob(failing)
  expect([never.mock.calls.length, await stateOf(failing)]).toEqual([5, 'read'])
  server.deps.fingerprint = async () => []
  await runOcrJob(server.deps, empty, says(bought('70412', 1)))
  server.deps.fingerprint = computeOnce
  const withNumbers = (invoice: string, numbers: string[]) => ({ ...says(bought(invoice, 1)), numbers })
  await runOcrJob(server.deps, covered, withNumbers('70413', ['1', '2', '3', '4']))
  await runOcrJob(server.deps, whole, withNumbers('70414', ['5', '6', '7', '8', '9']))
  for (const id of [empty, covered]) expect([id, await stateOf(id)]).toEqual([id, 'read'])
  const { data, waiting } = await desk.bulk()
  expect(data.map(({ id }) => id)).toEqual([whole])
  expect(waiting).toEqual({ ready: 1, unread: 0, unreadable: 3, unconfirmed: 0, flagged: 0 })
})

test('D-45 D-51 D-107 similar pictures are a hint and out of bulk until both are read, and none once OCR finds two purchases', async () => {
  const pair = await twoUnread()
  const [first, second] = pair
  for (const { read } of [second, first]) {
    await expectHints(pair, 'not read yet')
    await read()
  }
  expect([await desk.lookAlikes(first.id), await desk.lookAlikes(second.id)]).toEqual([[], []])
  expect(await desk.offered()).toEqual([first.id, second.id])
})

test('D-45 D-51 similar pictures stay a hint and out of bulk if one of the two cannot be read', async () => {
  const pair = await twoUnread()
  mockOcr(server, new OcrError('time'))
  await runJob(pair[1].id)
  await pair[0].read()
  await expectHints(pair, "but one of the two pictures couldn't be read")
})

test('D-45 D-51 the same photograph with another number and date drawn on it, turned by any quarter, stays a signal and out of bulk', async () => {
  const sent = await sendUnread(pictures.onItsHead, pictures.onItsSide)
  for (const { read } of sent) await read()
  const [first = 0, head = 0, side = 0] = sent.map(({ id }) => id)
  await expectLookAlikes(first, head, side)
  const what = 'same picture, cropped or edited, sent'
  const before = (id: number) => [false, `Possible duplicate of receipt ${id}: ${what} before`]
  const later = (id: number) => [true, `Receipt ${id} looks like this one: ${what} later`]
  expect((await textsOf(head)).toSorted()).toEqual([before(first), later(side)].toSorted())
  expect((await textsOf(side)).toSorted()).toEqual([before(first), before(head)].toSorted())
  expect(await desk.offered()).toEqual([first])
})

test('D-45 D-51 D-107 two photos that a busy machine could not compare are a hint and out of bulk, and are compared by a later job', async () => {
  const pair = await twoUnread()
  const [first, second] = pair
  await first.read()
  const { storage, jobs } = server.deps
  const { openRead } = storage
  vi.spyOn(storage, 'openRead').mockImplementation(async (key) => {
    if ((await rowsOf(server, 'SELECT FROM submissions WHERE thumb_key = $1', key)).length > 0)
      throw new MachineBusy('busy')
    return openRead(key)
  })
  const enqueue = vi.spyOn(jobs, 'enqueueOcr').mockResolvedValue()
  await second.read()
  const later = { afterSeconds: 60, behind: true, tries: 1, again: false }
  expect(enqueue.mock.calls).toEqual([[expect.anything(), second.id, later]])
  expect(await stateOf(second.id)).toBe('read')
  await expectHints(pair, 'not compared yet')
  vi.restoreAllMocks()
  // Should that job be lost, the hourly clean-up enqueues another one.
  await removeOcrJobs(server.deps, second.id)
  server.travel(HOUR)
  desk = await people.reviewer()
  await cleanUpOcr(server.deps)
  expect(await listOcrQueue(server)).toContain(second.id)
  await handleOcrJob(server.deps)(second.id, { tries: 1 })
  expect([await textsOf(first.id), await textsOf(second.id)]).toEqual([[], []])
  expect(await desk.offered()).toEqual([first.id, second.id])
})

test('D-51 D-92 the picture of an approved receipt is recognised after its account was deleted, smaller and turned', async () => {
  const member = await people.member()
  const { id } = await createSubmission(server.deps, { photo: asNewFile(pictures.first), userId: member.id })
  const other = await createPurchase(await createRandomPhoto(), bought('70412', 1))
  for (const each of [id, other.id]) await runOcrJob(server.deps, each, createOcrResult({ totalSen: 2500 }))
  expect((await desk.approve(id)).status).toBe(201)
  server.travel(DAY)
  desk = await people.reviewer()
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const turned = await sharp(pictures.first).resize(400).rotate(90).jpeg({ quality: 70 }).toBuffer()
  const copy = await createPurchase(turned, bought('70655', 1))
  await runOcrJob(server.deps, copy.id, createOcrResult({ totalSen: 100 }))
  const signals = (await desk.signals(copy.id)).map(({ kind, submission_id, text }) => [kind, submission_id, text])
  const start = `^Possible duplicate of receipt ${id}: same picture, cropped or edited, sent before .* by a deleted account on`
  expect(signals).toContainEqual(['same_receipt', id, expect.stringMatching(start)])
  expect(await desk.lookAlikes(other.id)).toEqual([])
})
