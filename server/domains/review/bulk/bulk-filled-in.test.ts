import type { PlainReceipts } from '@stampus/contract/console/bulk'
import { dayIn } from '@stampus/contract/values/days'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { postForm } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  createOcrResult,
  listOcrQueue,
  mockOcr,
  removeOcrJobs,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, receiptFields } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { findWithoutSecond } from '../../receipt-ocr/filled-in/second-reading.store.ts'
import type { OcrResult } from '../../receipt-ocr/ocr-result.ts'
import { READER_RELEASE } from '../../receipt-ocr/reader.ts'
import { handleOcrJob, ocrCleanUp } from '../../receipt-ocr/receipt-ocr.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' })
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeAll(async () => {
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})
afterEach(async () => {
  await server.deps.db.pool.query(`UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`)
})

type Facts = NonNullable<Parameters<typeof createOcrResult>[0]>
type Answer = PlainReceipts & { status: number; approved: number[]; left_out: { id: number; reason: string }[] }

const list = () => desk.call<Answer>('GET', '/bulk')
const idsOf = ({ data }: Answer) => data.map(({ id }) => id)
const waitingOf = async () => (await list()).waiting
const NOTHING = { ready: 0, unread: 0, unreadable: 0, unconfirmed: 0, flagged: 0 }

/** The waiting OCR jobs of a receipt, with the seconds until their start. */
async function jobsOf(id: number) {
  const { rows } = await server.deps.db.pool.query<{ priority: number; seconds: number }>({
    text: `SELECT priority, round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
           WHERE name = 'reading' AND state = 'created' AND (data->>'submissionId')::int = $1`,
    values: [id],
  })
  return rows
}

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

/** A receipt whose facts match the picture. `offered` were offered to another account for this picture; its member has typed the others. */
async function sendReceipt(offered: Facts | 'all' | undefined) {
  const { deps } = server
  const member = await createSignedInMember(deps)
  const { invoice_number: invoice } = receiptFields(deps, merchantId)
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date, invoice }
  const photo = await createRandomPhoto()
  if (offered) {
    mockOcr(server, createOcrResult(offered === 'all' ? printed : offered))
    const receipt_image = new File([new Uint8Array(photo)], 'receipt.jpg', { type: 'image/jpeg' })
    await postForm(server, '/readings', { receipt_image }, (await createSignedInMember(deps)).headers)
  }
  const { id } = await createSubmission(deps, { userId: member.id, merchantId, invoiceNo: invoice, photo })
  mockOcr(server, { ...createOcrResult(printed), engine: 'paddle' })
  return { id, userId: member.id, printed, run: () => runBothJobs(id) }
}

/** Runs the OCR job of a receipt, then the job of its second reading. */
async function runBothJobs(id: number): Promise<void> {
  await runJob(id)
  await runJob(id)
}

/** Runs an OCR job, and again where the machine was too busy to make the fingerprint, as the queue does. */
async function runJob(id: number): Promise<void> {
  try {
    await handleOcrJob(server.deps)(id)
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'A thread took too long') throw error
    await runJob(id)
  }
}

const same = (facts: Facts) => createOcrResult(facts)

test('D-103 a receipt with filled-in facts is in bulk only after the other engine read the same total', async () => {
  const { id, printed, run } = await sendReceipt('all')
  const runs = mockSecond(same(printed))
  expect(await waitingOf()).toEqual({ ...NOTHING, unread: 1 })
  await run()
  await run()
  expect(runs()).toBe(1)
  const { data, waiting } = await list()
  expect(data.map((receipt) => receipt.id)).toEqual([id])
  expect(waiting).toEqual({ ...NOTHING, ready: 1 })
  expect(Object.values(data[0]?.reading ?? {}).map(({ verdict }) => verdict)).toEqual(Array(4).fill('filled_in'))
})

test('D-103 a receipt with typed facts needs no second reading', async () => {
  const { id, run } = await sendReceipt(undefined)
  const runs = mockSecond(new OcrError('time'))
  await run()
  expect(runs()).toBe(0)
  expect(idsOf(await list())).toEqual([id])
})

test.each([
  ['another total', (facts: Facts) => same({ ...facts, totalSen: 3000 })],
  ['no total', ({ totalSen: _, ...facts }: Facts) => same(facts)],
  ['another day', (facts: Facts) => same({ ...facts, date: '2026-01-01' })],
  ['another number', (facts: Facts) => same({ ...facts, invoice: '998877' })],
  ['nothing, because it fails', () => new OcrError('memory')],
])('D-103 a receipt with filled-in facts is not in bulk if the second engine reads %s', async (_what, second) => {
  const { printed, run } = await sendReceipt('all')
  mockSecond(second(printed))
  await run()
  const { data, waiting } = await list()
  expect(data).toEqual([])
  expect(waiting).toEqual({ ...NOTHING, unconfirmed: 1 })
})

test.each<[string, (facts: Facts) => Facts]>([
  ['total', ({ totalSen = 0 }) => ({ totalSen })],
  ['date', ({ date = '' }) => ({ date })],
  ['number', ({ invoice = '' }) => ({ invoice })],
  ['merchant', ({ merchant = '' }) => ({ merchant })],
])('D-103 one filled-in fact is enough to need a second reading: %s', async (_what, only) => {
  const { deps } = server
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const next = String(Number(receiptFields(deps, merchantId).invoice_number) + 1)
  const { id, printed, run } = await sendReceipt(only({ merchant: 'KOPI KITA', totalSen: 2500, date, invoice: next }))
  expect(printed.invoice).toBe(next)
  const runs = mockSecond(same(printed))
  await run()
  expect(runs()).toBe(1)
  expect(idsOf(await list())).toEqual([id])
})

test('D-103 where only one engine works, such a receipt is never in bulk', async () => {
  const first = await sendReceipt('all')
  server.deps.secondReader = undefined
  await first.run()
  expect(await waitingOf()).toEqual({ ...NOTHING, unconfirmed: 1 })
})

test('D-103 if a server with the second engine read the picture first, the first engine reads it the second time', async () => {
  const { id, printed, run } = await sendReceipt('all')
  const second = mockSecond(same(printed))
  mockOcr(server, { ...createOcrResult(printed), engine: 'tesseract' })
  await runJob(id)
  const paddle = mockOcr(server, { ...createOcrResult(printed), engine: 'paddle' })
  await run()
  expect([paddle(), second()]).toEqual([1, 0])
  expect(idsOf(await list())).toEqual([id])
})

test('D-103 the second reading is a job of its own behind the first readings, on seconds of its own', async () => {
  const { deps } = server
  const { id, userId, printed } = await sendReceipt('all')
  const runs = mockSecond(same(printed))
  await removeOcrJobs(deps, id)
  await runJob(id)
  expect(runs()).toBe(0)
  expect(await jobsOf(id)).toEqual([{ priority: -1, seconds: 0 }])
  await useOcrSeconds(deps, userId, 300, 'second-reading')
  await removeOcrJobs(deps, id)
  await runJob(id)
  expect(runs()).toBe(0)
  expect(await jobsOf(id)).toEqual([{ priority: -1, seconds: 3600 }])
  await useOcrSeconds(deps, userId, 0, 'second-reading')
  await useOcrSeconds(deps, userId, 300)
  await runJob(id)
  expect(runs()).toBe(1)
  expect(idsOf(await list())).toEqual([id])
})

test('D-103 a stored picture that is missing is not asked for again', async () => {
  const { deps } = server
  const { id, printed } = await sendReceipt('all')
  const runs = mockSecond(same(printed))
  await runJob(id)
  const { rows } = await deps.db.pool.query<{ key: string }>({
    text: 'SELECT picture_key AS key FROM submissions WHERE id = $1',
    values: [id],
  })
  await deps.storage.remove(rows[0]?.key ?? '')
  await runJob(id)
  expect(runs()).toBe(0)
  await removeOcrJobs(deps, id)
  server.travel(11 * 60_000)
  await ocrCleanUp(deps)['receipts without an OCR job']?.()
  expect(await listOcrQueue(server)).not.toContain(id)
  desk = await createDesk(server)
  expect(await waitingOf()).toEqual({ ...NOTHING, unconfirmed: 1 })
})

test('D-103 receipts whose second reading always fails do not hold up those of others', async () => {
  const { deps } = server
  const [broken, fine] = [await sendReceipt('all'), await sendReceipt('all')]
  for (const { id } of [broken, fine]) {
    await runJob(id)
    await removeOcrJobs(deps, id)
  }
  await deps.db.pool.query({
    text: `INSERT INTO pgboss.job (name, data, state) VALUES ('reading', jsonb_build_object('submissionId', $1::int), 'failed')`,
    values: [broken.id],
  })
  const next = await findWithoutSecond(deps.db.pool, {
    ocrVersion: READER_RELEASE,
    before: new Date(deps.now().getTime() + 1000),
    limit: 1,
  })
  expect(next).toEqual([fine.id])
})

test('D-103 a receipt whose second reading changes after the offer is refused in the transaction', async () => {
  const { id, printed, run } = await sendReceipt('all')
  mockSecond(same(printed))
  await run()
  const { offer } = await list()
  server.travel(1000)
  await server.deps.db.pool.query({
    text: `UPDATE receipt_ocr SET second_reading = '{"engine":"tesseract","total_sen":3000,"date":null,"invoice":null}'
           WHERE submission_id = $1`,
    values: [id],
  })
  const { approved, left_out } = await desk.call<Answer>('POST', '/bulk', { ids: [id], offer })
  expect(approved).toEqual([])
  expect(left_out).toHaveLength(1)
})

test('D-103 a missing second reading is made up for by the clean-up', async () => {
  const { id, printed, run } = await sendReceipt('all')
  server.deps.secondReader = async () => {
    throw new Error('Ended')
  }
  await expect(run()).rejects.toThrow('Ended')
  expect(await waitingOf()).toEqual({ ...NOTHING, unread: 1 })
  await removeOcrJobs(server.deps, id)
  server.travel(11 * 60_000)
  await ocrCleanUp(server.deps)['receipts without an OCR job']?.()
  expect(await listOcrQueue(server)).toContain(id)
  const runs = mockSecond(same(printed))
  await run()
  expect(runs()).toBe(1)
  expect(idsOf(await list())).toEqual([id])
})
