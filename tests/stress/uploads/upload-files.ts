import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { receiptPath } from '../../support/browser/receipts.ts'
import { tiledHeic } from '../../support/pictures/heic-samples.ts'
import type { Random } from '../support/seeded-random.ts'

/** In all metadata of a picture; no served file may contain it. */
export const MARK = 'STAMPUS-MARK-5f1c'
const PROGRAM = `<script>document.title='${MARK}'</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PROGRAM}</svg>`
const MB = 1024 * 1024

/** A file to upload, and whether it must be accepted, must be rejected, or may be either. */
export type UploadFile = { what: string; bytes: Buffer; expected: 'accepted' | 'rejected' | 'either' }

/** Valid pictures with camera metadata, in each format that the app takes. */
export async function validPictures(): Promise<UploadFile[]> {
  const plain = (channels: 3 | 4 = 3) => sharp({ create: { width: 60, height: 90, channels, background: '#c8442a80' } })
  const exif = { IFD0: { Copyright: MARK, Artist: MARK }, IFD3: { GPSLatitude: '3/1 7/1 0/1', GPSLatitudeRef: 'N' } }
  const frames = await sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
    join: { animated: true },
  })
  const pictures: Record<string, Sharp> = {
    JPEG: plain().jpeg(),
    'rotated JPEG': plain().withMetadata({ orientation: 6 }).jpeg(),
    'progressive JPEG': plain().jpeg({ progressive: true }),
    'grey JPEG': plain().greyscale().jpeg(),
    'CMYK JPEG': plain().toColourspace('cmyk').jpeg(),
    'JPEG with a profile': plain().withIccProfile('p3').jpeg(),
    'transparent PNG': plain(4).png(),
    'interlaced PNG': plain().png({ progressive: true }),
    'PNG with a palette': plain().png({ palette: true, colours: 4 }),
    'PNG of 16 bits': plain().toColourspace('rgb16').png(),
    WebP: plain().webp(),
    'lossless WebP': plain(4).webp({ lossless: true }),
    'animated WebP': frames.clone().webp(),
    'animated GIF': frames.clone().gif(),
  }
  const encoded = Object.entries(pictures).map(
    async ([what, picture]): Promise<UploadFile> => ({
      what,
      bytes: await picture.withExifMerge(exif).toBuffer(),
      expected: 'accepted',
    }),
  )
  return Promise.all(encoded)
}

/** Valid files with flipped bits, a missing end, or a piece of another file inside. */
export function damaged(good: UploadFile[], count: number, random: Random): UploadFile[] {
  return Array.from({ length: count }, () => {
    const { what, bytes } = random.pick(good)
    const harm = random.pick([flipped, truncated, spliced])
    return { what: `${harm.name} ${what}`, bytes: harm(bytes, random), expected: 'either' }
  })
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  for (let flips = 1 + random.below(20); flips > 0; flips -= 1) {
    // The first bytes identify the format. Without them most files would be rejected for that alone.
    const at = 12 + random.below(copy.length - 12)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  }
  return copy
}

function truncated(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, 1 + random.below(bytes.length - 1))
}

function spliced(bytes: Buffer, random: Random): Buffer {
  const at = 12 + random.below(bytes.length - 12)
  const piece = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)))
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
}

/** Files that are something else under a false name, and pictures that are also a program. */
export function disguised({ bytes }: UploadFile): UploadFile[] {
  const texts = {
    SVG,
    'SVG of entities': `<!DOCTYPE s [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${SVG}`,
    HTML: `<!doctype html>${PROGRAM}`,
    PDF: `%PDF-1.7\n1 0 obj<</OpenAction(${MARK})>>endobj\n%%EOF`,
    ZIP: 'PK\x03\x04\x14\0\0\0\0\0',
    BMP: 'BM\x9a\0\0\0\0\0\0\0z\0\0\0',
    'a program': '\x7fELF\x02\x01\x01',
    PostScript: '%!PS-Adobe-3.0\n(%pipe%id) (r) file',
    ImageMagick: 'push graphic-context\nfill url(https://127.0.0.1/x)\npop graphic-context',
  }
  return [
    ...Object.entries(texts).map(
      ([what, text]): UploadFile => ({ what, bytes: Buffer.from(text, 'latin1'), expected: 'rejected' }),
    ),
    ...Object.entries(texts).map(
      ([what, text]): UploadFile => ({
        what: `a picture and ${what}`,
        bytes: Buffer.concat([bytes, Buffer.from(text, 'latin1')]),
        expected: 'either',
      }),
    ),
  ]
}

/** Small files that expand to much: pixels, text, frames, passes over the same picture. */
export async function bombs(): Promise<UploadFile[]> {
  const zeros = deflateSync(Buffer.alloc(200 * MB))
  const small = pngHeader(8)
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(72)))
  const named = Buffer.concat([Buffer.from('a\0\0'), zeros])
  const jpeg = (side: number, progressive: boolean) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })
      .jpeg({ progressive })
      .toBuffer()
  return [
    { what: 'PNG of 900 megapixels', bytes: png(pngHeader(30_000), pngChunk('IDAT', zeros)), expected: 'rejected' },
    { what: 'PNG with 200 MB behind its pixels', bytes: png(small, pngChunk('IDAT', zeros)), expected: 'either' },
    { what: 'PNG with a text of 200 MB', bytes: png(small, pngChunk('zTXt', named), pixels), expected: 'either' },
    { what: 'PNG with a profile of 200 MB', bytes: png(small, pngChunk('iCCP', named), pixels), expected: 'either' },
    { what: 'JPEG of 49 megapixels', bytes: await jpeg(7000, false), expected: 'either' },
    { what: 'JPEG of 2,000 scans', bytes: scanned(await jpeg(2000, true), 2000), expected: 'either' },
    { what: 'GIF of 25 megapixels and 100 frames', bytes: gifOf(5000, 100), expected: 'either' },
    ...heicBombs(),
  ]
}

/** Of grey pixels with 8 bits. */
function pngHeader(side: number): Buffer {
  const fields = Buffer.alloc(13)
  fields.writeUInt32BE(side, 0)
  fields.writeUInt32BE(side, 4)
  fields[8] = 8
  return pngChunk('IHDR', fields)
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function png(...chunks: Buffer[]): Buffer {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

/** Repeats its last scan, which refines the earlier ones. */
function scanned(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.of(0xff, 0xda))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, last), ...Array.from({ length: times }, () => scan), Buffer.of(0xff, 0xd9)])
}

/** Frames that each claim the full size and contain one code. */
function gifOf(side: number, frames: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side, 0)
  size.writeUInt16LE(side, 2)
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
    { what: 'HEIC of many tiles', bytes: tiled(5), expected: 'either' },
    { what: 'HEIC of too many tiles', bytes: tiled(16), expected: 'rejected' },
  ]
}
