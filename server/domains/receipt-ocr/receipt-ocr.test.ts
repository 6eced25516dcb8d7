import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { catchMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createOcrResult, listOcrQueue, mockOcr, runOcrJob } from '../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../tests/support/api/submissions.ts'
import { createPage } from '../../../tests/support/pictures/ocr-result.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { registerJobs } from '../../register-jobs.ts'
import { receiptPicturesCleanUp } from '../submissions/receipt-pictures.ts'
import { extractFacts as readingFrom } from './facts/extract-facts.ts'
import type { OcrResult } from './ocr-result.ts'
import { readReceipt } from './read-receipt.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

const DAY = 86_400_000
const REAL = '276.jpg'
/** OCR takes seconds, and longer on a busy machine. */
const OCR_TIMEOUT_MS = 180_000

const server = serverForTests({ LOG_LEVEL: 'silent', RECEIPT_PICTURE_DAYS: '1', MAX_RECEIPT_AGE_DAYS: '36500' })
let desk: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  catchMail(server)
})
beforeEach(async () => {
  desk = await createDesk(server)
})

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const extractFacts = async (id: number) => (await desk.show(id)).data.reading

/** The OCR result of a receipt of RM 25.00, with the given changes. */
async function createPrintedReceipt(given: Parameters<typeof createSubmission>[1] = {}) {
  const made = await createSubmission(server.deps, given)
  const facts = { merchant: 'Kopi Kita', totalSen: 2500, date: today(), invoice: made.invoiceNo }
  return {
    ...made,
    says: (other: Parameters<typeof createOcrResult>[0] = {}) => createOcrResult({ ...facts, ...other }),
  }
}

test('D-51 OCR is enqueued in the transaction that inserts a receipt, and not at all with RECEIPT_OCR=off', async () => {
  const { id, userId } = await createSubmission(server.deps)
  expect(await listOcrQueue(server)).toContain(id)
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockRejectedValueOnce(new Error('no queue'))
  await expect(createSubmission(server.deps, { userId })).rejects.toThrow('no queue')
  expect(enqueue).toHaveBeenCalledOnce()
  const { rowCount } = await server.deps.db.pool.query({
    text: 'SELECT FROM submissions WHERE user_id = $1',
    values: [userId],
  })
  expect(rowCount).toBe(1)
  const off = { ...server.deps, config: { ...server.deps.config, RECEIPT_OCR: 'off' as const } }
  const unread = await createSubmission(off)
  expect(await listOcrQueue(server)).not.toContain(unread.id)
  expect((await desk.approve(unread.id)).status).toBe(201)
})

test('D-51 the review desk shows the facts of the picture beside the typed ones, each with its place', async () => {
  const fitting = await createPrintedReceipt()
  expect(await extractFacts(fitting.id)).toBeNull()
  await runOcrJob(server.deps, fitting.id, fitting.says())
  const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
  expect(await extractFacts(fitting.id)).toMatchObject({
    purchase_amount: { verdict: 'fits', place },
    purchase_date: { verdict: 'fits', place },
    invoice_number: { verdict: 'fits', place },
    merchant: { verdict: 'fits' },
  })
  expect((await desk.show(fitting.id)).data.signals).toEqual([])
  const mistyped = await createPrintedReceipt()
  await runOcrJob(server.deps, mistyped.id, mistyped.says({ totalSen: 3100, date: '2026-10-05' }))
  expect(await extractFacts(mistyped.id)).toMatchObject({
    purchase_amount: { verdict: 'differs', read: '31.00', place },
    purchase_date: { verdict: 'differs', read: '2026-10-05' },
    invoice_number: { verdict: 'fits' },
  })
  const { signals } = (await desk.show(mistyped.id)).data
  expect(signals.map(({ kind }) => kind)).toEqual(['amount_differs', 'date_differs'])
  expect(signals[0]?.text).toBe('The receipt seems to say RM\u202f31.00, not RM\u202f25.00')
  const silent = await createPrintedReceipt()
  await runOcrJob(server.deps, silent.id, createOcrResult({ merchant: 'Kopi Kita' }))
  expect(await extractFacts(silent.id)).toMatchObject({
    purchase_amount: { verdict: 'not_found', read: null, place: null },
  })
  expect((await desk.show(silent.id)).data.signals).toEqual([])
  const illegible = await createPrintedReceipt()
  await runOcrJob(server.deps, illegible.id, createOcrResult())
  expect(await extractFacts(illegible.id)).toBeNull()
})

test('D-51 cash typed as the amount is no match at the review desk, with or without a clear total', async () => {
  const lines = ['KOPI KITA', 'SUBTOTAL 2.56', 'CASH 50.55', 'TABLE 7']
  const [known, unknown] = [
    await createPrintedReceipt({ amountSen: 5055 }),
    await createPrintedReceipt({ amountSen: 5055 }),
  ]
  const total = [...lines, 'TOTAL 2.56']
  await runOcrJob(server.deps, known.id, readingFrom([createPage(total), createPage(total)], today()))
  await runOcrJob(server.deps, unknown.id, readingFrom([createPage(lines), createPage(lines)], today()))
  expect(await extractFacts(known.id)).toMatchObject({ purchase_amount: { verdict: 'differs', read: '2.56' } })
  expect(await extractFacts(unknown.id)).toMatchObject({ purchase_amount: { verdict: 'not_found', read: null } })
})

test('D-51 another merchant on the picture is suggested if it is active', async () => {
  const merchant = await createMerchant(server.deps, { name: 'Bengkel Basikal Jitu' })
  const [known, unknown] = [await createPrintedReceipt(), await createPrintedReceipt()]
  await runOcrJob(server.deps, known.id, known.says({ merchant: 'BENGKEL BASIKAL JITU' }))
  expect(await extractFacts(known.id)).toMatchObject({
    merchant: { verdict: 'differs', read: 'Bengkel Basikal Jitu', merchant_id: merchant.id },
  })
  await runOcrJob(server.deps, unknown.id, unknown.says({ merchant: 'PERNIAGAAN LAIN' }))
  expect(await extractFacts(unknown.id)).toMatchObject({
    merchant: { verdict: 'differs', read: 'PERNIAGAAN LAIN', merchant_id: null },
  })
  const corrections = { merchant_id: merchant.id }
  expect((await desk.decide({ id: known.id, status: 'approved', corrections })).status).toBe(201)
  expect(await extractFacts(known.id)).toMatchObject({ merchant: { verdict: 'fits', merchant_id: null } })
})

test('D-51 corrected facts are compared with the picture again, and so are restored ones', async () => {
  const receipt = await createPrintedReceipt()
  await runOcrJob(server.deps, receipt.id, receipt.says({ totalSen: 3100 }))
  const corrections = { purchase_amount: '31.00' }
  expect((await desk.decide({ id: receipt.id, status: 'approved', corrections })).status).toBe(201)
  expect(await extractFacts(receipt.id)).toMatchObject({ purchase_amount: { verdict: 'fits' } })
  expect((await desk.undo(receipt.id)).status).toBe(200)
  expect(await extractFacts(receipt.id)).toMatchObject({ purchase_amount: { verdict: 'differs', read: '31.00' } })
})

test('D-51 a picture that breaks OCR, or is missing, only has no hints', async () => {
  const { id } = await createSubmission(server.deps)
  const times = mockOcr(server, new OcrError('memory'))
  await handleOcrJob(server.deps)(id)
  await handleOcrJob(server.deps)(id)
  expect(times()).toBe(1)
  expect(await desk.show(id)).toMatchObject({ status: 200, data: { reading: null, signals: [] } })
  expect((await desk.approve(id)).status).toBe(201)
  const other = await createSubmission(server.deps)
  mockOcr(server, new Error('The disk is away'))
  await expect(handleOcrJob(server.deps)(other.id)).rejects.toThrow('away')
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await handleOcrJob(server.deps)(other.id)
  expect(await extractFacts(other.id)).not.toBeNull()
})

test('D-51 a receipt may be decided during OCR, and the late result is compared with the facts that count by then', async () => {
  const { id } = await createSubmission(server.deps)
  const late = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => late.promise
  const reading = handleOcrJob(server.deps)(id)
  const corrections = { purchase_amount: '31.00' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  expect(await extractFacts(id)).toBeNull()
  late.resolve(createOcrResult({ totalSen: 3100 }))
  await reading
  expect(await extractFacts(id)).toMatchObject({ purchase_amount: { verdict: 'fits', read: '31.00' } })
})

test('D-51 the same file is read only once, even if another member sends it', async () => {
  const photo = await createRandomPhoto()
  const [first, again] = [
    await createSubmission(server.deps, { photo }),
    await createSubmission(server.deps, { photo }),
  ]
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  for (const { id } of [first, again]) await handleOcrJob(server.deps)(id)
  expect(times()).toBe(1)
  expect(await extractFacts(again.id)).toMatchObject({ purchase_amount: { verdict: 'fits' } })
})

test('D-51 OCR jobs run beside requests, also if the first try fails', { timeout: OCR_TIMEOUT_MS }, async () => {
  const own = await testApp({ LOG_LEVEL: 'silent' })
  try {
    await own.deps.db.pool.query(
      "UPDATE pgboss.queue SET retry_delay = 0, retry_backoff = false WHERE name = 'reading'",
    )
    const { id } = await createSubmission(own.deps)
    const tries: Promise<OcrResult>[] = []
    own.deps.reader = () => {
      const outcome =
        tries.length === 0 ? Promise.reject(new Error('killed')) : Promise.resolve(createOcrResult({ totalSen: 2500 }))
      tries.push(outcome)
      return outcome
    }
    await registerJobs(own.deps)
    const theirs = await createDesk(own)
    await vi.waitFor(async () => expect((await theirs.show(id)).data.reading).not.toBeNull(), OCR_TIMEOUT_MS)
    expect(tries).toHaveLength(2)
  } finally {
    await own.close()
  }
})

test.skipIf(!receiptNames.includes(REAL))(
  'D-51 in a real receipt the mistyped fact differs, and the others have their places',
  { timeout: OCR_TIMEOUT_MS },
  async () => {
    const merchantId = (await createMerchant(server.deps, { name: '99 Speed Mart' })).id
    const photo = await readFile(join(receiptsDir, REAL))
    const typed = { amountSen: 7725, date: '2017-05-10', invoiceNo: '180281030369' }
    const { id } = await createSubmission(server.deps, { merchantId, photo, ...typed })
    server.deps.reader = (picture) =>
      readReceipt(picture, {
        today: today(),
        limits: { milliseconds: OCR_TIMEOUT_MS, wallMilliseconds: OCR_TIMEOUT_MS },
      })
    await handleOcrJob(server.deps)(id)
    const reading = await extractFacts(id)
    expect(reading).toMatchObject({
      purchase_amount: { verdict: 'differs', read: '72.75' },
      purchase_date: { verdict: 'fits', time: '13:57' },
      invoice_number: { verdict: 'fits' },
      merchant: { verdict: 'fits' },
    })
    expect(reading?.purchase_amount.place?.top).toBeGreaterThan(reading?.merchant.place?.top ?? 1)
  },
)

test('D-44 D-92 OCR results are deleted with the picture, after its retention time and with the account', async () => {
  const numbers = ['12.50', '25.00', '60123', '700144']
  const member = await createSignedInMember(server.deps)
  const [old, later] = [await createPrintedReceipt(), await createPrintedReceipt({ userId: member.id })]
  const duplicate = await createPrintedReceipt({ merchantId: later.merchantId })
  for (const { id, says } of [old, later, duplicate]) await runOcrJob(server.deps, id, says({ numbers }))
  const countRows = async (id: number) => {
    const places = [
      'receipt_ocr WHERE submission_id',
      'receipt_numbers WHERE submission_id',
      'receipt_duplicates WHERE duplicate_id',
    ]
    const each = places.map((place) => ({ text: `SELECT FROM ${place} = $1`, values: [id] }))
    return Promise.all(each.map(async (query) => (await server.deps.db.pool.query(query)).rowCount))
  }
  expect(await countRows(later.id)).toEqual([1, 4, 1])
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await countRows(later.id)).toEqual([0, 0, 0])
  expect((await desk.approve(old.id)).status).toBe(201)
  server.travel(2 * DAY)
  for (const clean of Object.values(receiptPicturesCleanUp(server.deps))) expect(await clean()).toBeGreaterThan(0)
  expect(await countRows(old.id)).toEqual([0, 0, 0])
  expect(await countRows(duplicate.id)).toEqual([1, 4, 0])
})
