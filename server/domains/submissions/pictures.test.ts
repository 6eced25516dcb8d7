import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import {
  createRandomPhoto,
  type Fields,
  receiptFields,
  type SentPicture,
} from '../../../tests/support/api/submissions.ts'
import { alterSchema, alterSchemaAfterNextUpload } from '../../../tests/support/database/alter-schema.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { Unavailable } from '../../platform/errors.ts'
import { discardedCleanUp } from '../../platform/storage/discarded-files.ts'

const server = serverForTests({ MAX_RECEIPT_AGE_DAYS: '36500' })
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

async function leftOvers(): Promise<string[]> {
  return readdir(join(server.deps.config.DATA_DIR, 'incoming'))
}

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

test('D-43 a file that is not a picture, or is damaged, is rejected and leaves nothing', async () => {
  const stored = await listStoredFiles(server)
  const photo = await createRandomPhoto()
  const noPicture = await send({ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  const damaged = await send({ bytes: photo.subarray(0, photo.length / 2) })
  const empty = await send({ bytes: Buffer.alloc(0) })
  expect([noPicture, damaged, empty].map(({ status }) => status)).toEqual([422, 422, 422])
  expect(noPicture.errors).toEqual({ receipt_image: [texts.invalidReceiptTypeOrGif] })
  expect(damaged.errors).toEqual({ receipt_image: [texts.undecodable] })
  expect(await listStoredFiles(server)).toEqual(stored)
  expect(await leftOvers()).toEqual([])
})

test('S-5.06 S-5.07 the server accepts jpeg, png, webp and gif, and names all accepted types', async () => {
  const photo = sharp(await createRandomPhoto())
  const kinds = {
    'image/jpeg': photo.jpeg(),
    'image/png': photo.png(),
    'image/webp': photo.webp(),
    'image/gif': photo.gif(),
  }
  for (const [type, encoded] of Object.entries(kinds)) {
    const { status } = await send({ bytes: await encoded.toBuffer(), name: 'picture', type })
    expect([type, status]).toEqual([type, 201])
  }
  const pdf = await send({ bytes: Buffer.from('%PDF-1.7'), name: 'receipt.pdf', type: 'application/pdf' })
  expect(pdf.errors).toEqual({ receipt_image: [texts.invalidReceiptTypeOrGif] })
})

test('S-9.05 a picture is judged by its content, whatever its name and type say', async () => {
  for (const [name, type] of [
    ['IMG.JPG', 'application/octet-stream'],
    ['photo.jfif', 'image/pjpeg'],
    ['1000012345', 'image/*'],
    ['scan.pdf', 'application/pdf'],
    ['IMG.HIF', 'image/heic-sequence'],
  ] as const) {
    const photo = await createRandomPhoto()
    expect([name, (await send({ bytes: photo, name, type })).status]).toEqual([name, 201])
  }
  const page = await send({ bytes: Buffer.from('<p>RM 5.00</p>'), name: 'photo.jpg', type: 'image/jpeg' })
  expect([page.status, page.errors]).toEqual([422, { receipt_image: [texts.invalidReceiptTypeOrGif] }])
})

test('S-5.08 S-9.05 exactly 10 MB is accepted, a byte more is not', async () => {
  const photo = await createRandomPhoto()
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  expect((await send({ bytes: padded(RECEIPT_MAX_BYTES) })).status).toBe(201)
  const larger = await send({ bytes: padded(RECEIPT_MAX_BYTES + 1) })
  expect([larger.status, larger.errors]).toEqual([422, { receipt_image: [texts.receiptTooLarge] }])
})

const REAL = [
  { name: '041.jpg', type: 'image/jpeg', purchase_date: '2018-03-03', purchase_amount: '174.90' },
  { name: '041.heic', type: 'image/heic', purchase_date: '2018-03-03', purchase_amount: '174.90' },
  { name: '059.heic', type: 'image/heic', purchase_date: '2018-03-25', purchase_amount: '7.60' },
  { name: '078.jpg', type: 'image/jpeg', purchase_date: '2017-02-02', purchase_amount: '92.80' },
].filter(({ name }) => receiptNames.includes(name))

test.skipIf(REAL.length === 0).each(REAL)(
  'S-7.09 D-42 D-43 the real receipt $name is accepted with its printed date',
  async (real) => {
    const { name, type, ...printed } = real
    const { status, data } = await send({ bytes: await readFile(join(receiptsDir, name)), name, type }, printed)
    expect([status, data]).toMatchObject([201, printed])
    const { width = 0, height = 0 } = await sharp((await open(data.receipt_image_url)).rawPayload).metadata()
    expect(Math.min(width, height)).toBeGreaterThan(300)
  },
)

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
