import type { Overview } from '@stampus/contract/console/overview'
import { dayIn } from '@stampus/contract/values/days'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, createReadSubmission, mockOcr } from '../../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { extractFacts } from '../../receipt-ocr/facts/extract-facts.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' })
const people = actorsOf(server)
let desk: Desk
let merchantId: number
beforeAll(async () => {
  server.deps.fingerprint = fingerprintHere
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})
beforeEach(async () => {
  desk = await people.reviewer()
})
afterEach(() => rowsOf(server, `UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`))

const day = (at: Date) => dayIn(server.deps.config.TIME_ZONE, at)
const today = () => day(server.deps.now())
const create = async () => (await createSubmission(server.deps, { merchantId })).id

/** A receipt whose OCR result is what was typed, except for these facts. */
const createRead = async (overrides: Parameters<typeof createOcrResult>[0] = {}) => {
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date: today() }
  const result = ({ invoiceNo: invoice }: { invoiceNo: string }) =>
    createOcrResult({ ...printed, invoice, ...overrides })
  return (await createReadSubmission(server.deps, result, { merchantId })).id
}
const createMany = async (count: number, one = createRead) => {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push(await one())
  return ids
}

test('D-45 D-51 a receipt without OCR result, with failed OCR or with an uncertain total is never offered in bulk', async () => {
  await create()
  const broken = await create()
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(broken)
  await createReadSubmission(server.deps, createOcrResult(), { merchantId })
  const good = await createRead()
  await createReadSubmission(server.deps, createOcrResult({ merchant: 'KOPI KITA' }), { merchantId })
  // The typed amount is one of two possible totals, as on a receipt with a voucher.
  const totals = [1500, 2500].flatMap((totalSen) => createOcrResult({ totalSen }).amounts)
  const twoTotals = ({ invoiceNo: invoice }: { invoiceNo: string }) => ({
    ...createOcrResult({ merchant: 'KOPI KITA', date: today(), invoice }),
    totals,
  })
  await createReadSubmission(server.deps, twoTotals, { merchantId })
  const withoutMerchant = ({ invoiceNo: invoice }: { invoiceNo: string }) =>
    createOcrResult({ totalSen: 2500, date: today(), invoice })
  await createReadSubmission(server.deps, withoutMerchant, { merchantId })
  await createRead({ totalSen: 2560 })
  await createRead({ merchant: 'PERNIAGAAN LAIN' })
  await createRead({ date: '2018-03-03' })
  await createRead({ invoice: '881299' })
  const { data, waiting } = await desk.bulk()
  const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
  expect(data).toMatchObject([
    {
      id: good,
      purchase_amount: '25.00',
      reading: { purchase_amount: { verdict: 'fits', place }, purchase_date: { verdict: 'fits', place } },
    },
  ])
  expect(waiting).toEqual({ ready: 1, unread: 1, unreadable: 2, unconfirmed: 3, flagged: 4 })
  expect((await desk.call<{ data: Overview }>('GET', '/overview')).data.waiting.fitting).toBe(1)
})

test('D-45 D-51 a different number, day or merchant on the paper is a signal; matching facts are not', async () => {
  const before = day(new Date(server.deps.now().getTime() - 86_400_000))
  const own = (await createMerchant(server.deps, { name: 'Warung Sri Delima' })).id
  const part = (await createMerchant(server.deps, { name: 'Delima' })).id
  const head = ['WARUNG SRI DELIMA', 'TEL: 03-5121 7970', 'Bill No: 10023', `DATE: ${today()} 19:02`]
  const print = [...head, `Member since ${before}`, 'NASI 25.00', 'TOTAL 25.00', 'CASH 30.00', 'CHANGE 5.00']
  const result = extractFacts([createPage(print), createPage(print)], today())
  for (const [typed, signals] of [
    [{}, []],
    [{ merchantId: part }, ['merchant_differs']],
    [{ invoiceNo: '51217970' }, ['invoice_differs']],
    [{ invoiceNo: '2500' }, ['invoice_differs']],
    [{ invoiceNo: '1' }, ['invoice_differs']],
    [{ date: before }, ['date_differs']],
  ] as const) {
    const given = { merchantId: own, invoiceNo: '10023', ...typed }
    const { id } = await createReadSubmission(server.deps, result, given)
    const kinds = (await desk.signals(id)).map(({ kind }) => kind)
    expect([typed, kinds.filter((kind) => kind.endsWith('_differs'))]).toEqual([typed, signals])
  }
})

test('D-45 an approval is rejected when the OCR result is from an older release or no longer confirms the typed facts', async () => {
  const [old = 0, changed = 0, good = 0] = await createMany(3)
  const { offer } = await desk.bulk()
  server.travel(1000)
  await rowsOf(server, 'UPDATE receipt_ocr SET ocr_version = 0 WHERE submission_id = $1', old)
  await rowsOf(server, 'UPDATE receipt_ocr SET comparison = NULL WHERE submission_id = $1', changed)
  const { approved, left_out } = await desk.approveBulk([old, changed, good], offer)
  const reason = "The details typed don't match the picture. Open the receipt at the review desk to check it."
  expect({ approved, left_out }).toEqual({ approved: [good], left_out: [old, changed].map((id) => ({ id, reason })) })
})

test('D-45 twelve receipts are offered at a time, then the next twelve; only those offered to this operator together, between a second and an hour ago, are approved', async () => {
  const other = await people.reviewer()
  const ids = await createMany(14)
  const [one = 0, two = 0] = ids
  const idsOf = ({ data }: Awaited<ReturnType<Desk['bulk']>>) => data.map(({ id }) => id)
  const first = await desk.bulk()
  expect([idsOf(first), first.before, first.has_more, first.waiting.ready]).toEqual([ids.slice(0, 12), 0, true, 14])
  const second = await desk.bulk(ids[11])
  expect([idsOf(second), second.before, second.has_more]).toEqual([ids.slice(12), 12, false])
  const { offer } = first
  const tooEarly = { status: 409, message: 'Look at each picture before you approve it.' }
  expect(await desk.approveBulk([one], offer)).toMatchObject(tooEarly)
  server.travel(1000)
  const stale = { status: 409, message: 'This page is out of date. Reload it and look at the receipts again.' }
  const forged = offer.replace(/^\d+/, (at) => String(Number(at) + 1))
  expect(await other.approveBulk([one], offer)).toMatchObject(stale)
  expect(await desk.approveBulk([one, ids[12] ?? 0], offer)).toMatchObject(stale)
  for (const wrong of [forged, 'nothing']) expect(await desk.approveBulk([one], wrong)).toMatchObject(stale)
  expect((await desk.approveBulk(ids.slice(0, 13), offer)).status).toBe(422)
  expect((await desk.approveBulk([], offer)).status).toBe(422)
  expect((await desk.approveBulk([one], offer)).approved).toEqual([one])
  for (let minutes = 0; minutes < 60; minutes += 15) {
    server.travel(900_001)
    await desk.bulk()
  }
  expect(await desk.approveBulk([two], offer)).toMatchObject(stale)
})

test('D-45 D-51 at least a tenth of a batch, drawn by chance, is spot-checked; more if the setting is higher', async () => {
  const { config } = server.deps
  const before = { ...config }
  Object.assign(config, { RECEIPT_OCR: 'off' })
  /** The positions of the spot-checked receipts in a batch. `last` always draws the last remaining one. */
  const drawnOf = async (count: number, percent: number, last: boolean) => {
    Object.assign(config, { SPOT_CHECK_PERCENT: percent })
    server.deps.randomInt = (below) => (last ? below - 1 : 0)
    const ids = await createMany(count, create)
    const { offer } = await desk.bulk()
    server.travel(1000)
    expect((await desk.approveBulk(ids, offer)).approved).toEqual(ids)
    const text = 'SELECT submission_id AS id FROM spot_checks WHERE submission_id = ANY($1) ORDER BY 1'
    return (await rowsOf<{ id: number }>(server, text, ids)).map(({ id }) => ids.indexOf(id))
  }
  expect(await drawnOf(11, 0, false)).toEqual([0, 1])
  expect(await drawnOf(10, 0, true)).toEqual([9])
  expect(await drawnOf(4, 50, false)).toEqual([0, 1])
  Object.assign(config, before)
})
