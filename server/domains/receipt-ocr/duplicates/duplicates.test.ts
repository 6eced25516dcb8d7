import { beforeEach, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import {
  cleanUpOcr,
  createOcrResult,
  createReadSubmission,
  mockOcr,
} from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
import { cropAndStripe } from '../../../../tests/support/pictures/receipt-copies.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { handleOcrJob } from '../receipt-ocr.service.ts'
import { computeFingerprint } from './fingerprint.ts'

const DAY = 86_400_000

const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
let merchantId: number
beforeEach(async () => {
  server.deps.fingerprint = fingerprintHere
  // So that no receipts of earlier tests are found.
  server.travel(91 * DAY)
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps)).id
})

const paper = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
/** Another photo of the same receipt: one number more, one less. */
const again = ['103', '12.50', '18.90', '2026', '31.40', '387', '8723', '990012345']
/** Another receipt of the same till. */
const next = ['103', '2026', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

type OcrFacts = Parameters<typeof createOcrResult>[0]
type Given = Parameters<typeof createSubmission>[1]
const withResult = async (facts: OcrFacts, given: Given = {}) =>
  (await createReadSubmission(server.deps, createOcrResult(facts), { merchantId, ...given })).id
/** A receipt whose picture has these numbers. */
const withNumbers = (numbers: string[], given: Given = {}) => withResult({ numbers }, given)
const signalsOf = async (id: number) => (await desk.signals(id)).map(({ kind, submission_id }) => [kind, submission_id])

test('D-51 a receipt photographed again is a signal on both, with its reason and the other picture', async () => {
  const first = await withNumbers(paper)
  const other = await withNumbers(next)
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect(await signalsOf(first)).toEqual([['same_receipt', duplicate]])
  expect(await signalsOf(other)).toEqual([])
  const [signal] = await desk.signals(duplicate)
  expect(signal?.text).toMatch(
    /^Possible duplicate of receipt \d+: same paper receipt, sent before by another member on .* \(pending\)$/,
  )
  expect(signal?.picture?.url).toContain('/files/')
})

test('D-51 a faint receipt is recognised by numbers that only one pass of OCR found, on either picture', async () => {
  const faint = { ...createOcrResult({ numbers: ['103', '1', '2', '3'] }), doubtful: paper.slice(1) }
  const create = async () => (await createReadSubmission(server.deps, faint, { merchantId })).id
  const first = await create()
  const duplicate = await withNumbers(paper.slice(0, 5))
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect(await signalsOf(await create())).toContainEqual(['same_receipt', duplicate])
})

test('D-51 the very same file is one signal', async () => {
  const photo = await createRandomPhoto()
  const first = await withNumbers(paper, { photo })
  expect(await signalsOf(await withNumbers(paper, { photo }))).toEqual([['same_file', first]])
})

test('D-51 look-alikes are found at every merchant, which is named, among the receipts of the last 90 days', async () => {
  const other = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const first = await withNumbers(paper, { merchantId: other.id })
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect((await desk.signals(duplicate))[0]?.text).toMatch(
    /^Possible duplicate of receipt \d+: same paper receipt, sent before at Kedai Runcit Cahaya by another member on .* \(pending\)$/,
  )
  server.travel(91 * DAY)
  desk = await people.reviewer()
  expect(await signalsOf(await withNumbers(again))).toEqual([])
})

test('D-51 without any OCR result, a cropped and striped copy at another merchant is a hint on both, and another receipt of the same till is no signal', async () => {
  server.deps.fingerprint = computeFingerprint
  mockOcr(server, new OcrError('time'))
  const unread = async (photo: Buffer) => {
    const { id } = await createSubmission(server.deps, { photo })
    await handleOcrJob(server.deps)(id)
    return id
  }
  const photo = await drawReceipt(kopiKitaReceipt)
  const first = await unread(photo)
  const items = [{ name: 'Mee goreng mamak', qty: 1, sen: 700 }]
  const other = await unread(await drawReceipt({ ...kopiKitaReceipt, invoice: '70655', items, totalSen: 700 }))
  expect(await signalsOf(other)).toEqual([])
  const copy = await unread(await cropAndStripe(photo))
  expect(await signalsOf(copy)).toEqual([['same_receipt', first]])
  expect(await signalsOf(first)).toEqual([['same_receipt', copy]])
  expect((await desk.signals(copy))[0]).toMatchObject({
    text: expect.stringContaining(" looks similar, but one of the two pictures couldn't be read: sent before at "),
    is_hint: true,
  })
})

// The rule itself is in compare-purchases.test.ts.
test('D-51 a second receipt for the same meal at the same till is another purchase if number and date of both are clear', async () => {
  const meal = ['103', '12.50', '18.90', '2026', '31.40', '8723', '990012345']
  const [one, other] = [
    { numbers: [...meal, '700144'], invoice: '700144', date: '2026-11-05' },
    { numbers: [...meal, '700391'], invoice: '700391', date: '2026-11-12' },
  ]
  const first = await withResult(one)
  expect(await desk.lookAlikes(await withResult(other))).toEqual([])
  expect(await desk.lookAlikes(await withResult({ ...other, confidence: 0.5 }))).toContain(first)
  server.travel(91 * DAY)
  desk = await people.reviewer()
  const unclear = await withResult({ ...one, confidence: 0.5 })
  expect(await desk.lookAlikes(await withResult(other))).toEqual([unclear])
})

/** Inserts so many receipts of a member whose pictures have these numbers. */
const insertRead = (count: number, numbers: string[], userId: number) =>
  rowsOf(
    server,
    `WITH sent AS (
       INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
         original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, created_at)
       SELECT $1, $2, '2026-11-01', 100, n::text, n::text, n::text::bytea, '', '', '', '', 1, 1, $3
       FROM generate_series(1, $4::int) n RETURNING id),
     kept AS (
       INSERT INTO receipt_ocr (submission_id, ocr_version, numbers, matches, read_at)
       SELECT id, 1, $5::text[], false, $3 FROM sent)
     INSERT INTO receipt_numbers SELECT $2, unnest($5::text[]), id FROM sent`,
    ...[userId, merchantId, server.deps.now(), count, numbers],
  )

test('D-51 neither many later copies nor hundreds of receipts that share its common numbers hide the first receipt', async () => {
  const first = await withNumbers(paper)
  const { userId } = await createSubmission(server.deps, { merchantId })
  await insertRead(300, ['103', '2026', '990012345'], userId)
  expect(await signalsOf(await withNumbers(again))).toContainEqual(['same_receipt', first])
  merchantId = (await createMerchant(server.deps)).id
  await insertRead(11, paper, userId)
  expect(await signalsOf(await withNumbers(paper))).toContainEqual(['same_receipt', first])
})

test('D-51 the numbers of a receipt move with its correction to another merchant', async () => {
  const right = (await createMerchant(server.deps)).id
  const first = await withNumbers(paper)
  const corrections = { merchant_id: right }
  expect((await desk.decide({ id: first, status: 'approved', corrections })).status).toBe(201)
  expect(await signalsOf(await withNumbers(again, { merchantId: right }))).toEqual([['same_receipt', first]])
})

test('D-51 numbers are stored for 90 days', async () => {
  await withNumbers(paper)
  server.travel(91 * DAY)
  await withNumbers(next)
  await cleanUpOcr(server.deps)
  expect(await rowsOf(server, 'SELECT number FROM receipt_numbers')).toHaveLength(next.length)
  expect(await rowsOf(server, 'SELECT DISTINCT submission_id FROM picture_codes')).toHaveLength(1)
})
