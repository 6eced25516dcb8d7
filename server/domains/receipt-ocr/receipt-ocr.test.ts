import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { catchMail } from '../../../tests/support/api/calls.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createOcrResult, createReadSubmission, listOcrQueue, mockOcr } from '../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../tests/support/pictures/fingerprints.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { OcrError } from '../../platform/ocr/engine.ts'
import { receiptPicturesCleanUp } from '../submissions/receipt-pictures.ts'
import type { OcrResult } from './ocr-result.ts'
import { handleOcrJob } from './receipt-ocr.service.ts'

const DAY = 86_400_000

const server = serverForTests({ LOG_LEVEL: 'silent', RECEIPT_PICTURE_DAYS: '1', MAX_RECEIPT_AGE_DAYS: '36500' })
const people = actorsOf(server)
let desk: Desk
beforeAll(() => {
  server.deps.fingerprint = fingerprintHere
  catchMail(server)
})
beforeEach(async () => {
  desk = await people.reviewer()
})

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const readingOf = async (id: number) => (await desk.show(id)).data.reading

type Given = Parameters<typeof createSubmission>[1]
/** A receipt of RM 25.00 whose OCR result has the typed facts, with these changes. */
const createPrinted = async (other: Parameters<typeof createOcrResult>[0] = {}, given: Given = {}) => {
  const printed = { merchant: 'Kopi Kita', totalSen: 2500, date: today() }
  const result = ({ invoiceNo: invoice }: { invoiceNo: string }) => createOcrResult({ ...printed, invoice, ...other })
  return createReadSubmission(server.deps, result, given)
}
const createRead = async (result: OcrResult, given: Given = {}) =>
  (await createReadSubmission(server.deps, result, given)).id

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
  const silent = await createRead(createOcrResult({ merchant: 'Kopi Kita' }))
  expect(await readingOf(silent)).toMatchObject({ purchase_amount: { verdict: 'not_found', read: null, place: null } })
  expect(await desk.signals(silent)).toEqual([])
  expect(await readingOf(await createRead(createOcrResult()))).toBeNull()
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
  expect(await readingOf(unknown)).toMatchObject({
    merchant: { verdict: 'differs', read: 'PERNIAGAAN LAIN', merchant_id: null },
  })
  const corrections = { merchant_id: merchant.id, purchase_amount: '31.00' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  expect(await readingOf(id)).toMatchObject({
    merchant: { verdict: 'fits', merchant_id: null },
    purchase_amount: { verdict: 'fits' },
  })
  expect((await desk.undo(id)).status).toBe(200)
  expect(await readingOf(id)).toMatchObject(differing)
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
  expect(await readingOf(other.id)).not.toBeNull()
})

test('D-51 a receipt may be decided during OCR, and the late result is compared with the facts that count by then; the same file is not read again for another member', async () => {
  const photo = await createRandomPhoto()
  const { id } = await createSubmission(server.deps, { photo })
  const late = Promise.withResolvers<OcrResult>()
  server.deps.reader = () => late.promise
  const reading = handleOcrJob(server.deps)(id)
  const corrections = { purchase_amount: '31.00' }
  expect((await desk.decide({ id, status: 'approved', corrections })).status).toBe(201)
  expect(await readingOf(id)).toBeNull()
  late.resolve(createOcrResult({ totalSen: 3100 }))
  await reading
  expect(await readingOf(id)).toMatchObject({ purchase_amount: { verdict: 'fits', read: '31.00' } })
  const again = await createSubmission(server.deps, { photo })
  const times = mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await handleOcrJob(server.deps)(again.id)
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
