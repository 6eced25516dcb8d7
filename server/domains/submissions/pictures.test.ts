import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import type { Submission } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMemberSession } from '../../../tests/support/api/accounts.ts'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { connect } from '../../../tests/support/api/calls.ts'
import { connectDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import {
  createRandomPhoto,
  createSubmission,
  type Fields,
  receiptFields,
  type SentPicture,
  sendReceipt,
} from '../../../tests/support/api/submissions.ts'
import { alterSchema, alterSchemaAfterNextUpload } from '../../../tests/support/database/alter-schema.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { Unavailable } from '../../platform/errors.ts'
import { encodePicture } from '../../platform/images/pictures.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'
import { receiptPicturesCleanUp } from './receipt-pictures.ts'
import { makeAppeal } from './submissions.service.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '36500', RECEIPT_PICTURE_DAYS: '100' })
const people = actorsOf(server)
let member: Awaited<ReturnType<typeof people.member>>
let merchantId: number
beforeAll(async () => {
  merchantId = (await createMerchant(server.deps)).id
})
beforeEach(async () => {
  member = await people.member()
})

/** Sends a receipt of today as the member of this test. */
async function send(picture: SentPicture, given: Partial<Fields> = {}) {
  const answer = await member.send(receiptFields(server.deps, merchantId, given), picture)
  return { status: answer.statusCode, ...answer.json() }
}
const sendPhoto = () => member.submit(merchantId)
const open = (url: string) => server.app.inject({ url })
const statusOf = async (url: string) => (await open(url)).statusCode
const countStored = async () => (await listStoredFiles(server)).length
async function cleanUp() {
  for (const part of Object.values(discardedCleanUp(server.deps))) await part()
}
const leftOvers = () => readdir(join(server.deps.config.DATA_DIR, 'incoming'))

test('D-43 D-44 both pictures open by their signed URLs, as WebP without metadata', async () => {
  const bytes = await sharp(await createRandomPhoto())
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
  const { data } = await send({ bytes })
  for (const url of [data.receipt_image_url, data.receipt_thumb_url]) {
    const picture = await open(url)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers['content-type']).toBe('image/webp')
    expect(picture.rawPayload.includes('Somebody')).toBe(false)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 60, height: 120 })
  }
  expect(await leftOvers()).toEqual([])
})

test('D-44 a picture without its signature, with that of another one, or after 10 minutes is not served', async () => {
  const [one, other] = [await sendPhoto(), await sendPhoto()]
  const [path = ''] = one.data.receipt_image_url.split('?')
  const [, signature] = other.data.receipt_image_url.split('?')
  for (const url of [path, `${path}?${signature}`, path.replace('-full.webp', '-original.jpg')])
    expect(await statusOf(url)).toBe(403)
  expect(await statusOf(one.data.receipt_image_url)).toBe(200)
  server.travel(600_000)
  expect(await statusOf(one.data.receipt_image_url)).toBe(403)
})

test('D-44 a suspension stops the URLs of a member’s receipts at once; those of operators keep working', async () => {
  const { data } = await sendPhoto()
  const manager = await people.manager()
  const shown = (await manager.show(data.id)).data.picture
  const urls = [data.receipt_image_url, data.receipt_thumb_url ?? '']
  for (const url of urls) expect(await statusOf(url)).toBe(200)
  expect((await manager.call('POST', `/members/${member.id}/suspension`, { reason: 'Test' })).status).toBe(201)
  for (const url of urls)
    for (const tried of [url, url.replace(/&holder=.*/, ''), url.replace(/holder=.*/, 'holder=999999')])
      expect(await statusOf(tried)).toBe(403)
  expect(await statusOf(String(shown?.url))).toBe(200)
})

test('S-5.06 D-43 a file that is not a picture, whatever its name and type say, or is damaged, is rejected and leaves nothing', async () => {
  const stored = await listStoredFiles(server)
  const photo = await createRandomPhoto()
  for (const [bytes, type, message] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/jpeg', texts.invalidReceiptTypeOrGif],
    ['%PDF-1.7', 'application/pdf', texts.invalidReceiptTypeOrGif],
    [photo.subarray(0, photo.length / 2), 'image/jpeg', texts.undecodable],
  ] as const) {
    const { status, errors } = await send({ bytes: Buffer.from(bytes), name: 'photo.jpg', type })
    expect([type, status, errors]).toEqual([type, 422, { receipt_image: [message] }])
  }
  expect((await send({ bytes: Buffer.alloc(0) })).status).toBe(422)
  expect(await listStoredFiles(server)).toEqual(stored)
  expect(await leftOvers()).toEqual([])
})

test('S-5.06 S-5.07 S-9.05 the server accepts jpeg, png, webp and gif by their content, whatever name and type say', async () => {
  const photo = sharp(await createRandomPhoto())
  for (const [name, type, encoded] of [
    ['IMG.HIF', 'image/heic-sequence', photo.jpeg()],
    ['1000012345', 'image/*', photo.png()],
    ['scan.pdf', 'application/pdf', photo.webp()],
    ['IMG.JPG', 'application/octet-stream', photo.gif()],
  ] as const)
    expect([name, (await send({ bytes: await encoded.toBuffer(), name, type })).status]).toEqual([name, 201])
})

test('S-5.08 S-9.05 exactly 10 MB is accepted, a byte more is not', async () => {
  const photo = await createRandomPhoto()
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect((await send({ bytes: padded(RECEIPT_MAX_BYTES) })).status).toBe(201)
  const larger = await send({ bytes: padded(RECEIPT_MAX_BYTES + 1) })
  expect([larger.status, larger.errors]).toEqual([422, { receipt_image: [texts.receiptTooLarge] }])
})

test('D-43 pictures of a receipt that could not be written are removed a day later; those of a written one stay', async () => {
  const before = await countStored()
  const countLeft = async () => {
    await cleanUp()
    return (await countStored()) - before
  }
  const failing = alterSchemaAfterNextUpload(server.deps, 'ALTER TABLE submissions RENAME placeholder TO away')
  expect((await sendPhoto()).status).toBe(500)
  failing.mockRestore()
  await alterSchema(server.deps, 'ALTER TABLE submissions RENAME away TO placeholder')
  expect((await sendPhoto()).status).toBe(201)
  expect(await countLeft()).toBe(6)
  server.travel(25 * 60 * 60_000)
  expect(await countLeft()).toBe(3)
})

test('D-43 a file that cannot be stored is a 503 at once; the clean-up removes the files stored before it', async () => {
  const before = await listStoredFiles(server)
  const away = new Unavailable(5)
  const failing = vi.spyOn(server.deps.storage, 'put').mockRejectedValueOnce(away)
  const removing = vi.spyOn(server.deps.storage, 'remove')
  expect((await sendPhoto()).status).toBe(503)
  expect(removing).not.toHaveBeenCalled()
  failing.mockRestore()
  await cleanUp()
  expect(removing).toHaveBeenCalledTimes(3)
  removing.mockRestore()
  expect(await listStoredFiles(server)).toEqual(before)
})

test('S-5.05 S-7.09 D-95 a receipt that meets a busy decoder is answered with 503, does not count towards the 60 uploads of the hour, and is stored once by the next try', async () => {
  await fillLimit(server, `uploads|${member.id}`, 59)
  const folder = await mkdtemp(join(tmpdir(), 'busy-'))
  const path = join(folder, 'no-picture')
  await writeFile(path, 'no picture')
  const bytes = await createRandomPhoto()
  const fields = receiptFields(server.deps, merchantId)
  const headers = { ...member.headers, 'idempotency-key': randomUUID() }
  const send = () => sendReceipt(server, headers, fields, { bytes })
  let isBusy = true
  const occupy = async () => {
    while (isBusy) await encodePicture(path, 'receipt').catch(() => undefined)
  }
  const running = Math.max(1, Math.floor(availableParallelism() / 2))
  const pictures = Array.from({ length: running + 100 }, occupy)
  const refused = await send()
  isBusy = false
  await Promise.all(pictures)
  await rm(folder, { recursive: true })
  const message = 'The service is busy or restarting. Please try again in a moment.'
  expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([503, message, '5'])
  expect((await send()).statusCode).toBe(201)
  const stored = await server.sql('SELECT status FROM submissions WHERE user_id = $1', [member.id])
  expect(stored.rows).toEqual([{ status: 'pending' }])
})

const DAY = 86_400_000

async function cleanUpPictures(): Promise<number[]> {
  const removed: number[] = []
  const parts = { ...receiptPicturesCleanUp(server.deps), ...discardedCleanUp(server.deps) }
  for (const part of Object.values(parts)) removed.push(await part())
  return removed
}

/** A clock that moves two minutes with every look. */
function removedBySlowServer(): Promise<number[]> {
  let looks = 0
  const now = () => new Date(server.deps.now().getTime() + looks++ * 120_000)
  return Promise.all(Object.values(receiptPicturesCleanUp({ ...server.deps, now })).map((part) => part()))
}

test('D-44 D-90 pictures of a receipt are removed after their time, its facts stay; pending and appealed receipts keep them, but not approved ones whose rejection was undone', async () => {
  server.travel(2 * DAY)
  await cleanUpPictures()
  const [sender, desk, manager] = [await people.member(), await people.reviewer(), await people.manager()]
  const make = async () => (await createSubmission(server.deps, { userId: sender.id, merchantId })).id
  const [approved, rejected, appealed, pending] = [await make(), await make(), await make(), await make()]
  for (const id of [approved, rejected, appealed]) expect((await desk.reject(id, 'Not readable')).status).toBe(201)
  for (const submissionId of [approved, appealed])
    await makeAppeal(server.deps, { userId: sender.id, submissionId, message: 'Look again' })
  await desk.undo(approved)
  expect((await desk.approve(approved)).status).toBe(201)
  server.travel(99 * DAY)
  expect(await cleanUpPictures()).toEqual([0, 0])
  server.travel(2 * DAY)
  const before = await countStored()
  expect(await removedBySlowServer()).toEqual([0])
  expect(await cleanUpPictures()).toEqual([6, 6])
  expect(await countStored()).toBe(before - 6)
  const call = connect(server, { headers: await createMemberSession(server.deps, sender) })
  const { data } = await call<{ data: Submission[] }>('GET', '/submissions')
  const gone = { receipt_image_url: '', placeholder_image_url: null, invoice_no: expect.any(String) }
  const kept = { receipt_image_url: expect.stringContaining('/files/') }
  const shown = { [pending]: kept, [appealed]: kept, [rejected]: gone, [approved]: gone }
  for (const submission of data) expect(submission).toMatchObject(shown[submission.id] ?? {})
  expect(data).toHaveLength(4)
  expect((await call('GET', '/wallet')).data).toMatchObject({ stamp_balance: 2 })
  const text = 'SELECT max(id) AS decision_id FROM decisions WHERE submission_id = $1'
  const { rows } = await server.sql(text, [approved])
  const reversal = { status: 'pending', reason: 'Look again', ...rows[0] }
  const late = await (await connectDesk(server, manager)).call('POST', `/submissions/${approved}/reversal`, reversal)
  expect([late.status, late.message]).toEqual([409, texts.receiptPictureGone])
  const appeal = await call('POST', `/submissions/${rejected}/appeal`, { message: 'Look again' })
  expect([appeal.status, appeal.message]).toEqual([409, texts.appealTooLate])
})
