import type { Overview } from '@stampus/contract/console/overview'
import { dayIn } from '@stampus/contract/values/days'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  cleanUpOcr,
  createOcrResult,
  insertReadableReceipt,
  insertReadReceipt,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { insertReceipt, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { findWithoutSecond } from '../../receipt-ocr/filled-in/second-reading.store.ts'
import type { OcrResult } from '../../receipt-ocr/ocr-result.ts'
import { READER_RELEASE } from '../../receipt-ocr/reader.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' })
const people = actorsOf(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})
beforeEach(async () => {
  desk = await people.reviewer()
})
afterEach(() => rowsOf(server, `UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`))

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
type Facts = NonNullable<Parameters<typeof createOcrResult>[0]>

/** A receipt whose OCR result is what was typed, except for these facts. */
const createRead = async (overrides: Facts = {}) => {
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date: today() }
  const result = ({ invoiceNo: invoice }: { invoiceNo: string }) =>
    createOcrResult({ ...printed, invoice, ...overrides })
  return (await insertReadReceipt(server.deps, result, { merchantId })).id
}

test('D-45 D-51 a receipt without OCR result, with failed OCR or with an uncertain total is never offered in bulk', async () => {
  await insertReceipt(server.deps, { merchantId })
  const broken = await insertReadableReceipt(server.deps, { merchantId })
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(broken.id)
  await insertReadReceipt(server.deps, createOcrResult(), { merchantId })
  const good = await createRead()
  await insertReadReceipt(server.deps, createOcrResult({ merchant: 'KOPI KITA' }), { merchantId })
  // The typed amount is one of two possible totals, as on a receipt with a voucher.
  const totals = [1500, 2500].flatMap((totalSen) => createOcrResult({ totalSen }).amounts)
  const twoTotals = ({ invoiceNo: invoice }: { invoiceNo: string }) => ({
    ...createOcrResult({ merchant: 'KOPI KITA', date: today(), invoice }),
    totals,
  })
  await insertReadReceipt(server.deps, twoTotals, { merchantId })
  const withoutMerchant = ({ invoiceNo: invoice }: { invoiceNo: string }) =>
    createOcrResult({ totalSen: 2500, date: today(), invoice })
  await insertReadReceipt(server.deps, withoutMerchant, { merchantId })
  await createRead({ totalSen: 2560 })
  await createRead({ merchant: 'PERNIAGAAN LAIN' })
  await createRead({ date: '2018-03-03' })
  await createRead({ invoice: '881299' })
  const { data, waiting } = await desk.bulk()
  const fits = { verdict: 'fits', place: { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 } }
  expect(data).toMatchObject([
    { id: good, purchase_amount: '25.00', reading: { purchase_amount: fits, purchase_date: fits } },
  ])
  expect(waiting).toEqual({ ready: 1, unread: 1, unreadable: 2, unconfirmed: 3, flagged: 4 })
  expect((await desk.call<{ data: Overview }>('GET', '/overview')).data.waiting.fitting).toBe(1)
})

test('D-45 an approval is rejected when the OCR result is from an older release or no longer confirms the typed facts', async () => {
  const [old, changed, good] = [await createRead(), await createRead(), await createRead()]
  const { offer } = await desk.bulk()
  server.travel(1000)
  await rowsOf(server, 'UPDATE receipt_ocr SET ocr_version = 0 WHERE submission_id = $1', old)
  await rowsOf(server, 'UPDATE receipt_ocr SET comparison = NULL WHERE submission_id = $1', changed)
  const { approved, left_out } = await desk.approveBulk([old, changed, good], offer)
  const reason = "The details typed don't match the picture. Open the receipt at the review desk to check it."
  expect({ approved, left_out }).toEqual({ approved: [good], left_out: [old, changed].map((id) => ({ id, reason })) })
})

/** So many receipts wait in these categories, and none in the others. */
const expectWaiting = async (given: object) =>
  expect((await desk.bulk()).waiting).toEqual({
    ...{ ready: 0, unread: 0, unreadable: 0, unconfirmed: 0, flagged: 0 },
    ...given,
  })

/** The waiting OCR jobs of a receipt, with the seconds until their start. */
const jobsOf = (id: number) =>
  rowsOf(
    server,
    `SELECT priority, round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
     WHERE name = 'reading' AND state = 'created' AND (data->>'submissionId')::int = $1`,
    id,
  )

/** From now on the second engine gives this result or this error, or there is none. Returns a count of its runs. */
function mockSecond(result: OcrResult | Error | undefined): () => number {
  let times = 0
  const reader = async () => {
    times += 1
    if (!result || result instanceof Error) throw result
    return { ...result, engine: 'tesseract' } as const
  }
  server.deps.secondReader = result && reader
  return () => times
}

const runJob = (id: number) => handleOcrJob(server.deps)(id)

/** A receipt whose facts match the picture. These were filled in from the photo, by default all; the others are typed. */
async function sendReceipt(filledIn = ['merchant', 'purchase_amount', 'purchase_date', 'invoice_number']) {
  const { invoice_number: invoice } = receiptFields(server.deps, merchantId)
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date: today(), invoice }
  const { id, userId } = await insertReadableReceipt(server.deps, { merchantId, invoiceNo: invoice })
  await rowsOf(
    server,
    `INSERT INTO filled_in_facts (submission_id, fact, value)
     SELECT $1, fact, CASE fact WHEN 'merchant' THEN $3 WHEN 'purchase_amount' THEN '2500'
       WHEN 'purchase_date' THEN $4 ELSE $5 END FROM unnest($2::text[]) fact`,
    ...[id, filledIn, String(merchantId), printed.date, invoice],
  )
  mockOcr(server, { ...createOcrResult(printed), engine: 'paddle' })
  /** The OCR job, then that of the second reading. */
  const run = async () => {
    await runJob(id)
    await runJob(id)
  }
  return { id, userId, printed, run }
}

test.each<[string, (printed: Facts) => OcrResult | Error | undefined]>([
  ['another total', (printed) => createOcrResult({ ...printed, totalSen: 3000 })],
  ['no total', ({ totalSen: _, ...printed }) => createOcrResult(printed)],
  ['another day', (printed) => createOcrResult({ ...printed, date: '2026-01-01' })],
  ['another number', (printed) => createOcrResult({ ...printed, invoice: '998877' })],
  ['nothing, because it fails', () => new OcrError('memory')],
  ['nothing, because only one engine works', () => undefined],
])('D-103 a receipt with filled-in facts is not in bulk if the second engine reads %s', async (_what, second) => {
  const { printed, run } = await sendReceipt()
  mockSecond(second(printed))
  await run()
  expect(await desk.offered()).toEqual([])
  await expectWaiting({ unconfirmed: 1 })
})

test.each<[number, string[]]>([
  [0, []],
  [1, ['purchase_amount']],
  [1, ['purchase_date']],
  [1, ['invoice_number']],
  [1, ['merchant']],
])('D-103 %i second readings are needed if these facts were filled in: %j', async (count, filledIn) => {
  const { id, printed, run } = await sendReceipt(filledIn)
  const runs = mockSecond(createOcrResult(printed))
  await run()
  expect(runs()).toBe(count)
  expect(await desk.offered()).toEqual([id])
})

test('D-103 a receipt with filled-in facts is in bulk only after the other engine read the same, once, and while that holds', async () => {
  const { id, printed, run } = await sendReceipt()
  const runs = mockSecond(createOcrResult(printed))
  await expectWaiting({ unread: 1 })
  await run()
  await run()
  expect(runs()).toBe(1)
  const { data, offer, waiting } = await desk.bulk()
  expect([data.map((receipt) => receipt.id), waiting.ready]).toEqual([[id], 1])
  expect(Object.values(data[0]?.reading ?? {}).map(({ verdict }) => verdict)).toEqual(Array(4).fill('filled_in'))
  server.travel(1000)
  await rowsOf(
    server,
    `UPDATE receipt_ocr SET second_reading = '{"engine":"tesseract","total_sen":3000,"date":null,"invoice":null}'
     WHERE submission_id = $1`,
    id,
  )
  const { approved, left_out } = await desk.approveBulk([id], offer)
  expect([approved, left_out.length]).toEqual([[], 1])
})

test('D-103 if a server with the second engine read the picture first, the first engine reads it the second time', async () => {
  const { id, printed, run } = await sendReceipt()
  const second = mockSecond(createOcrResult(printed))
  mockOcr(server, { ...createOcrResult(printed), engine: 'tesseract' })
  await runJob(id)
  const paddle = mockOcr(server, { ...createOcrResult(printed), engine: 'paddle' })
  await run()
  expect([paddle(), second()]).toEqual([1, 0])
  expect(await desk.offered()).toEqual([id])
})

test('D-103 the second reading is a job of its own behind the first readings, on seconds of its own', async () => {
  const { deps } = server
  const { id, userId, printed } = await sendReceipt()
  const runs = mockSecond(createOcrResult(printed))
  await runJob(id)
  expect([runs(), await jobsOf(id)]).toEqual([0, [{ priority: -1, seconds: 0 }]])
  await useOcrSeconds(deps, userId, 300, 'second-reading')
  await removeOcrJobs(deps, id)
  await runJob(id)
  expect([runs(), await jobsOf(id)]).toEqual([0, [{ priority: -1, seconds: 3600 }]])
  await useOcrSeconds(deps, userId, 0, 'second-reading')
  await useOcrSeconds(deps, userId, 300)
  await runJob(id)
  expect(runs()).toBe(1)
  expect(await desk.offered()).toEqual([id])
})

test('D-103 a missing second reading is made up for by the clean-up, behind those that have not failed yet, but not that of a stored picture that is missing', async () => {
  const { deps } = server
  mockSecond(new Error('Ended'))
  const sendAndRead = async () => {
    const sent = await sendReceipt()
    await runJob(sent.id)
    return sent
  }
  const [broken, gone, { id, printed }] = [await sendAndRead(), await sendAndRead(), await sendAndRead()]
  await expect(runJob(id)).rejects.toThrow('Ended')
  await rowsOf(server, "UPDATE submissions SET picture_key = 'receipts/gone.webp' WHERE id = $1", gone.id)
  await runJob(gone.id)
  await expectWaiting({ unread: 2, unconfirmed: 1 })
  for (const each of [broken.id, gone.id, id]) await removeOcrJobs(deps, each)
  const failed = "jsonb_build_object('submissionId', $1::int), 'failed'"
  await rowsOf(server, `INSERT INTO pgboss.job (name, data, state) VALUES ('reading', ${failed})`, broken.id)
  server.travel(11 * 60_000)
  const first = { ocrVersion: READER_RELEASE, before: deps.now(), limit: 1 }
  expect(await findWithoutSecond(deps.db.pool, first)).toEqual([id])
  await cleanUpOcr(deps)
  expect(await listOcrQueue(server)).toContain(id)
  expect(await listOcrQueue(server)).not.toContain(gone.id)
  desk = await people.reviewer()
  const runs = mockSecond(createOcrResult(printed))
  await runJob(id)
  expect(runs()).toBe(1)
  expect(await desk.offered()).toEqual([id])
})
