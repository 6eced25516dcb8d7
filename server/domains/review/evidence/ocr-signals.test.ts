import { dayIn } from '@stampus/contract/values/days'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import {
  askForPreview,
  createOcrResult,
  insertReadableReceipt,
  insertReadReceipt,
  mockOcr,
  useOcrSeconds,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission, insertReceipt } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { registerJobs } from '../../../register-jobs.ts'
import type { OcrResult, PaperKind } from '../../receipt-ocr/ocr-result.ts'
import { handleOcrJob } from '../../receipt-ocr/receipt-ocr.service.ts'

const server = serverForTests({ RECEIPT_OCR: 'on', LOG_LEVEL: 'silent' })
const people = actorsOf(server)
let desk: Desk
beforeAll(async () => {
  for (const name of ['Kopi Kita', 'Gerbang Alaf']) await createMerchant(server.deps, { name })
})
beforeEach(async () => {
  desk = await people.reviewer()
})

const DAY_MS = 86_400_000
const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())

/** The signals of a receipt of RM 25.00 typed for Kopi Kita, each on a new day, when its OCR result differs by `overrides`. */
async function signalsWhen(overrides: Parameters<typeof createOcrResult>[0] = {}) {
  server.travel(DAY_MS)
  desk = await people.reviewer()
  const merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
  const printed = { merchant: 'KOPI KITA', totalSen: 2500, date: today(), invoice: '700144', ...overrides }
  const typed = { merchantId, invoiceNo: '700144' }
  return textsOf((await insertReadReceipt(server.deps, createOcrResult(printed), typed)).id)
}
const textsOf = async (id: number) => (await desk.signals(id)).map(({ kind, text }) => [kind, text])

test('D-51 an OCR result that matches what was typed is no signal, and neither is a misread name; another merchant, on the campus or not, number, amount and date are', async () => {
  for (const merchant of ['KOPI KITA', 'KOPl KlTA', 'K0PI KLTA', 'KDPI KITA SDN BHD'])
    expect([merchant, await signalsWhen({ merchant })]).toEqual([merchant, []])
  for (const [overrides, kind, text] of [
    [{ merchant: 'GERBANG ALAF' }, 'merchant_differs', 'The receipt seems to be from Gerbang Alaf, not Kopi Kita'],
    [
      { merchant: 'PERNIAGAAN LAIN' },
      'merchant_differs',
      'The receipt seems to be from PERNIAGAAN LAIN, not Kopi Kita',
    ],
    [{ invoice: '881299' }, 'invoice_differs', 'The receipt seems to say invoice 881299, not 700144'],
    [{ totalSen: 2600 }, 'amount_differs', 'The receipt seems to say RM\u202f26.00, not RM\u202f25.00'],
  ] as const)
    expect(await signalsWhen(overrides)).toEqual([[kind, text]])
  const tooOld = /^The receipt seems to say 3 Mar 2018, not .*: more than 60 days before it was sent$/
  expect(await signalsWhen({ date: '2018-03-03' })).toEqual([['date_differs', expect.stringMatching(tooOld)]])
  const yesterday = today()
  const recent = expect.not.stringContaining('days before it was sent')
  expect(await signalsWhen({ date: yesterday })).toEqual([['date_differs', recent]])
})

test('D-51 a merchant is only matched if no other one’s name fits the print better, further names included', async () => {
  const { deps } = server
  const add = async (name: string) => (await createMerchant(deps, { name })).id
  const [mas, emas] = [await add('Pasir Mas Hardware Trading'), await add('Pasir Emas Hardware')]
  const [delima, dalima] = [await add('Menara Delima'), await add('Menara Dalima')]
  const names = '{"Kedai Lama Bersatu","Delima Jaya"}'
  await rowsOf(server, 'UPDATE merchants SET further_names = $2 WHERE id = $1', delima, names)
  const readFor = async (merchantId: number, merchant: string) => {
    const result = createOcrResult({ merchant, totalSen: 2500, date: today() })
    const { id } = await insertReadReceipt(deps, result, { merchantId })
    const { signals, reading } = (await desk.show(id)).data
    return [reading?.merchant.verdict, signals.find(({ kind }) => kind === 'merchant_differs')?.text]
  }
  const isEmas = ['differs', 'The receipt seems to be from Pasir Emas Hardware, not Pasir Mas Hardware Trading']
  expect(await readFor(mas, 'PASIR EMAS HARDWARE')).toEqual(isEmas)
  expect(await readFor(emas, 'PASIR EMAS HARDWARE')).toEqual(['fits', undefined])
  expect(await readFor(delima, 'KEDAI LAMA BERSATU')).toEqual(['fits', undefined])
  const isDelima = ['differs', 'The receipt seems to be from Menara Delima, not Menara Dalima']
  expect(await readFor(dalima, 'KEDAI LAMA BERSATU')).toEqual(isDelima)
  await add('Pasir Emas Hardware')
  expect(await readFor(mas, 'PASIR EMAS HARDWARE')).toEqual(isEmas)
})

const marked = (kind: PaperKind, text: string) => ({ paper: [{ kind, text }] })

test.each<[Partial<OcrResult>, string?, string?]>([
  [marked('quotation', 'SEBUT HARGA'), 'no_purchase', 'The paper seems to be a quotation (“SEBUT HARGA”)'],
  [marked('not a receipt', 'BUKAN RESIT'), 'no_purchase', 'The paper says that it is not a receipt (“BUKAN RESIT”)'],
  [marked('unpaid', 'NOT PAID'), 'no_purchase', 'The paper seems to be not paid (“NOT PAID”)'],
  [
    marked('reprint', '*REPRINT*'),
    'copy_or_slip',
    'The paper seems to be a reprint or copy (“*REPRINT*”): the original may have been sent too',
  ],
  [
    { sums: { total: 2500, fits: [], differs: [{ text: '3 × 5.00', sen: 1500 }] } },
    'sums_differ',
    'The total RM\u202f25.00 does not fit the receipt’s own numbers: 3 × 5.00 = RM\u202f15.00',
  ],
  [{}],
])('D-45 D-51 %j is a signal, and keeps a receipt out of bulk approval', async (found, kind, text) => {
  server.travel(DAY_MS)
  desk = await people.reviewer()
  // Without a number on it: that does not keep a receipt out.
  const merchantId = (await createMerchant(server.deps, { name: 'Kopi Kita' })).id
  const result = { ...createOcrResult({ merchant: 'KOPI KITA', totalSen: 2500, date: today() }), ...found }
  const { id } = await insertReadReceipt(server.deps, result, { merchantId })
  expect(await textsOf(id)).toEqual(kind ? [[kind, text]] : [])
  expect((await desk.offered()).includes(id)).toBe(kind === undefined)
})

test('D-51 D-103 until the picture is read, the desk shows what was read before it was sent, never as a match', async () => {
  const { deps } = server
  const merchantId = (await createMerchant(deps, { name: 'Rumah Kopi Delima' })).id
  const member = await people.member()
  const photo = await createRandomPhoto()
  const early = createOcrResult({ merchant: 'RUMAH KOPI DELIMA', totalSen: 3710, date: today() })
  mockOcr(server, { ...early, paper: [{ kind: 'unpaid', text: 'NOT PAID' }] })
  await askForPreview(server, member.headers, photo)
  const sent = await createSubmission(deps, { userId: member.id, merchantId, photo })
  const other = await insertReceipt(deps, { merchantId, photo })
  const { data } = await desk.show(sent.id)
  expect(data).toMatchObject({
    reading_state: 'pending',
    reading: null,
    early_reading: {
      purchase_amount: { verdict: 'differs', read: '37.10' },
      merchant: { verdict: 'filled_in', read: 'Rumah Kopi Delima' },
      purchase_date: { verdict: 'filled_in', read: today() },
    },
  })
  const text =
    'Read before it was sent: The paper seems to be not paid (“NOT PAID”). The receipt seems to say RM\u202f37.10, not RM\u202f25.00'
  expect(data.signals.filter(({ kind }) => kind === 'early_reading').map((signal) => signal.text)).toEqual([text])
  expect((await desk.show(other.id)).data).toMatchObject({ early_reading: null })
  expect(await desk.offered()).not.toContain(sent.id)
  await handleOcrJob(deps)(sent.id)
  const read = (await desk.show(sent.id)).data
  expect(read).toMatchObject({ reading_state: 'read', early_reading: null })
  expect(read.signals.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['no_purchase', 'amount_differs']))
})

type Answer = { status: number; message: string; data: { reading_state: string } }
const readAgain = (id: number, by = desk) => by.call<Answer>('POST', `/submissions/${id}/reading`, {})
const stateOf = async (id: number) => (await desk.show(id)).data.reading_state

/** A receipt whose picture could not be read. */
async function createUnreadable() {
  const made = await insertReadableReceipt(server.deps)
  mockOcr(server, new OcrError('time'))
  await handleOcrJob(server.deps)(made.id)
  return made
}

test('D-108 a reviewer has a picture read again that could not be read, although the member has no OCR time left', async () => {
  const { id, userId } = await createUnreadable()
  expect(await stateOf(id)).toBe('failed')
  await useOcrSeconds(server.deps, userId, 300)
  await rowsOf(server, "DELETE FROM pgboss.job WHERE name = 'reading'")
  expect(await readAgain(id)).toMatchObject({ status: 201, data: { reading_state: 'pending' } })
  mockOcr(server, createOcrResult({ totalSen: 2500 }))
  await registerJobs(server.deps)
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('read')
  const text = "SELECT operator_id FROM audit_entries WHERE action = 'submission.read_again' AND subject_id = $1"
  expect(await rowsOf(server, text, id)).toEqual([{ operator_id: desk.id }])
  await server.deps.jobs.stop()
})

test('D-50 D-108 managers, too, have a picture read again that is illegible or not read yet; none is that was read or decided, is open with another operator, or has a conflict of interest', async () => {
  const manager = await people.manager()
  const illegible = await insertReadReceipt(server.deps, createOcrResult())
  expect(await stateOf(illegible.id)).toBe('illegible')
  const waiting = await insertReceipt(server.deps)
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueueOcr').mockResolvedValue()
  expect(await stateOf(waiting.id)).toBe('pending')
  for (const { id } of [illegible, waiting]) expect((await readAgain(id, manager)).status).toBe(201)
  const jobs = [illegible.id, waiting.id].map((id) => [id, { again: true }])
  expect(enqueue.mock.calls.map(([, id, options]) => [id, options])).toEqual(jobs)
  const read = await insertReadReceipt(server.deps, createOcrResult({ totalSen: 2500 }))
  const [decided, open, own] = [await createUnreadable(), await createUnreadable(), await createUnreadable()]
  await desk.reject(decided.id, 'Too dark')
  await (await people.reviewer()).renew(open.id)
  await desk.join(own.merchantId)
  enqueue.mockClear()
  expect((await readAgain(read.id)).message).toBe('Only a picture that could not be read can be read again.')
  const answers = await Promise.all([read.id, decided.id, open.id, own.id, 999_999].map((id) => readAgain(id)))
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 403, 404])
  expect(enqueue).not.toHaveBeenCalled()
  enqueue.mockRestore()
  server.deps.config.RECEIPT_OCR = 'off'
  expect(await stateOf(waiting.id)).toBe('off')
  server.deps.config.RECEIPT_OCR = 'on'
})

test('D-108 a receipt is read again three times an hour, and an operator has thirty read', async () => {
  const { id } = await createUnreadable()
  for (const _ of [1, 2, 3]) expect((await readAgain(id)).status).toBe(201)
  expect((await readAgain(id, await people.reviewer())).status).toBe(429)
  await fillLimit(server, `read-again|operator|${desk.id}`, 30)
  const other = await createUnreadable()
  expect((await readAgain(other.id)).status).toBe(429)
  expect(await stateOf(other.id)).toBe('failed')
  server.travel(3_600_000)
  desk = await people.reviewer()
  expect((await readAgain(id)).status).toBe(201)
})
