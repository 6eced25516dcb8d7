import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { tiledHeic } from '../../../tests/support/pictures/heic-samples.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decodeHeic } from './heic.ts'
import { encodePicture } from './pictures.ts'

const SAMPLE = '059.heic'
const MEGABYTE = 1024 * 1024
const folder = await temporaryFolder()

describe.skipIf(!receiptNames.includes(SAMPLE))('D-43 HEIC is decoded on the server', () => {
  const sample = () => readFile(join(receiptsDir, SAMPLE))

  test('S-5.06 D-43 a HEIC shows the same as its jpeg version, also behind a line break and as a Samsung motion photo', async () => {
    const jpeg = sharp(join(receiptsDir, SAMPLE.replace('.heic', '.jpg')))
    const film = '\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data\0\0\0\x18ftypmp42\0\0\0\0isommp42'.padEnd(60_000, 'A')
    const path = await fileOf(
      Buffer.concat([Buffer.from('\r\n'), await sample(), Buffer.from(`${film}SEFT`, 'latin1')]),
    )
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

  test('D-43 a HEIC whose data promises more bytes than follow, or with zeros behind it, is accepted, half a file is rejected', async () => {
    const whole = await sample()
    const half = await fileOf(whole.subarray(0, whole.length / 2))
    const zeros = await fileOf(Buffer.concat([whole, Buffer.alloc(5000)]))
    const at = whole.indexOf('mdat', 0, 'latin1') - 4
    whole.writeUInt32BE(whole.readUInt32BE(at) + 5000, at)
    for (const path of [zeros, await fileOf(whole)]) expect(await sizeOf(path)).toEqual([1080, 1527])
    await expect(sizeOf(half)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })

  test('D-43 a photo of a 50-megapixel phone is accepted', { timeout: 120_000 }, async () => {
    const path = await tiled({ rows: 5, columns: 8, quarterTurns: 0, declared: { width: 8160, height: 6144 } })
    expect(await sizeOf(path)).toEqual([8160, 6144])
  })

  test.each([
    ['more than 52 megapixels', { rows: 9, columns: 9, quarterTurns: 0 }],
    [
      '400 tiles behind a small size',
      { rows: 20, columns: 20, quarterTurns: 0, declared: { width: 100, height: 100 } },
    ],
    ['tiles that are the same bytes', { rows: 2, columns: 2, quarterTurns: 0, shared: true }],
  ])('D-43 a decompression bomb of %s is rejected before it is decoded', async (_what, shape) => {
    const rejected = { name: 'UndecodablePicture', reason: 'pixels' }
    await expect(sizeOf(await tiled(shape))).rejects.toMatchObject(rejected)
  })

  test('D-43 decoding that takes too long or too much memory is stopped', async () => {
    const path = await tiled({ rows: 4, columns: 4, quarterTurns: 0 })
    for (const limits of [
      { milliseconds: 100, memoryBytes: 256 * MEGABYTE },
      { milliseconds: 20_000, memoryBytes: 64 * MEGABYTE },
    ])
      await expect(sizeOf(path, limits)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })

  async function tiled(shape: Parameters<typeof tiledHeic>[1]) {
    return fileOf(tiledHeic(await sample(), shape))
  }
})

let files = 0
async function fileOf(content: Buffer): Promise<string> {
  files += 1
  const path = join(folder, `${files}.heic`)
  await writeFile(path, content)
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
