import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { actorsOf } from '../../../../tests/support/api/actors.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import type { Desk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { cleanUpOcr, createOcrResult, createReadSubmission } from '../../../../tests/support/api/receipt-ocr.ts'
import type { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { rowsOf } from '../../../../tests/support/database/rows.ts'
import { fingerprintHere } from '../../../../tests/support/pictures/fingerprints.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { computeFingerprint } from './fingerprint.ts'

const DAY = 86_400_000
const server = serverForTests()
const people = actorsOf(server)
let desk: Desk
let merchantId: number
beforeEach(async () => {
  server.deps.fingerprint = fingerprintHere
  server.travel(91 * DAY)
  desk = await people.reviewer()
  merchantId = (await createMerchant(server.deps)).id
})

const paper = ['103', '12.50', '18.90', '31.40', '700144', '8723', '990012345']
const again = ['103', '12.50', '18.90', '31.40', '387', '8723', '990012345']
const next = ['103', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

type Given = Parameters<typeof createSubmission>[1]
const send = async (numbers: string[], given: Given = {}) =>
  (await createReadSubmission(server.deps, createOcrResult({ numbers }), { merchantId, ...given })).id

/** An approved receipt whose member deleted the account. */
async function approvedAndDeleted(numbers: string[], given: Given = {}) {
  const member = await people.member()
  const id = await send(numbers, { userId: member.id, ...given })
  expect((await desk.approve(id)).status).toBe(201)
  server.travel(DAY)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  desk = await people.reviewer()
  return id
}
const signalsOf = async (id: number) =>
  (await desk.signals(id)).map(({ kind, submission_id, text }) => [kind, submission_id, text])
const duplicateOf = (id: number, what: string) => {
  const text = `^Possible duplicate of receipt ${id}: ${what}, sent before by a deleted account on .* \\(approved\\)$`
  return ['same_receipt', id, expect.stringMatching(new RegExp(text))]
}
const pairs = (...ids: number[]) =>
  rowsOf(server, 'SELECT not_compared FROM receipt_duplicates WHERE submission_id = $1 AND duplicate_id = $2', ...ids)

test('D-51 D-92 the numbers of an approved receipt are recognised after its account was deleted, among many older ones that share one, until their hashes are deleted', async () => {
  const other = await approvedAndDeleted(['103', '1.10', '2.20', '3.30', '4.40', '5.50', '6.60'])
  await rowsOf(
    server,
    `WITH copies AS (
       INSERT INTO submissions (user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key,
         file_sha256, picture_width, picture_height, created_at)
       SELECT user_id, merchant_id, 'rejected', purchase_date, amount_sen, invoice_no || n, invoice_key || n,
         file_sha256, picture_width, picture_height, created_at
       FROM submissions, generate_series(1, 200) n WHERE id = $1 RETURNING id)
     INSERT INTO deleted_receipts SELECT copies.id, d.number_hashes, d.code_hashes
     FROM copies, deleted_receipts d WHERE d.submission_id = $1`,
    other,
  )
  const first = await approvedAndDeleted(paper)
  const duplicate = await send(again)
  expect(await signalsOf(duplicate)).toEqual([duplicateOf(first, 'same paper receipt')])
  expect(await signalsOf(await send(next))).toEqual([])
  expect(await pairs(duplicate, first)).toHaveLength(1)
  server.travel(61 * DAY)
  await cleanUpOcr(server.deps)
  expect(await pairs(duplicate, first)).toEqual([])
})

test('D-51 D-92 the picture of an approved receipt is recognised after its account was deleted, smaller and turned', async () => {
  server.deps.fingerprint = computeFingerprint
  const photo = await drawReceipt(kopiKitaReceipt)
  const first = await approvedAndDeleted([], { photo })
  const { width } = await sharp(photo).metadata()
  const smaller = sharp(photo).resize(Math.round(width * 0.8))
  for (const copy of [smaller, sharp(photo).rotate(90)]) {
    const photographed = { merchantId, photo: await copy.jpeg({ quality: 70 }).toBuffer() }
    const { id } = await createReadSubmission(server.deps, createOcrResult({ totalSen: 100 }), photographed)
    expect(await signalsOf(id)).toContainEqual(duplicateOf(first, 'same picture, cropped or edited'))
  }
  expect(await signalsOf(await send([]))).toEqual([])
})

test('D-92 of a deleted account only keyed hashes of its approved receipts stay, until they are too old to be sent', async () => {
  const member = await people.member()
  const waiting = await send(next, { userId: member.id })
  const approved = await send(paper, { userId: member.id })
  await desk.approve(approved)
  await deleteOwnAccount(server, member)
  const text =
    'SELECT submission_id, cardinality(number_hashes) AS numbers FROM deleted_receipts WHERE submission_id = ANY($1)'
  const kept = () => rowsOf(server, text, [waiting, approved])
  const rows = await kept()
  expect(rows).toEqual([{ submission_id: approved, numbers: paper.length }])
  server.travel(60 * DAY)
  await cleanUpOcr(server.deps)
  expect(await kept()).toEqual(rows)
  server.travel(DAY)
  await cleanUpOcr(server.deps)
  expect(await kept()).toEqual([])
})

test('D-51 D-107 a pair of which one account is deleted before the photos are compared waits no longer for that', async () => {
  const member = await people.member()
  const first = await send(paper, { userId: member.id })
  expect((await desk.approve(first)).status).toBe(201)
  const duplicate = await send(again)
  await rowsOf(
    server,
    'UPDATE receipt_duplicates SET not_compared = true WHERE submission_id = $1 AND duplicate_id = $2',
    ...[duplicate, first],
  )
  server.travel(DAY)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  expect(await pairs(duplicate, first)).toEqual([{ not_compared: null }])
})
