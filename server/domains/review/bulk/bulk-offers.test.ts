import type { PlainReceipts } from '@stampus/contract/console/bulk'
import type { Overview } from '@stampus/contract/console/overview'
import { dayIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, mockOcr, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { createPage } from '../../../../tests/support/pictures/ocr-result.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { extractFacts } from '../../receipt-ocr/facts/extract-facts.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const servers: TestApp[] = []
let server: TestApp
let merchantId: number
beforeAll(async () => {
  servers.push(await testApp({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' }))
  server = servers[0] as TestApp
  merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
})
afterEach(async () => {
  await server.deps.db.pool.query(`UPDATE submissions SET status = 'rejected' WHERE status = 'pending'`)
})
afterAll(() => Promise.all(servers.map((one) => one.close())))

type Desk = Awaited<ReturnType<typeof createDesk>>
type Offered = PlainReceipts & { status: number }
type Done = { status: number; message: string; approved: number[]; left_out: { id: number; reason: string }[] }
const offered = (desk: Desk, after = 0) => desk.call<Offered>('GET', after ? `/bulk?after=${after}` : '/bulk')
const approve = (desk: Desk, ids: number[], offer: string) => desk.call<Done>('POST', '/bulk', { ids, offer })
const idsOf = ({ data }: Offered) => data.map(({ id }) => id)

type OcrFacts = Parameters<typeof createOcrResult>[0]

/** A receipt whose OCR result matches what was typed, except for what `given` changes. */
async function createReadReceipt(overrides: OcrFacts = {}) {
  const { deps } = server
  const made = await createSubmission(deps, { merchantId })
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const all = { merchant: 'KOPI KITA', totalSen: 2500, date, invoice: made.invoiceNo }
  await runOcrJob(deps, made.id, createOcrResult({ ...all, ...overrides }))
  return made.id
}

/** The typed amount is one of two possible totals, as on a receipt with a voucher. */
async function createReceiptWithTwoTotals() {
  const { deps } = server
  const made = await createSubmission(deps, { merchantId })
  const date = dayIn(deps.config.TIME_ZONE, deps.now())
  const totals = [1500, 2500].flatMap((totalSen) => createOcrResult({ totalSen }).amounts)
  await runOcrJob(deps, made.id, {
    ...createOcrResult({ merchant: 'KOPI KITA', date, invoice: made.invoiceNo }),
    totals,
  })
}

test('D-45 D-51 a receipt without OCR result, with failed OCR or with an uncertain total is never offered in bulk', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  await createSubmission(deps, { merchantId })
  const broken = (await createSubmission(deps, { merchantId })).id
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(deps)(broken)
  const empty = (await createSubmission(deps, { merchantId })).id
  await runOcrJob(deps, empty, createOcrResult())
  const good = await createReadReceipt()
  const noTotal = (await createSubmission(deps, { merchantId })).id
  await runOcrJob(deps, noTotal, createOcrResult({ merchant: 'KOPI KITA' }))
  await createReceiptWithTwoTotals()
  await createReadReceipt({ totalSen: 2560 })
  await createReadReceipt({ merchant: 'PERNIAGAAN LAIN' })
  await createReadReceipt({ date: '2018-03-03' })
  await createReadReceipt({ invoice: '881299' })
  const answer = await offered(desk)
  expect(idsOf(answer)).toEqual([good])
  expect(answer.waiting).toEqual({ ready: 1, unread: 1, unreadable: 2, unconfirmed: 2, flagged: 4 })
  const { waiting } = (await desk.call<{ data: Overview }>('GET', '/overview')).data
  expect(waiting.fitting).toBe(1)
})

test('D-45 D-51 a different number, day or merchant on the paper is a signal; matching facts are not', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const today = dayIn(deps.config.TIME_ZONE, deps.now())
  const before = dayIn(deps.config.TIME_ZONE, new Date(deps.now().getTime() - 86_400_000))
  const own = (await createMerchant(deps, { name: 'Warung Sri Delima' })).id
  const part = (await createMerchant(deps, { name: 'Delima' })).id
  const head = ['WARUNG SRI DELIMA', 'TEL: 03-5121 7970', 'Bill No: 10023', `DATE: ${today} 19:02`]
  const print = [...head, `Member since ${before}`, 'NASI 25.00', 'TOTAL 25.00', 'CASH 30.00', 'CHANGE 5.00']
  const right = { merchantId: own, invoiceNo: '10023' }
  const others = [{ merchantId: part }, { invoiceNo: '51217970' }, { invoiceNo: '2500' }, { invoiceNo: '1' }]
  const made = []
  for (const other of [{}, ...others, { date: before }]) {
    const { id } = await createSubmission(deps, { ...right, ...other })
    await runOcrJob(deps, id, extractFacts([createPage(print), createPage(print)], today))
    made.push(id)
  }
  const signals = []
  for (const id of made) signals.push((await desk.show(id)).data.signals.map(({ kind }) => kind))
  const number = ['invoice_differs']
  expect(signals.map((kinds) => kinds.filter((kind) => kind.endsWith('_differs')))).toEqual([
    [],
    ['merchant_differs'],
    ...[number, number, number],
    ['date_differs'],
  ])
})

test('D-45 each receipt in the bulk list shows what OCR read and where on the picture', async () => {
  const desk = await createDesk(server)
  await createReadReceipt()
  const place = { left: 0.125, top: 0.25, width: 0.25, height: 0.0625 }
  expect((await offered(desk)).data[0]).toMatchObject({
    purchase_amount: decimalAmount(2500),
    reading: { purchase_amount: { verdict: 'fits', place }, purchase_date: { verdict: 'fits', place } },
  })
})

test('D-45 an approval is rejected when the OCR result is from an older release or no longer confirms the typed facts', async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const [old, changed, good] = [await createReadReceipt(), await createReadReceipt(), await createReadReceipt()]
  const { offer } = await offered(desk)
  server.travel(1000)
  const alter = (text: string, id: number) => deps.db.pool.query({ text, values: [id] })
  await alter('UPDATE receipt_ocr SET ocr_version = 0 WHERE submission_id = $1', old)
  await alter('UPDATE receipt_ocr SET comparison = NULL WHERE submission_id = $1', changed)
  const { approved, left_out } = await approve(desk, [old, changed, good], offer)
  const reason = "The details typed don't match the picture. Open the receipt at the review desk to check it."
  expect([approved, left_out]).toEqual([
    [good],
    [
      { id: old, reason },
      { id: changed, reason },
    ],
  ])
})

test('D-45 twelve receipts are offered at a time, and the next twelve after them', async () => {
  const desk = await createDesk(server)
  const ids: number[] = []
  for (let at = 0; at < 14; at += 1) ids.push(await createReadReceipt())
  const first = await offered(desk)
  expect([idsOf(first), first.before, first.has_more, first.waiting.ready]).toEqual([ids.slice(0, 12), 0, true, 14])
  const second = await offered(desk, ids[11])
  expect([idsOf(second), second.before, second.has_more]).toEqual([ids.slice(12), 12, false])
})

test('D-45 only receipts offered to this operator together, between a second and an hour ago, are approved', async () => {
  const [desk, other] = [await createDesk(server), await createDesk(server)]
  const ids: number[] = []
  for (let at = 0; at < 13; at += 1) ids.push(await createReadReceipt())
  const [one = 0, two = 0] = ids
  const { offer } = await offered(desk)
  expect(await approve(desk, [one], offer)).toMatchObject({
    status: 409,
    message: 'Look at each picture before you approve it.',
  })
  server.travel(1000)
  const stale = { status: 409, message: 'This page is out of date. Reload it and look at the receipts again.' }
  expect(await approve(other, [one], offer)).toMatchObject(stale)
  expect(await approve(desk, [one, ids[12] ?? 0], offer)).toMatchObject(stale)
  expect(
    await approve(
      desk,
      [one],
      offer.replace(/^\d+/, (at) => String(Number(at) + 1)),
    ),
  ).toMatchObject(stale)
  expect(await approve(desk, [one], 'nothing')).toMatchObject(stale)
  expect((await approve(desk, ids, offer)).status).toBe(422)
  expect((await approve(desk, [], offer)).status).toBe(422)
  expect((await approve(desk, [one], offer)).approved).toEqual([one])
  for (let minutes = 0; minutes < 60; minutes += 15) {
    server.travel(900_001)
    await offered(desk)
  }
  expect(await approve(desk, [two], offer)).toMatchObject(stale)
})

test('D-45 D-51 at least a tenth of a batch, drawn by chance, is spot-checked; more if the setting is higher', async () => {
  const higher = await testApp({ RECEIPT_OCR: 'off', SPOT_CHECK_PERCENT: '50' })
  const never = await testApp({ RECEIPT_OCR: 'off', SPOT_CHECK_PERCENT: '0' })
  servers.push(higher, never)
  /** The positions of the spot-checked receipts among twelve. `last` always draws the last remaining one. */
  const drawnOf = async (at: TestApp, last: boolean) => {
    at.deps.randomInt = (below) => (last ? below - 1 : 0)
    const desk = await createDesk(at)
    const ids: number[] = []
    for (let number = 0; number < 12; number += 1) ids.push((await createSubmission(at.deps)).id)
    const { offer } = await offered(desk)
    at.travel(1000)
    expect((await approve(desk, ids, offer)).approved).toEqual(ids)
    const text = 'SELECT submission_id AS id FROM spot_checks WHERE submission_id = ANY($1) ORDER BY 1'
    const { rows } = await at.deps.db.pool.query<{ id: number }>({ text, values: [ids] })
    return rows.map(({ id }) => ids.indexOf(id))
  }
  expect(await drawnOf(never, false)).toEqual([0, 1])
  expect(await drawnOf(never, true)).toEqual([10, 11])
  expect(await drawnOf(higher, false)).toEqual([0, 1, 2, 3, 4, 5])
})
