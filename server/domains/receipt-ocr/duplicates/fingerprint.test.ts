import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { dayIn } from '@stampus/contract/values/days'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  runOcrJob,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { cropAndStripe, editNumberAndDate } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { MachineBusy } from '../../../platform/workers/queue.ts'
import { handleOcrJob, ocrCleanUp } from '../receipt-ocr.service.ts'
import { computeFingerprint } from './fingerprint.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeEach(async () => {
  // So that no receipts of earlier tests are found.
  server.travel(91 * DAY)
  server.deps.fingerprint = computeFingerprint
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
  await server.deps.db.pool.query(`UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`)
})
afterEach(() => vi.restoreAllMocks())

/** The receipts offered for bulk approval. */
const offered = async () => (await desk.call<{ data: { id: number }[] }>('GET', '/bulk')).data.map(({ id }) => id)

const numbers = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']

/** Lets the next so many fingerprints fail, as on a busy machine. Returns a count of the attempts. */
function failFingerprints(times: number): () => number {
  let asked = 0
  server.deps.fingerprint = async (picture) => {
    asked += 1
    if (asked <= times) throw new Error('A thread took too long')
    return computeFingerprint(picture)
  }
  return () => asked
}

test('D-45 D-51 a failed fingerprint is tried again, and the receipt is not offered in bulk meanwhile', async () => {
  const own = bought('70412', 1)
  const photo = await drawReceipt({ ...kopiKitaReceipt, ...own })
  const [first, copy] = [
    await createPurchase(photo, own),
    await createPurchase(await cropAndStripe(photo), bought('70655', 2)),
  ]
  mockOcr(server, says(own))
  failFingerprints(4)
  for (const { id } of [copy, first])
    for (const _ of [1, 2]) await expect(handleOcrJob(server.deps)(id)).rejects.toThrow('too long')
  expect(await offered()).toEqual([])
  expect((await desk.show(first.id)).data.reading_state).toBe('pending')
  for (const { id } of [copy, first]) await handleOcrJob(server.deps)(id)
  expect((await desk.show(first.id)).data.reading_state).toBe('read')
  expect(await lookAlikesOf(first.id)).toEqual([copy.id])
  expect(await lookAlikesOf(copy.id)).toEqual([first.id])
})

test('D-45 D-51 a picture whose fingerprint fails five times is read without one, and never offered in bulk', async () => {
  const own = bought('70412', 1)
  const { id } = await createPurchase(await drawReceipt({ ...kopiKitaReceipt, ...own }), own)
  mockOcr(server, says(own))
  const asked = failFingerprints(Infinity)
  for (const _ of [1, 2, 3, 4]) await expect(handleOcrJob(server.deps)(id)).rejects.toThrow('too long')
  await handleOcrJob(server.deps)(id)
  await handleOcrJob(server.deps)(id)
  expect(asked()).toBe(5)
  expect((await desk.show(id)).data.reading_state).toBe('read')
  expect(await offered()).toEqual([])
  const { waiting } = await desk.call<PlainReceipts>('GET', '/bulk')
  expect(waiting).toEqual({ ready: 0, unread: 0, unreadable: 1, unconfirmed: 0, flagged: 0 })
})

test('D-45 a picture without keypoints is never offered in bulk', async () => {
  const own = bought('70412', 1)
  const { id } = await createPurchase(await drawReceipt({ ...kopiKitaReceipt, ...own }), own)
  mockOcr(server, says(own))
  server.deps.fingerprint = async () => []
  await handleOcrJob(server.deps)(id)
  expect((await desk.show(id)).data.reading_state).toBe('read')
  expect(await offered()).toEqual([])
})

test('D-45 a picture with fewer than five numbers, for example because most of it is covered, is never offered in bulk', async () => {
  const own = bought('70412', 1)
  const [covered, open] = [
    await createPurchase(await drawReceipt({ ...kopiKitaReceipt, ...own }), own),
    bought('70655', 2),
  ]
  await runOcrJob(server.deps, covered.id, { ...says(own), numbers: numbers.slice(0, 4) })
  const whole = await createPurchase(
    await drawReceipt({ ...kopiKitaReceipt, ...open, merchant: 'Warung Kak Ros' }),
    open,
  )
  await runOcrJob(server.deps, whole.id, { ...says(open), numbers: ['1', '2', '3', '4', '5'] })
  expect(await offered()).toEqual([whole.id])
})

/** The number and day of a receipt bought some days ago. */
const bought = (invoice: string, daysAgo: number) => {
  const { config, now } = server.deps
  return { invoice, date: dayIn(config.TIME_ZONE, new Date(now().getTime() - daysAgo * DAY)) }
}

const lookAlikesOf = async (id: number) => {
  const { signals } = (await desk.show(id)).data
  return signals.filter(({ kind }) => kind === 'same_receipt').map(({ submission_id }) => submission_id)
}

test('D-51 a copy is a signal before its member has OCR time left, and only one signal after OCR', async () => {
  const photo = await drawReceipt({ ...kopiKitaReceipt, invoice: '70412' })
  const late = async (picture: Buffer) => {
    const made = await createSubmission(server.deps, { photo: picture })
    await useOcrSeconds(server.deps, made.userId, 290)
    await handleOcrJob(server.deps)(made.id)
    return made.id
  }
  const first = await late(photo)
  const copy = await late(await cropAndStripe(photo))
  const isSignal = async () => {
    expect(await lookAlikesOf(copy)).toEqual([first])
    expect(await lookAlikesOf(first)).toEqual([copy])
    const noted = await server.deps.db.pool.query({
      text: 'SELECT FROM receipt_duplicates WHERE $1 IN (submission_id, duplicate_id)',
      values: [first],
    })
    expect(noted.rowCount).toBe(1)
  }
  expect((await desk.show(copy)).data.reading_state).toBe('pending')
  expect((await desk.show(copy)).data.signals[0]?.text).toMatch(/^Receipt \d+ looks similar, not read yet: sent before/)
  await isSignal()
  await handleOcrJob(server.deps)(copy)
  await isSignal()
  server.travel(HOUR)
  desk = await createDesk(server)
  for (const id of [first, copy]) {
    await runOcrJob(server.deps, id, createOcrResult({ numbers, totalSen: 2500 }))
    await isSignal()
  }
  expect((await desk.show(copy)).data.reading_state).toBe('read')
  expect((await desk.show(copy)).data.signals[0]?.text).toContain(': same paper receipt, sent')
})

test.each([90, 180, 270])('D-51 a copy rotated by %i degrees is a signal even if OCR fails', async (degrees) => {
  const photo = await drawReceipt({ ...kopiKitaReceipt, invoice: '70433' })
  const first = await createSubmission(server.deps, { photo })
  const turned = await createSubmission(server.deps, { photo: await sharp(photo).rotate(degrees).jpeg().toBuffer() })
  mockOcr(server, new Error('The disk is away'))
  for (const { id } of [first, turned]) await expect(handleOcrJob(server.deps)(id)).rejects.toThrow('away')
  expect(await lookAlikesOf(turned.id)).toEqual([first.id])
  expect(await lookAlikesOf(first.id)).toEqual([turned.id])
})

type Bought = ReturnType<typeof bought>

/** Two receipts whose pictures were compared and are not read yet. */
async function twoUnread(one: [Buffer, Bought], other: [Buffer, Bought]) {
  mockOcr(server, new Error('The disk is away'))
  const [first, second] = [await createPurchase(...one), await createPurchase(...other)]
  for (const { id } of [first, second]) await expect(handleOcrJob(server.deps)(id)).rejects.toThrow('away')
  expect(await lookAlikesOf(second.id)).toEqual([first.id])
  return [first, second] as const
}

const createPurchase = (photo: Buffer, { invoice, date }: Bought) =>
  createSubmission(server.deps, { photo, merchantId, amountSen: 1710, invoiceNo: invoice, date })
const says = (bought: Bought) => createOcrResult({ ...bought, merchant: 'Kopi Kita', totalSen: 1710 })

/** Whether a signal of a receipt is only a hint, and the beginning of its text. */
const textsOf = async (id: number) =>
  (await desk.show(id)).data.signals.map(({ text, is_hint }) => [
    is_hint,
    text.replace(/^(.*) sent (\w+) .*$/, '$1 sent $2'),
  ])

test('D-45 D-51 D-107 similar pictures are a hint and out of bulk until both are read, and none once OCR finds two purchases', async () => {
  const [before, after] = [bought('70412', 8), bought('70655', 1)]
  const [first, second] = await twoUnread(
    [await drawReceipt({ ...kopiKitaReceipt, ...before }), before],
    [await drawReceipt({ ...kopiKitaReceipt, ...after }), after],
  )
  const unread = async () => {
    expect(await textsOf(second.id)).toEqual([[true, `Receipt ${first.id} looks similar, not read yet: sent before`]])
    expect(await textsOf(first.id)).toEqual([[true, `Receipt ${second.id} looks similar, not read yet: sent later`]])
    expect(await offered()).toEqual([])
  }
  await unread()
  await runOcrJob(server.deps, second.id, says(after))
  await unread()
  await runOcrJob(server.deps, first.id, says(before))
  expect(await lookAlikesOf(second.id)).toEqual([])
  expect(await lookAlikesOf(first.id)).toEqual([])
  expect(await offered()).toEqual([first.id, second.id])
})

test('D-45 D-107 similar pictures of which one could not be read say so', async () => {
  const both = [bought('70412', 8), bought('70655', 1)] as const
  const [first, second] = await twoUnread(
    [await drawReceipt({ ...kopiKitaReceipt, ...both[0] }), both[0]],
    [await drawReceipt({ ...kopiKitaReceipt, ...both[1] }), both[1]],
  )
  await runOcrJob(server.deps, first.id, says(both[0]))
  await runOcrJob(server.deps, second.id, createOcrResult({}))
  const what = "looks similar, but one of the two pictures couldn't be read:"
  expect(await textsOf(second.id)).toEqual([[true, `Receipt ${first.id} ${what} sent before`]])
  expect(await textsOf(first.id)).toEqual([[true, `Receipt ${second.id} ${what} sent later`]])
  expect(await offered()).toEqual([])
})

test.each([
  ['the copy is read last', [0, 1]],
  ['the copy is read first', [1, 0]],
] as const)(
  'D-45 D-51 another number and date drawn on the same photograph stay a signal and out of bulk, where %s',
  async (_which, order) => {
    const [before, after] = [bought('70412', 8), bought('70655', 1)]
    const photo = await drawReceipt({ ...kopiKitaReceipt, ...before })
    const drawn = { ...after, date: after.date.split('-').toReversed().join('/') }
    const both = await twoUnread([photo, before], [await editNumberAndDate(photo, drawn), after])
    for (const at of order) await runOcrJob(server.deps, both[at].id, says(at === 0 ? before : after))
    const [first, copy] = [both[0].id, both[1].id]
    expect(await lookAlikesOf(copy)).toEqual([first])
    expect(await lookAlikesOf(first)).toEqual([copy])
    const what = 'same picture, cropped or edited, sent'
    expect(await textsOf(copy)).toEqual([[false, `Possible duplicate of receipt ${first}: ${what} before`]])
    expect(await textsOf(first)).toEqual([[true, `Receipt ${copy} looks like this one: ${what} later`]])
    expect(await offered()).toEqual([first])
  },
)

test('D-45 D-51 D-107 two photos that a busy machine could not compare are a hint and out of bulk, and are compared by a later job', async () => {
  const [before, after] = [bought('70412', 8), bought('70655', 1)]
  const [first, second] = await twoUnread(
    [await drawReceipt({ ...kopiKitaReceipt, ...before }), before],
    [await drawReceipt({ ...kopiKitaReceipt, ...after }), after],
  )
  await runOcrJob(server.deps, first.id, says(before))
  const { storage, jobs, db } = server.deps
  const thumbnails = await db.pool.query('SELECT thumb_key FROM submissions')
  const { openRead } = storage
  vi.spyOn(storage, 'openRead').mockImplementation(async (key) => {
    if (thumbnails.rows.some(({ thumb_key }) => thumb_key === key)) throw new MachineBusy('busy')
    return openRead(key)
  })
  const enqueue = vi.spyOn(jobs, 'enqueueOcr').mockResolvedValue()
  await runOcrJob(server.deps, second.id, says(after))
  expect(enqueue.mock.calls.map(([, id, options]) => [id, options])).toEqual([
    [second.id, { afterSeconds: 60, behind: true, tries: 1, again: false }],
  ])
  expect((await desk.show(second.id)).data.reading_state).toBe('read')
  expect(await textsOf(second.id)).toEqual([[true, `Receipt ${first.id} looks similar, not compared yet: sent before`]])
  expect(await textsOf(first.id)).toEqual([[true, `Receipt ${second.id} looks similar, not compared yet: sent later`]])
  expect(await offered()).toEqual([])
  vi.restoreAllMocks()
  // Should that job be lost, the hourly clean-up enqueues another one.
  await removeOcrJobs(server.deps, second.id)
  server.travel(HOUR)
  desk = await createDesk(server)
  await ocrCleanUp(server.deps)['receipts without an OCR job']?.()
  expect(await listOcrQueue(server)).toContain(second.id)
  await handleOcrJob(server.deps)(second.id, { tries: 1 })
  expect(await textsOf(second.id)).toEqual([])
  expect(await textsOf(first.id)).toEqual([])
  expect(await offered()).toEqual([first.id, second.id])
})
