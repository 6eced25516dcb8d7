import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { receiptFields, sendReceipt } from '../../../tests/support/api/submissions.ts'
import { tiledHeic } from '../../../tests/support/pictures/heic-samples.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decodeHeic } from './heic.ts'
import { encodePicture } from './pictures.ts'

const folder = await temporaryFolder()
const names = receiptNames.filter((name) => name.endsWith('.heic'))
const [first = ''] = names
const UNDECODABLE = "We can't read this photo. Please take it again or choose another."
const memoryBytes = 256 * 1024 * 1024

describe.skipIf(names.length === 0)('D-43 HEIC is decoded on the server', () => {
  test.each(names)('S-5.06 %s shows the same as its jpeg version', async (name) => {
    const jpeg = sharp(join(receiptsDir, name.replace('.heic', '.jpg')))
    const path = join(folder, name)
    await copyFile(join(receiptsDir, name), path)
    const { format, full } = await encodePicture(path, 'receipt')
    const { width, height } = await jpeg.metadata()
    expect({ format, width: full.width, height: full.height }).toEqual({ format: 'heic', width, height })
    expect(difference(await small(jpeg), await small(sharp(full.path)))).toBeLessThan(4)
  })

  test('D-43 a picture is rotated once, as the file says', async () => {
    const tile = await encodePicture(await tiled({ rows: 1, columns: 1, quarterTurns: 0 }), 'receipt')
    const turned = await encodePicture(await tiled({ rows: 1, columns: 1, quarterTurns: 1 }), 'receipt')
    expect([turned.full.width, turned.full.height]).toEqual([tile.full.height, tile.full.width])
    const upright = sharp(await sharp(turned.full.path).rotate(90).toBuffer())
    expect(difference(await small(upright), await small(sharp(tile.full.path)))).toBeLessThan(2)
  })

  test('D-43 a photo of a 50-megapixel phone is accepted', { timeout: 120_000 }, async () => {
    const path = await tiled({ rows: 5, columns: 8, quarterTurns: 0, declared: { width: 8160, height: 6144 } })
    expect(await sizeOf(path)).toEqual([8160, 6144])
  })

  test.each([
    ['a stray boundary', '\r\n--boundary-left--\r\n'],
    [
      'a Samsung motion photo',
      `\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data\0\0\0\x18ftypmp42\0\0\0\0isommp42${'A'.repeat(60_000)}SEFT`,
    ],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x30moovAAAA'.padEnd(200, 'A')],
    ['zeros', '\0'.repeat(5000)],
    ['a box of no size', '\0\0\0\x04AAAA'.padEnd(99, 'A')],
    ['a box of impossible size', `\0\0\0\x01AAAA${'\xff'.repeat(16)}`],
    ['a page', '<!doctype html><p>'],
    ['seven bytes', 'trailer'],
  ])('D-43 a HEIC with %s behind it is accepted', async (_what, behind) => {
    const path = join(folder, 'behind.heic')
    const whole = await readFile(await tiled({ rows: 1, columns: 1, quarterTurns: 0 }))
    await writeFile(path, Buffer.concat([whole, Buffer.from(behind, 'latin1')]))
    expect(await sizeOf(path)).toEqual([1080, 1528])
  })

  test('D-43 a HEIC behind a line break, or whose data promises more bytes than follow, is accepted', async () => {
    const whole = await readFile(join(receiptsDir, first))
    const path = join(folder, 'broken.heic')
    await writeFile(path, Buffer.concat([Buffer.from('\r\n'), whole]))
    expect(await encodePicture(path, 'receipt')).toMatchObject({ format: 'heic' })
    const at = whole.indexOf('mdat', 0, 'latin1') - 4
    whole.writeUInt32BE(whole.readUInt32BE(at) + 5000, at)
    await writeFile(path, whole)
    expect(await encodePicture(path, 'receipt')).toMatchObject({ format: 'heic' })
  })

  test('D-43 more than 52 megapixels are rejected before they are decoded', async () => {
    const path = await tiled({ rows: 9, columns: 9, quarterTurns: 0 })
    await expect(sizeOf(path)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'pixels' })
  })

  test.each([
    [
      '400 tiles behind a small size',
      { rows: 20, columns: 20, quarterTurns: 0, declared: { width: 100, height: 100 } },
    ],
    ['tiles that are the same bytes', { rows: 2, columns: 2, quarterTurns: 0, shared: true }],
  ])('D-43 a decompression bomb of %s is rejected before it is decoded', async (_what, shape) => {
    await expect(sizeOf(await tiled(shape))).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'pixels' })
  })

  test('D-43 the sender of a decompression bomb gets the error that the picture cannot be read', async () => {
    const server = await testApp()
    const { headers } = await createSignedInMember(server.deps)
    const fields = receiptFields(server.deps, (await createMerchant(server.deps)).id)
    const shape = { rows: 20, columns: 20, quarterTurns: 0, declared: { width: 100, height: 100 } }
    const bytes = tiledHeic(await readFile(join(receiptsDir, '059.heic')), { ...shape, shared: true })
    const answer = await sendReceipt(server, headers, fields, { bytes, name: 'a.heic', type: 'image/heic' })
    const { errors } = answer.json()
    expect([answer.statusCode, errors]).toEqual([422, { receipt_image: [UNDECODABLE] }])
    await server.close()
  })

  test('D-43 decoding that takes too long is stopped', async () => {
    const path = await tiled({ rows: 4, columns: 4, quarterTurns: 0 })
    await expect(sizeOf(path, { milliseconds: 100, memoryBytes })).rejects.toMatchObject({
      name: 'UndecodablePicture',
      reason: 'content',
    })
  })

  test('D-43 decoding that takes too much memory is stopped', async () => {
    const path = await tiled({ rows: 4, columns: 4, quarterTurns: 0 })
    expect(await sizeOf(path, { milliseconds: 20_000, memoryBytes })).toEqual([4320, 6112])
    const limits = { milliseconds: 20_000, memoryBytes: memoryBytes / 4 }
    await expect(sizeOf(path, limits)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })

  test('D-43 a truncated file is rejected', async () => {
    const whole = await readFile(join(receiptsDir, first))
    const path = join(folder, 'truncated.heic')
    await writeFile(path, whole.subarray(0, whole.length / 2))
    await expect(sizeOf(path)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })
})

test('D-43 an error of the disk is not reported as an undecodable picture', async () => {
  await expect(sizeOf(join(folder, 'absent.heic'))).rejects.toMatchObject({ code: 'ENOENT' })
})

async function tiled(shape: Parameters<typeof tiledHeic>[1]) {
  const path = join(folder, `${shape.rows}x${shape.columns}-${shape.quarterTurns}.heic`)
  await writeFile(path, tiledHeic(await readFile(join(receiptsDir, '059.heic')), shape))
  return path
}

// Without the pixels: a failing test would print them all.
async function sizeOf(path: string, limits?: Parameters<typeof decodeHeic>[1]) {
  const { width, height } = await decodeHeic({ path, start: 0 }, limits)
  return [width, height]
}

function small(picture: Sharp) {
  return picture.clone().greyscale().resize(200, 300, { fit: 'fill' }).raw().toBuffer()
}

function difference(a: Buffer, b: Buffer) {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}
