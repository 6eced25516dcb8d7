import { dayIn } from '@stampus/contract/values/days'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  askForPreview,
  cleanUpOcr,
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
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
  server.deps.fingerprint = fingerprintHere
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})
afterEach(() => rowsOf(server, `UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`))

type Facts = NonNullable<Parameters<typeof createOcrResult>[0]>

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

/** From now on the second engine gives this result, or this error. Returns a count of its runs. */
function mockSecond(result: OcrResult | Error): () => number {
  let times = 0
  server.deps.secondReader = async () => {
    times += 1
    if (result instanceof Error) throw result
    return { ...result, engine: 'tesseract' }
  }
  return () => times
}

const runJob = (id: number) => handleOcrJob(server.deps)(id)

/** A receipt whose facts match the picture. `offered` were offered to another account for this picture; its member has typed the others. */
async function sendReceipt(offered: (printed: Facts) => Facts | undefined = (printed) => printed) {
  const { deps } = server
  const { invoice_number: invoice } = receiptFields(deps, merchantId)
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date, invoice }
  const photo = await createRandomPhoto()
  const facts = offered(printed)
  if (facts) {
    mockOcr(server, createOcrResult(facts))
    await askForPreview(server, (await people.member()).headers, photo)
  }
  const { id, userId } = await createSubmission(deps, { merchantId, invoiceNo: invoice, photo })
  mockOcr(server, { ...createOcrResult(printed), engine: 'paddle' })
  /** The OCR job, then that of the second reading. */
  const run = async () => {
    await runJob(id)
    await runJob(id)
  }
  return { id, userId, printed, run }
}

test('D-103 a receipt with filled-in facts is in bulk only after the other engine read the same total', async () => {
  const { id, printed, run } = await sendReceipt()
  const runs = mockSecond(createOcrResult(printed))
  await expectWaiting({ unread: 1 })
  await run()
  await run()
  expect(runs()).toBe(1)
  const { data } = await desk.bulk()
  expect(data.map((receipt) => receipt.id)).toEqual([id])
  await expectWaiting({ ready: 1 })
  expect(Object.values(data[0]?.reading ?? {}).map(({ verdict }) => verdict)).toEqual(Array(4).fill('filled_in'))
})

test.each<[string, (printed: Facts) => OcrResult | Error]>([
  ['another total', (printed) => createOcrResult({ ...printed, totalSen: 3000 })],
  ['no total', ({ totalSen: _, ...printed }) => createOcrResult(printed)],
  ['another day', (printed) => createOcrResult({ ...printed, date: '2026-01-01' })],
  ['another number', (printed) => createOcrResult({ ...printed, invoice: '998877' })],
  ['nothing, because it fails', () => new OcrError('memory')],
])('D-103 a receipt with filled-in facts is not in bulk if the second engine reads %s', async (_what, second) => {
  const { printed, run } = await sendReceipt()
  mockSecond(second(printed))
  await run()
  expect(await desk.offered()).toEqual([])
  await expectWaiting({ unconfirmed: 1 })
})

test.each<[number, string, (printed: Facts) => Facts | undefined]>([
  [0, 'typed facts alone', () => undefined],
  [1, 'a filled-in total', ({ totalSen = 0 }) => ({ totalSen })],
  [1, 'a filled-in date', ({ date = '' }) => ({ date })],
  [1, 'a filled-in number', ({ invoice = '' }) => ({ invoice })],
  [1, 'a filled-in merchant', ({ merchant = '' }) => ({ merchant })],
])('D-103 %i second readings are needed for %s', async (count, _what, offered) => {
  const { id, printed, run } = await sendReceipt(offered)
  const runs = mockSecond(createOcrResult(printed))
  await run()
  expect(runs()).toBe(count)
  expect(await desk.offered()).toEqual([id])
})

test('D-103 where only one engine works, such a receipt is never in bulk', async () => {
  const { run } = await sendReceipt()
  server.deps.secondReader = undefined
  await run()
  await expectWaiting({ unconfirmed: 1 })
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
  await removeOcrJobs(deps, id)
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

test('D-103 a missing second reading is made up for by the clean-up, but not that of a stored picture that is missing', async () => {
  const { deps } = server
  mockSecond(new Error('Ended'))
  const { id, printed } = await sendReceipt()
  await runJob(id)
  await expect(runJob(id)).rejects.toThrow('Ended')
  const gone = await sendReceipt()
  await runJob(gone.id)
  const text = 'SELECT picture_key AS key FROM submissions WHERE id = $1'
  await deps.storage.remove((await rowsOf<{ key: string }>(server, text, gone.id))[0]?.key ?? '')
  await runJob(gone.id)
  await expectWaiting({ unread: 1, unconfirmed: 1 })
  for (const each of [id, gone.id]) await removeOcrJobs(deps, each)
  server.travel(11 * 60_000)
  await cleanUpOcr(deps)
  expect(await listOcrQueue(server)).toContain(id)
  expect(await listOcrQueue(server)).not.toContain(gone.id)
  desk = await people.reviewer()
  const runs = mockSecond(createOcrResult(printed))
  await runJob(id)
  expect(runs()).toBe(1)
  expect(await desk.offered()).toEqual([id])
})

test('D-103 receipts whose second reading always fails do not hold up those of others', async () => {
  const { deps } = server
  mockSecond(new Error('Not yet'))
  const [broken, fine] = [await sendReceipt(), await sendReceipt()]
  for (const { id } of [broken, fine]) {
    await runJob(id)
    await removeOcrJobs(deps, id)
  }
  await rowsOf(
    server,
    `INSERT INTO pgboss.job (name, data, state) VALUES ('reading', jsonb_build_object('submissionId', $1::int), 'failed')`,
    broken.id,
  )
  const before = new Date(deps.now().getTime() + 1000)
  const next = await findWithoutSecond(deps.db.pool, { ocrVersion: READER_RELEASE, before, limit: 1 })
  expect(next).toEqual([fine.id])
})

test('D-103 a receipt whose second reading changes after the offer is refused in the transaction', async () => {
  const { id, printed, run } = await sendReceipt()
  mockSecond(createOcrResult(printed))
  await run()
  const { offer } = await desk.bulk()
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
