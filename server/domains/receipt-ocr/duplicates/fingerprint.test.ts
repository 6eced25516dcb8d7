import { dayIn } from '@stampus/contract/values/days'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
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
import { MachineBusy } from '../../../platform/workers/queue.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = serverForTests()
const people = actorsOf(server)
const computeOnce = rememberFingerprints()
const rotate = (photo: Buffer, degrees: number) => sharp(photo).rotate(degrees).jpeg({ quality: 85 }).toBuffer()

async function drawPictures() {
  const other = { invoice: '70655', date: '2026-11-12', time: '13:05' }
  const first = await drawReceipt(kopiKitaReceipt)
  const second = await drawReceipt({ ...kopiKitaReceipt, ...other })
  const edited = await editNumberAndDate(first, { invoice: '70655', date: '12/11/2026' })
  return { first, second, edited, striped: await cropAndStripe(first) }
}
/** A receipt; another one for the same goods; the first with another number and date; the first cropped and striped. */
let pictures: Awaited<ReturnType<typeof drawPictures>>
let desk: Desk
let merchantId: number
beforeAll(async () => {
  pictures = await drawPictures()
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
const bothBought = () => [bought('70412', 8), bought('70655', 1)] as const
const says = (facts: Bought) => createOcrResult({ ...facts, merchant: 'Kopi Kita', totalSen: 1710 })

const createPurchase = async (photo: Buffer, { invoice, date }: Bought) => {
  const typed = { merchantId, amountSen: 1710, invoiceNo: invoice, date }
  return (await createSubmission(server.deps, { photo: asNewFile(photo), ...typed })).id
}
const runJob = (id: number) => handleOcrJob(server.deps)(id)
const stateOf = async (id: number) => (await desk.show(id)).data.reading_state

/** Each of two receipts has the other one as its only look-alike. */
async function expectPair(first: number, second: number) {
  expect([await desk.lookAlikes(first), await desk.lookAlikes(second)]).toEqual([[second], [first]])
}

/** The receipts of the first picture and of another one, compared but not read yet. */
async function twoUnread(other: Buffer) {
  const [before, after] = bothBought()
  mockOcr(server, new Error('The disk is away'))
  const first = await createPurchase(pictures.first, before)
  const second = await createPurchase(other, after)
  for (const id of [first, second]) await expect(runJob(id)).rejects.toThrow('away')
  await expectPair(first, second)
  const readFirst = () => runOcrJob(server.deps, first, says(before))
  const readSecond = () => runOcrJob(server.deps, second, says(after))
  return { first, second, readFirst, readSecond }
}

/** Whether a signal of a receipt is only a hint, and the beginning of its text. */
const textsOf = async (id: number) =>
  (await desk.signals(id)).map(({ text, is_hint }) => [is_hint, text.replace(/^(.*) sent (\w+) .*$/, '$1 sent $2')])

/** Both receipts of a pair only have a hint that they look similar, with this addition, and are out of bulk. */
async function expectHints({ first, second }: { first: number; second: number }, what: string) {
  expect(await textsOf(second)).toEqual([[true, `Receipt ${first} looks similar, ${what}: sent before`]])
  expect(await textsOf(first)).toEqual([[true, `Receipt ${second} looks similar, ${what}: sent later`]])
  expect(await desk.offered()).toEqual([])
}

/** Lets the next so many fingerprints fail, as on a busy machine. Returns a count of the attempts. */
function failFingerprints(times: number): () => number {
  let asked = 0
  server.deps.fingerprint = async (picture) => {
    asked += 1
    if (asked <= times) throw new Error('A thread took too long')
    return computeOnce(picture)
  }
  return () => asked
}

test('D-45 D-51 a failed fingerprint is tried again, and the receipt is not offered in bulk meanwhile', async () => {
  const own = bought('70412', 1)
  const first = await createPurchase(pictures.first, own)
  const copy = await createPurchase(pictures.striped, bought('70655', 2))
  mockOcr(server, says(own))
  failFingerprints(4)
  for (const id of [copy, first]) for (const _ of [1, 2]) await expect(runJob(id)).rejects.toThrow('too long')
  expect(await desk.offered()).toEqual([])
  expect(await stateOf(first)).toBe('pending')
  for (const id of [copy, first]) await runJob(id)
  expect(await stateOf(first)).toBe('read')
  await expectPair(first, copy)
})

test('D-45 D-51 a picture whose fingerprint fails five times or has no keypoints, or with fewer than five numbers, is read but never offered in bulk', async () => {
  const create = async (invoice: string) => createPurchase(await createRandomPhoto(), bought(invoice, 1))
  const [failing, empty, covered] = [await create('70411'), await create('70412'), await create('70413')]
  const whole = await create('70414')
  mockOcr(server, says(bought('70411', 1)))
  const asked = failFingerprints(Infinity)
  for (const _ of [1, 2, 3, 4]) await expect(runJob(failing)).rejects.toThrow('too long')
  for (const _ of [1, 2]) await runJob(failing)
  expect([asked(), await stateOf(failing)]).toEqual([5, 'read'])
  server.deps.fingerprint = async () => []
  await runOcrJob(server.deps, empty, says(bought('70412', 1)))
  server.deps.fingerprint = computeOnce
  const withNumbers = (invoice: string, numbers: string[]) => ({ ...says(bought(invoice, 1)), numbers })
  await runOcrJob(server.deps, covered, withNumbers('70413', ['1', '2', '3', '4']))
  await runOcrJob(server.deps, whole, withNumbers('70414', ['5', '6', '7', '8', '9']))
  for (const id of [failing, empty, covered]) expect([id, await stateOf(id)]).toEqual([id, 'read'])
  const { data, waiting } = await desk.bulk()
  expect(data.map(({ id }) => id)).toEqual([whole])
  expect(waiting).toEqual({ ready: 1, unread: 0, unreadable: 3, unconfirmed: 0, flagged: 0 })
})

test('D-51 a copy is a signal before its member has OCR time left, and only one signal after OCR', async () => {
  const late = async (picture: Buffer) => {
    const made = await createSubmission(server.deps, { photo: asNewFile(picture) })
    await useOcrSeconds(server.deps, made.userId, 290)
    await runJob(made.id)
    return made.id
  }
  const first = await late(pictures.first)
  const copy = await late(pictures.striped)
  const isSignal = async () => {
    await expectPair(first, copy)
    const text = 'SELECT 1 AS pair FROM receipt_duplicates WHERE $1 IN (submission_id, duplicate_id)'
    expect(await rowsOf(server, text, first)).toHaveLength(1)
  }
  expect(await stateOf(copy)).toBe('pending')
  expect((await desk.signals(copy))[0]?.text).toMatch(/^Receipt \d+ looks similar, not read yet: sent before/)
  await isSignal()
  await runJob(copy)
  await isSignal()
  server.travel(HOUR)
  desk = await people.reviewer()
  const numbers = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
  for (const id of [first, copy]) {
    await runOcrJob(server.deps, id, createOcrResult({ numbers, totalSen: 2500 }))
    await isSignal()
  }
  expect(await stateOf(copy)).toBe('read')
  expect((await desk.signals(copy))[0]?.text).toContain(': same paper receipt, sent')
})

test('D-51 copies rotated by 90, 180 and 270 degrees are signals on each other even if OCR fails', async () => {
  mockOcr(server, new Error('The disk is away'))
  const ids: number[] = []
  for (const degrees of [0, 90, 180, 270]) {
    ids.push(await createPurchase(await rotate(pictures.first, degrees), bought(`7043${degrees}`, 1)))
    await expect(runJob(ids.at(-1) ?? 0)).rejects.toThrow('away')
  }
  for (const id of ids)
    expect((await desk.lookAlikes(id)).toSorted((a, b) => a - b)).toEqual(ids.filter((other) => other !== id))
})

test('D-45 D-51 D-107 similar pictures are a hint and out of bulk until both are read, and none once OCR finds two purchases', async () => {
  const pair = await twoUnread(pictures.second)
  await expectHints(pair, 'not read yet')
  await pair.readSecond()
  await expectHints(pair, 'not read yet')
  await pair.readFirst()
  expect([await desk.lookAlikes(pair.first), await desk.lookAlikes(pair.second)]).toEqual([[], []])
  expect(await desk.offered()).toEqual([pair.first, pair.second])
})

test('D-45 D-107 similar pictures of which one could not be read say so', async () => {
  const pair = await twoUnread(pictures.second)
  await pair.readFirst()
  await runOcrJob(server.deps, pair.second, createOcrResult({}))
  await expectHints(pair, "but one of the two pictures couldn't be read")
})

test('D-51 a second purchase photographed on its side is no look-alike after OCR of both', async () => {
  const { first, second, readFirst, readSecond } = await twoUnread(await rotate(pictures.second, 90))
  await readFirst()
  await readSecond()
  expect([await desk.lookAlikes(first), await desk.lookAlikes(second)]).toEqual([[], []])
})

test.each([
  ['and read last', 0, 'last'],
  ['and read first', 0, 'first'],
  ['and rotated by 90 degrees', 90, 'last'],
  ['and rotated by 180 degrees', 180, 'last'],
  ['and rotated by 270 degrees', 270, 'last'],
] as const)(
  'D-45 D-51 the same photograph with another number and date drawn on it, %s, stays a signal and out of bulk',
  async (_how, degrees, turn) => {
    const copy = degrees === 0 ? pictures.edited : await rotate(pictures.edited, degrees)
    const { first, second, readFirst, readSecond } = await twoUnread(copy)
    for (const read of turn === 'last' ? [readFirst, readSecond] : [readSecond, readFirst]) await read()
    await expectPair(first, second)
    const what = 'same picture, cropped or edited, sent'
    expect(await textsOf(second)).toEqual([[false, `Possible duplicate of receipt ${first}: ${what} before`]])
    expect(await textsOf(first)).toEqual([[true, `Receipt ${second} looks like this one: ${what} later`]])
    expect(await desk.offered()).toEqual([first])
  },
)

test('D-45 D-51 D-107 two photos that a busy machine could not compare are a hint and out of bulk, and are compared by a later job', async () => {
  const pair = await twoUnread(pictures.second)
  await pair.readFirst()
  const { storage, jobs } = server.deps
  const thumbnails = (await rowsOf<{ thumb_key: string }>(server, 'SELECT thumb_key FROM submissions')).map(
    ({ thumb_key }) => thumb_key,
  )
  const { openRead } = storage
  vi.spyOn(storage, 'openRead').mockImplementation(async (key) => {
    if (thumbnails.includes(key)) throw new MachineBusy('busy')
    return openRead(key)
  })
  const enqueue = vi.spyOn(jobs, 'enqueueOcr').mockResolvedValue()
  await pair.readSecond()
  expect(enqueue.mock.calls.map(([, id, options]) => [id, options])).toEqual([
    [pair.second, { afterSeconds: 60, behind: true, tries: 1, again: false }],
  ])
  expect(await stateOf(pair.second)).toBe('read')
  await expectHints(pair, 'not compared yet')
  vi.restoreAllMocks()
  // Should that job be lost, the hourly clean-up enqueues another one.
  await removeOcrJobs(server.deps, pair.second)
  server.travel(HOUR)
  desk = await people.reviewer()
  await cleanUpOcr(server.deps)
  expect(await listOcrQueue(server)).toContain(pair.second)
  await handleOcrJob(server.deps)(pair.second, { tries: 1 })
  expect([await textsOf(pair.first), await textsOf(pair.second)]).toEqual([[], []])
  expect(await desk.offered()).toEqual([pair.first, pair.second])
})
