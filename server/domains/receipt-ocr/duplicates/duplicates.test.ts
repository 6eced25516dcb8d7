import { beforeEach, expect, test } from 'vitest'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { cleanUpOcr, createOcrResult, createReadSubmission } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, type createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

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
const travel = async (days: number) => {
  server.travel(days * DAY)
  desk = await people.reviewer()
}

const paper = ['103', '12.50', '18.90', '2026', '31.40', '700144', '8723', '990012345']
/** Another photo of the same receipt: one number more, one less. */
const again = ['103', '12.50', '18.90', '2026', '31.40', '387', '8723', '990012345']
/** Another receipt of the same till. */
const next = ['103', '2026', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

type Given = Parameters<typeof createSubmission>[1]
const withResult = async (facts: Parameters<typeof createOcrResult>[0], given: Given = {}) =>
  (await createReadSubmission(server.deps, createOcrResult(facts), { merchantId, ...given })).id
/** A receipt whose picture has these numbers. */
const withNumbers = (numbers: string[], given: Given = {}) => withResult({ numbers }, given)
const signalsOf = async (id: number) => (await desk.signals(id)).map(({ kind, submission_id }) => [kind, submission_id])
const pairs = (...ids: number[]) =>
  rowsOf(server, 'SELECT not_compared FROM receipt_duplicates WHERE submission_id = $1 AND duplicate_id = $2', ...ids)

test('D-51 a receipt photographed again is a signal on both, with its reason and the other picture, and its very file is one', async () => {
  const photo = await createRandomPhoto()
  const first = await withNumbers(paper, { photo })
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
  const signals = await signalsOf(await withNumbers(paper, { photo }))
  expect(signals.filter(([, id]) => id === first)).toEqual([['same_file', first]])
})

test('D-51 a faint receipt is recognised by numbers that only one pass of OCR found, on either picture', async () => {
  const faint = { numbers: ['103', '1', '2', '3'], doubtful: paper.slice(1) }
  const first = await withResult(faint)
  const duplicate = await withNumbers(paper.slice(0, 5))
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect(await signalsOf(await withResult(faint))).toContainEqual(['same_receipt', duplicate])
})

test('D-51 look-alikes are found at every merchant, which is named, also after a correction, among the receipts of the last 90 days, whose numbers are stored as long', async () => {
  const other = await createMerchant(server.deps, { name: 'Kedai Runcit Cahaya' })
  const first = await withNumbers(paper)
  const corrections = { merchant_id: other.id }
  expect((await desk.decide({ id: first, status: 'approved', corrections })).status).toBe(201)
  const merchants = 'SELECT DISTINCT merchant_id FROM receipt_numbers WHERE submission_id = $1'
  expect(await rowsOf(server, merchants, first)).toEqual([{ merchant_id: other.id }])
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toEqual([['same_receipt', first]])
  expect((await desk.signals(duplicate))[0]?.text).toMatch(
    /^Possible duplicate of receipt \d+: same paper receipt, sent before at Kedai Runcit Cahaya by another member on /,
  )
  await travel(91)
  expect(await signalsOf(await withNumbers(next))).toEqual([])
  expect(await signalsOf(await withNumbers(again))).toEqual([])
  await cleanUpOcr(server.deps)
  expect(await rowsOf(server, 'SELECT number FROM receipt_numbers')).toHaveLength(next.length + again.length)
  expect(await rowsOf(server, 'SELECT DISTINCT submission_id FROM keypoint_codes')).toHaveLength(2)
})

test('D-51 neither many later copies nor hundreds of receipts that share its common numbers hide the first receipt', async () => {
  let first = await withNumbers(paper)
  const { userId } = await createReadSubmission(server.deps, createOcrResult({ numbers: next }), { merchantId })
  /** Inserts so many receipts whose pictures have these numbers. */
  const insertRead = (count: number, numbers: string[]) =>
    rowsOf(
      server,
      `WITH sent AS (
         INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
           original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, created_at)
         SELECT $1, $2, '2026-11-01', 100, n::text, n::text, n::text::bytea, '', '', '', '', 1, 1, $3
         FROM generate_series($4::int + 1, $4 + $4) n RETURNING id),
       kept AS (
         INSERT INTO receipt_ocr (submission_id, ocr_version, numbers, matches, read_at)
         SELECT id, 1, $5::text[], false, $3 FROM sent)
       INSERT INTO receipt_numbers SELECT $2, unnest($5::text[]), id FROM sent`,
      ...[userId, merchantId, server.deps.now(), count, numbers],
    )
  await insertRead(300, ['103', '2026', '990012345'])
  expect(await signalsOf(await withNumbers(again))).toContainEqual(['same_receipt', first])
  merchantId = (await createMerchant(server.deps)).id
  first = await withNumbers(paper)
  await insertRead(11, paper)
  expect(await signalsOf(await withNumbers(paper))).toContainEqual(['same_receipt', first])
})

test('D-51 D-92 D-107 of a deleted account only keyed hashes of its approved receipts stay, by which they are recognised among many older ones, until they are too old to be sent', async () => {
  const member = await people.member()
  const waiting = await withNumbers(next, { userId: member.id })
  const older = await withNumbers(['103', '1.10', '2.20', '3.30', '4.40', '5.50', '6.60'], { userId: member.id })
  const first = await withNumbers(paper, { userId: member.id })
  for (const id of [older, first]) expect((await desk.approve(id)).status).toBe(201)
  const before = await withNumbers(again)
  const marked = 'UPDATE receipt_duplicates SET not_compared = true WHERE submission_id = $1 AND duplicate_id = $2'
  await rowsOf(server, marked, before, first)
  await travel(1)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  // A pair waits no longer to be compared.
  expect(await pairs(before, first)).toEqual([{ not_compared: null }])
  const text =
    'SELECT submission_id, cardinality(number_hashes) AS numbers FROM deleted_receipts WHERE submission_id = ANY($1) ORDER BY 1'
  const kept = () => rowsOf(server, text, [waiting, older, first])
  const hashes = [
    { submission_id: older, numbers: 7 },
    { submission_id: first, numbers: paper.length },
  ]
  expect(await kept()).toEqual(hashes)
  await rowsOf(
    server,
    `WITH copies AS (
       INSERT INTO submissions (user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key,
         file_sha256, picture_width, picture_height, created_at)
       SELECT user_id, merchant_id, 'rejected', purchase_date, amount_sen, invoice_no || n, invoice_key || n,
         file_sha256, picture_width, picture_height, created_at
       FROM submissions, generate_series(1, 200) n WHERE id = $1 RETURNING id)
     INSERT INTO deleted_receipts SELECT copies.id, d.number_hashes, d.keypoint_code_hashes
     FROM copies, deleted_receipts d WHERE d.submission_id = $1`,
    older,
  )
  const duplicate = await withNumbers(again)
  expect(await signalsOf(duplicate)).toContainEqual(['same_receipt', first])
  const signal = (await desk.signals(duplicate)).find(({ submission_id }) => submission_id === first)
  expect(signal?.text).toMatch(/: same paper receipt, sent before by a deleted account on .* \(approved\)$/)
  expect(await desk.lookAlikes(await withNumbers(next))).not.toContain(first)
  expect(await pairs(duplicate, first)).toHaveLength(1)
  await travel(59)
  await cleanUpOcr(server.deps)
  expect(await kept()).toEqual(hashes)
  await travel(2)
  await cleanUpOcr(server.deps)
  expect([await kept(), await pairs(duplicate, first)]).toEqual([[], []])
})
