import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import {
  askForPreview,
  cleanUpOcr,
  createOcrResult,
  createReadSubmission,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../tests/support/pictures/fingerprints.ts'
import { serverForTests, type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { MachineBusy } from '../../platform/workers/queue.ts'
import { registerJobs } from '../../register-jobs.ts'
import { receiptPicturesCleanUp } from '../submissions/receipt-pictures.ts'
import { ocrLoad } from './ocr-queue.ts'
import type { OcrResult } from './ocr-result.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Long enough for a busy machine. */
const MINUTES = 600_000

const server = serverForTests({ LOG_LEVEL: 'silent', RECEIPT_PICTURE_DAYS: '1', MAX_RECEIPT_AGE_DAYS: '36500' })
const people = actorsOf(server)
type Member = Awaited<ReturnType<typeof people.member>>
let desk: Desk
beforeAll(() => {
  server.deps.fingerprint = fingerprintHere
  catchMail(server)
})
beforeEach(async () => {
  desk = await people.reviewer()
})

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const runJob = (id: number) => handleOcrJob(server.deps)(id)
const readingOf = async (id: number) => (await desk.show(id)).data.reading

type Given = Parameters<typeof createSubmission>[1]
/** A receipt of RM 25.00 whose OCR result has the typed facts, with these changes. */
const createPrinted = async (other: Parameters<typeof createOcrResult>[0] = {}, given: Given = {}) => {
  const printed = { merchant: 'Kopi Kita', totalSen: 2500, date: today() }
  const result = ({ invoiceNo: invoice }: { invoiceNo: string }) => createOcrResult({ ...printed, invoice, ...other })
  return createReadSubmission(server.deps, result, given)
}

test('D-51 OCR is enqueued in the transaction that inserts a receipt, and not at all with RECEIPT_OCR=off', async () => {
  const { id, userId } = await createSubmission(server.deps)
  expect(await listOcrQueue(server)).toContain(id)
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockRejectedValueOnce(new Error('no queue'))
  await expect(createSubmission(server.deps, { userId })).rejects.toThrow('no queue')
  expect(enqueue).toHaveBeenCalledOnce()
  expect(await rowsOf(server, 'SELECT id FROM submissions WHERE user_id = $1', userId)).toEqual([{ id }])
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  const unread = await createSubmission(off)
  expect(await listOcrQueue(server)).not.toContain(unread.id)
  expect((await desk.approve(unread.id)).status).toBe(201)
})

test('D-51 the review desk shows the facts of the picture beside the typed ones, each with its place', async () => {
  const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
  const { id: fitting } = await createPrinted()
  expect(await readingOf(fitting)).toMatchObject({
    purchase_amount: { verdict: 'fits', place },
    purchase_date: { verdict: 'fits', place },
    invoice_number: { verdict: 'fits', place },
    merchant: { verdict: 'fits' },
  })
  expect(await desk.signals(fitting)).toEqual([])
  const { id: mistyped } = await createPrinted({ totalSen: 3100, date: '2026-10-05' })
  expect(await readingOf(mistyped)).toMatchObject({
    purchase_amount: { verdict: 'differs', read: '31.00', place },
    purchase_date: { verdict: 'differs', read: '2026-10-05' },
    invoice_number: { verdict: 'fits' },
  })
  const signals = await desk.signals(mistyped)
  expect(signals.map(({ kind }) => kind)).toEqual(['amount_differs', 'date_differs'])
  expect(signals[0]?.text).toBe('The receipt seems to say RM\u202f31.00, not RM\u202f25.00')
  const silent = await createReadSubmission(server.deps, createOcrResult({ merchant: 'Kopi Kita' }))
  const notFound = { verdict: 'not_found', read: null, place: null }
  expect(await readingOf(silent.id)).toMatchObject({ purchase_amount: notFound })
  expect(await desk.signals(silent.id)).toEqual([])
  expect(await readingOf((await createReadSubmission(server.deps, createOcrResult())).id)).toBeNull()
})

test('D-51 another merchant on the picture is suggested if it is active; corrected and restored facts are compared with the picture again', async () => {
  const merchant = await createMerchant(server.deps, { name: 'Bengkel Basikal Jitu' })
  const { id } = await createPrinted({ merchant: 'BENGKEL BASIKAL JITU', totalSen: 3100 })
  const differing = {
    merchant: { verdict: 'differs', read: 'Bengkel Basikal Jitu', merchant_id: merchant.id },
    purchase_amount: { verdict: 'differs', read: '31.00' },
  }
  expect(await readingOf(id)).toMatchObject(differing)
  const { id: unknown } = await createPrinted({ merchant: 'PERNIAGAAN LAIN' })
  const other = { verdict: 'differs', read: 'PERNIAGAAN LAIN', merchant_id: null }
  expect(await readingOf(unknown)).toMatchObject({ merchant: other })
  const corrections = { merchant_id: merchant.id, purchase_amount: '31.00' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  const fitting = { merchant: { verdict: 'fits', merchant_id: null }, purchase_amount: { verdict: 'fits' } }
  expect(await readingOf(id)).toMatchObject(fitting)
  expect((await desk.undo(id)).status).toBe(200)
  expect(await readingOf(id)).toMatchObject(differing)
})

test('D-51 a picture that breaks OCR, or is missing, only has no hints', async () => {
  const { id } = await createSubmission(server.deps)
  const times = mockOcr(server, new OcrError('memory'))
  await runJob(id)
  await runJob(id)
  expect(times()).toBe(1)
  expect(await desk.show(id)).toMatchObject({ status: 200, data: { reading: null, signals: [] } })
  expect((await desk.approve(id)).status).toBe(201)
  const other = await createSubmission(server.deps)
  mockOcr(server, new Error('The disk is away'))
  await expect(runJob(other.id)).rejects.toThrow('away')
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await runJob(other.id)
  expect(await readingOf(other.id)).not.toBeNull()
})

test('D-51 a receipt may be decided during OCR, and the late result is compared with the facts that count by then; the same file is not read again for another member', async () => {
  const photo = await createRandomPhoto()
  const { id } = await createSubmission(server.deps, { photo })
  const late = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => late.promise
  const reading = runJob(id)
  const corrections = { purchase_amount: '31.00' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  expect(await readingOf(id)).toBeNull()
  late.resolve(createOcrResult({ totalSen: 3100 }))
  await reading
  expect(await readingOf(id)).toMatchObject({ purchase_amount: { verdict: 'fits', read: '31.00' } })
  const again = await createSubmission(server.deps, { photo })
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await runJob(again.id)
  expect(times()).toBe(0)
  expect(await readingOf(again.id)).toMatchObject({ purchase_amount: { verdict: 'differs', read: '31.00' } })
})

test('D-44 D-92 OCR results are deleted with the picture, after its retention time and with the account', async () => {
  const member = await people.member()
  const create = (given: Given = {}) => createPrinted({ numbers: ['12.50', '25.00', '60123', '700144'] }, given)
  const [old, later] = [await create(), await create({ userId: member.id })]
  const duplicate = await create({ merchantId: later.merchantId })
  const countRows = async (id: number) => {
    const text = `SELECT (SELECT count(*)::int FROM receipt_ocr WHERE submission_id = $1) AS results,
      (SELECT count(*)::int FROM receipt_numbers WHERE submission_id = $1) AS numbers,
      (SELECT count(*)::int FROM receipt_duplicates WHERE duplicate_id = $1) AS duplicates`
    return (await rowsOf(server, text, id))[0]
  }
  expect(await countRows(later.id)).toEqual({ results: 1, numbers: 4, duplicates: 1 })
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await countRows(later.id)).toEqual({ results: 0, numbers: 0, duplicates: 0 })
  expect((await desk.approve(old.id)).status).toBe(201)
  server.travel(2 * DAY)
  for (const clean of Object.values(receiptPicturesCleanUp(server.deps))) expect(await clean()).toBeGreaterThan(0)
  expect(await countRows(old.id)).toEqual({ results: 0, numbers: 0, duplicates: 0 })
  expect(await countRows(duplicate.id)).toEqual({ results: 1, numbers: 4, duplicates: 0 })
})

/** What a member is offered for a new picture. */
const preview = async ({ headers }: Member) =>
  (await askForPreview(server, headers, await createRandomPhoto())).body.data

const waitingJobs = (submissionId: number, of: Pick<TestApp, 'deps'> = server) =>
  rowsOf(
    of,
    `SELECT data->'tries' AS tries, round(extract(epoch FROM start_after - created_on))::int AS seconds
     FROM pgboss.job WHERE name = 'reading' AND state = 'created' AND (data->>'submissionId')::int = $1`,
    submissionId,
  )

test('D-96 a sent receipt is read before waiting previews, also if they fill the queue, and behind ten sent ones a minute later', async () => {
  const gate = Promise.withResolvers<OcrResult>()
  const read: string[] = []
  server.deps.reader = (picture) => {
    // A sent receipt is read from storage, previews from the folder of uploads.
    read.push(typeof picture === 'string' ? 'preview' : 'sent')
    return gate.promise
  }
  const send = async () => runJob((await createSubmission(server.deps)).id)
  // A preview would give up after some seconds, so a sent receipt is the one in OCR.
  const sent = [send()]
  await expect.poll(() => ocrLoad()).toEqual({ running: 1, waiting: 0 })
  const [rejected, ...others] = await Promise.all(Array.from({ length: 11 }, () => people.member()))
  const previews = others.map((member) => preview(member))
  await expect.poll(() => ocrLoad()).toEqual({ running: 1, waiting: 10 })
  expect(rejected && (await preview(rejected))).toBeNull()
  for (let receipts = 0; receipts < 10; receipts += 1) sent.push(send())
  await expect.poll(() => ocrLoad().waiting).toBe(20)
  const { id: late } = await createSubmission(server.deps)
  await removeOcrJobs(server.deps, late)
  await runJob(late)
  expect(await waitingJobs(late)).toMatchObject([{ seconds: 60 }])
  gate.resolve(createOcrResult())
  await Promise.all([...previews, ...sent])
  expect(read).toEqual([...Array(11).fill('sent'), ...Array(10).fill('preview')])
})

test('D-96 receipts without an OCR job are enqueued again, each once', async () => {
  const ids: number[] = []
  for (const _ of [1, 2, 3, 4]) ids.push((await createSubmission(server.deps)).id)
  const [left = 0, other = 0, decided = 0, recent = 0] = ids
  await rowsOf(server, "DELETE FROM pgboss.job WHERE name = 'reading'")
  const clean = async (deps = server.deps) => {
    await cleanUpOcr(deps)
    return (await listOcrQueue(server)).filter((id) => ids.includes(id)).toSorted((a, b) => a - b)
  }
  server.travel(5 * 60_000)
  expect(await clean()).not.toContain(recent)
  server.travel(6 * 60_000)
  mockOcr(server, new OcrError('time'))
  await runJob(other)
  await rowsOf(server, "UPDATE submissions SET status = 'rejected' WHERE id = $1", decided)
  await server.deps.jobs.enqueueOcr(server.deps.db.pool, recent, { afterSeconds: 60 })
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  expect(await clean(off)).not.toContain(left)
  for (let hour = 0; hour < 2; hour += 1) expect(await clean()).toEqual([left, recent])
})

test('D-96 the pictures of a member get 300 seconds of OCR an hour, 200 of them for previews; the rest waits', async () => {
  const member = await people.member()
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  const send = async () => (await createSubmission(server.deps, { userId: member.id })).id
  await useOcrSeconds(server.deps, member.id, 180)
  expect(await preview(member)).toBeNull()
  await runJob(await send())
  expect(times()).toBe(1)
  await useOcrSeconds(server.deps, member.id, 290)
  const late = await send()
  await removeOcrJobs(server.deps, late)
  await runJob(late)
  expect(times()).toBe(1)
  // It is enqueued again for the end of the hour.
  expect(await waitingJobs(late)).toMatchObject([{ seconds: 3600 }])
  await runJob((await createSubmission(server.deps)).id)
  expect(times()).toBe(2)
  server.travel(HOUR)
  await runJob(late)
  expect(times()).toBe(3)
})

test('D-96 only the seconds that OCR took count, also if it failed but not if the machine was busy, of OCR in a child process its processor seconds', async () => {
  const [member, other, failing] = [await people.member(), await people.member(), await people.member()]
  mockOcr(server, createOcrResult())
  for (let pictures = 0; pictures < 9; pictures += 1) expect(await preview(member)).not.toBeNull()
  await useOcrSeconds(server.deps, other.id, 150)
  server.deps.reader = async (_picture, { onCost } = {}) => {
    onCost?.({ cpuSeconds: 19.5, peakBytes: 1, heldBytes: 1 })
    return createOcrResult()
  }
  for (const isOver of [false, false, true]) expect((await preview(other)) === null).toBe(isOver)
  // The next picture may take 25 of the 200 seconds.
  await useOcrSeconds(server.deps, failing.id, 175)
  for (const [error, runs] of [
    [new MachineBusy('busy'), 1],
    [new OcrError('time'), 1],
    [new OcrError('time'), 0],
  ] as const) {
    const times = mockOcr(server, error)
    expect(await preview(failing)).toBeNull()
    expect(times()).toBe(runs)
  }
})

test('D-96 D-51 OCR jobs run beside requests, again at once if the first try fails, and a minute later if the machine is busy', {
  timeout: MINUTES,
}, async () => {
  const own = await testApp({ LOG_LEVEL: 'silent' })
  await rowsOf(own, "UPDATE pgboss.queue SET retry_delay = 0, retry_backoff = false WHERE name = 'reading'")
  const { id } = await createSubmission(own.deps)
  const outcomes = [new Error('killed'), new MachineBusy('busy'), createOcrResult({ totalSen: 2500 })]
  own.deps.reader = async () => {
    const outcome = outcomes.shift()
    if (!outcome || outcome instanceof Error) throw outcome
    return outcome
  }
  await registerJobs(own.deps)
  await expect.poll(() => waitingJobs(id, own), { timeout: 30_000 }).toEqual([{ tries: 1, seconds: 60 }])
  const results = () => rowsOf(own, 'SELECT result IS NOT NULL AS read FROM receipt_ocr')
  expect(await results()).toEqual([])
  await rowsOf(own, "UPDATE pgboss.job SET start_after = created_on WHERE name = 'reading' AND state = 'created'")
  await expect.poll(results, { timeout: 30_000 }).toEqual([{ read: true }])
  expect(outcomes).toEqual([])
  await own.close()
})

test.each([
  ['reader', 5],
  ['fingerprint', 9],
])(
  'D-96 a receipt whose %s finds the machine too busy waits longer each time, and goes on after %i tries',
  async (part, total) => {
    const { id } = await createSubmission(server.deps)
    mockOcr(server, createOcrResult())
    const deps = { ...server.deps, [part]: () => Promise.reject(new MachineBusy('busy')) }
    const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockResolvedValue()
    const waits: (number | undefined)[] = []
    for (let tries = 0, before = -1; before !== enqueue.mock.calls.length && waits.length < 20; ) {
      before = enqueue.mock.calls.length
      await handleOcrJob(deps)(id, { tries }).catch(() => undefined)
      const options = enqueue.mock.calls[before]?.[2]
      tries = options?.tries ?? tries
      if (options) waits.push(options.afterSeconds)
    }
    enqueue.mockRestore()
    expect([waits.length, ...waits.slice(0, 5)]).toEqual([total, 60, 120, 240, 480, 960])
  },
)
