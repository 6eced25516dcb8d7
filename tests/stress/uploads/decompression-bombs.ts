import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { receiptPath } from '../../support/browser/receipts.ts'
import { tiledHeic } from '../../support/pictures/heic-samples.ts'
import { chunk, header, pngFrom } from './png.ts'
import { type UploadFile, uploadFile } from './upload-files.ts'

const MB = 1024 * 1024
const grey = { depth: 8, colour: 0, interlaced: false } as const

/** Small files that expand to much: pixels, text, frames, passes over the same picture. */
export async function bombs(): Promise<UploadFile[]> {
  const zeros = deflateSync(Buffer.alloc(200 * MB))
  const end = chunk('IEND', '')
  const png = (what: string, chunks: Buffer[], expected: UploadFile['expected'] = 'either') =>
    uploadFile(what, pngFrom([...chunks, end]), { type: 'image/png', expected })
  const small = header({ ...grey, width: 8, height: 8 })
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(72)))
  return [
    png(
      'PNG of 900 megapixels',
      [header({ ...grey, width: 30_000, height: 30_000 }), chunk('IDAT', zeros)],
      'rejected',
    ),
    png(
      'PNG of all the pixels that fit in a number',
      [header({ ...grey, width: 2 ** 31 - 1, height: 2 ** 31 - 1 }), pixels],
      'rejected',
    ),
    png('PNG of 25 megapixels', [
      header({ ...grey, width: 5000, height: 5000 }),
      chunk('IDAT', deflateSync(Buffer.alloc(5001 * 5000))),
    ]),
    png('PNG with 200 MB behind its pixels', [small, chunk('IDAT', zeros)]),
    png('PNG with a text of 200 MB', [small, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros])), pixels]),
    png('PNG with a profile of 200 MB', [small, chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros])), pixels]),
    uploadFile('JPEG of 49 megapixels', await jpegOf(7000, 7000)),
    uploadFile('JPEG that says 65,500 by 65,500', resized(await jpegOf(64, 64)), { expected: 'rejected' }),
    uploadFile('JPEG of 2,000 scans', scanned(await jpegOf(2000, 2000, true), 2000)),
    uploadFile('GIF of 25 megapixels and 100 frames', gifOf(5000, 5000, 100)),
    ...heicBombs(),
  ]
}

async function jpegOf(width: number, height: number, progressive = false): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#808080' }, limitInputPixels: false })
  return picture.jpeg({ quality: 30, progressive }).toBuffer()
}

/** Claims another size in its header. */
function resized(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.of(0xff, 0xc0))
  copy.writeUInt16BE(65_500, frame + 5)
  copy.writeUInt16BE(65_500, frame + 7)
  return copy
}

/** Repeats its last scan, which refines the earlier ones. */
function scanned(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.of(0xff, 0xda))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, last), ...Array.from({ length: times }, () => scan), Buffer.of(0xff, 0xd9)])
}

/** Frames that each claim the full size and contain one code. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([Buffer.of(0x2c, 0, 0, 0, 0), size, Buffer.of(0, 2, 2, 0x4c, 1, 0)])
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255)])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)])
}

/** Tiles of one sample, as many as fit into 50 megapixels, and more. */
function heicBombs(): UploadFile[] {
  const path = receiptPath('059.heic')
  if (!path) return []
  const sample = readFileSync(path)
  const tiled = (side: number) => tiledHeic(sample, { rows: side, columns: side, quarterTurns: 0 })
  return [
    uploadFile('HEIC of many tiles', tiled(5), { type: 'image/heic' }),
    uploadFile('HEIC of too many tiles', tiled(16), { type: 'image/heic', expected: 'rejected' }),
  ]
}
