import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { drawReceipt } from '../../../../demo/receipts/receipt-drawing.ts'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { createOcrResult, runOcrJob } from '../../../../tests/support/api/receipt-ocr.ts'
import { createRandomPhoto, createSubmission } from '../../../../tests/support/api/submissions.ts'
import { kopiKitaReceipt } from '../../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { ocrCleanUp } from '../receipt-ocr.service.ts'

const DAY = 86_400_000
const server = serverForTests()
let desk: Awaited<ReturnType<typeof createDesk>>
let merchantId: number
beforeEach(async () => {
  server.travel(91 * DAY)
  desk = await createDesk(server)
  merchantId = (await createMerchant(server.deps)).id
})

const paper = ['103', '12.50', '18.90', '31.40', '700144', '8723', '990012345']
const again = ['103', '12.50', '18.90', '31.40', '387', '8723', '990012345']
const next = ['103', '44.10', '5.20', '7.70', '700391', '9.95', '9.99', '990012345']

async function send(numbers: string[], given: Parameters<typeof createSubmission>[1] = {}) {
  const { id } = await createSubmission(server.deps, { merchantId, ...given })
  await runOcrJob(server.deps, id, createOcrResult({ numbers }))
  return id
}

/** An approved receipt whose member deleted the account. */
async function approvedAndDeleted(numbers: string[], given: Parameters<typeof createSubmission>[1] = {}) {
  const member = await createSignedInMember(server.deps)
  const id = await send(numbers, { userId: member.id, ...given })
  expect((await desk.approve(id)).status).toBe(201)
  server.travel(DAY)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  desk = await createDesk(server)
  return id
}
const signalsOf = async (id: number) =>
  (await desk.show(id)).data.signals.map(({ kind, submission_id, text }) => [kind, submission_id, text])
const expected = (id: number, paperOf: string) => [
  [
    'same_receipt',
    id,
    expect.stringMatching(
      new RegExp(
        `^Possible duplicate of receipt ${id}: ${paperOf}, sent before by a deleted account on .* \\(approved\\)$`,
      ),
    ),
  ],
]

test('D-51 D-92 the numbers of an approved receipt are recognised after its account was deleted, and another receipt is not', async () => {
  const first = await approvedAndDeleted(paper)
  const duplicate = await send(again)
  const other = await send(next)
  expect(await signalsOf(duplicate)).toEqual(expected(first, 'same paper receipt'))
  expect(await signalsOf(other)).toEqual([])
})

test('D-51 D-92 the picture of an approved receipt is recognised after its account was deleted, smaller and turned', async () => {
  const photo = await drawReceipt(kopiKitaReceipt)
  const first = await approvedAndDeleted([], { photo })
  const image = sharp(photo)
  const { width } = await image.metadata()
  const smaller = await image
    .resize(Math.round(width * 0.8))
    .jpeg({ quality: 70 })
    .toBuffer()
  const turned = await sharp(photo).rotate(90).jpeg().toBuffer()
  for (const copy of [smaller, turned]) {
    const { id } = await createSubmission(server.deps, { merchantId, photo: copy })
    await runOcrJob(server.deps, id, createOcrResult({ totalSen: 100 }))
    expect(await signalsOf(id)).toContainEqual(expected(first, 'same picture, cropped or edited')[0])
  }
  const stranger = await signalsOf(await send([], { photo: await createRandomPhoto() }))
  expect(stranger).toEqual([])
})

test('D-92 of a deleted account only keyed hashes of its approved receipts stay, until they are too old to be sent', async () => {
  const { pool } = server.deps.db
  const kept = async () => (await pool.query('SELECT * FROM deleted_receipts ORDER BY submission_id')).rows
  const member = await createSignedInMember(server.deps)
  const waiting = await send(next, { userId: member.id })
  const approved = await send(paper, { userId: member.id })
  await desk.approve(approved)
  await deleteOwnAccount(server, member)
  const rows = (await kept()).filter(({ submission_id }) => [waiting, approved].includes(Number(submission_id)))
  expect(rows.map(({ submission_id, number_hashes }) => [submission_id, number_hashes.length])).toEqual([
    [approved, paper.length],
  ])
  const cleanUp = ocrCleanUp(server.deps)['hashes of receipts of deleted accounts']
  server.travel(60 * DAY)
  await cleanUp?.()
  expect(await kept()).toContainEqual(rows[0])
  server.travel(DAY)
  await cleanUp?.()
  expect(await kept()).not.toContainEqual(rows[0])
})

test('D-51 D-92 a receipt of a deleted account is found among many older ones that share a number with it', async () => {
  const other = await approvedAndDeleted(['103', '1.10', '2.20', '3.30', '4.40', '5.50', '6.60'])
  await server.deps.db.pool.query({
    text: `WITH copies AS (
        INSERT INTO submissions (user_id, merchant_id, status, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
          picture_width, picture_height, created_at)
        SELECT user_id, merchant_id, 'rejected', purchase_date, amount_sen, invoice_no || n, invoice_key || n, file_sha256,
          picture_width, picture_height, created_at FROM submissions, generate_series(1, 200) n WHERE id = $1 RETURNING id)
      INSERT INTO deleted_receipts SELECT copies.id, d.number_hashes, d.code_hashes
      FROM copies, deleted_receipts d WHERE d.submission_id = $1`,
    values: [other],
  })
  const first = await approvedAndDeleted(paper)
  expect(await signalsOf(await send(again))).toEqual(expected(first, 'same paper receipt'))
})

test('D-92 that two receipts are alike is deleted with the hashes of one of a deleted account', async () => {
  const first = await approvedAndDeleted(paper)
  const duplicate = await send(again)
  const pairs = async () => {
    const text = 'SELECT FROM receipt_duplicates WHERE submission_id = $1 AND duplicate_id = $2'
    return (await server.deps.db.pool.query({ text, values: [duplicate, first] })).rowCount
  }
  expect(await pairs()).toBe(1)
  server.travel(61 * DAY)
  await ocrCleanUp(server.deps)['hashes of receipts of deleted accounts']?.()
  expect(await pairs()).toBe(0)
})

test('D-51 D-107 a pair of which one account is deleted before the photos are compared waits no longer for that', async () => {
  const { pool } = server.deps.db
  const member = await createSignedInMember(server.deps)
  const first = await send(paper, { userId: member.id })
  expect((await desk.approve(first)).status).toBe(201)
  const values = [await send(again), first]
  const pair = 'WHERE submission_id = $1 AND duplicate_id = $2'
  await pool.query({ text: `UPDATE receipt_duplicates SET not_compared = true ${pair}`, values })
  server.travel(DAY)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const { rows } = await pool.query({ text: `SELECT not_compared FROM receipt_duplicates ${pair}`, values })
  expect(rows).toEqual([{ not_compared: null }])
})
