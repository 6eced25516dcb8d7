import sharp from 'sharp'
import type { Receipt } from './receipt-lines.ts'
import type { Pixels } from './receipt-paper.ts'
import { printSlip } from './receipt-paper.ts'
import { photo, tableTop } from './receipt-table.ts'
import { seeded } from './seeded.ts'

/** A slip as a telephone sees it; `blurred` where the hand shook. */
export type Photograph = Receipt & { blurred?: boolean }

/** How far the print of a blurred picture runs, in pixels. */
const SHAKEN = 5
/** Degrees that a blurred slip is turned, too far for the fingerprint to match another slip of the same layout. */
const ASLANT = 27

/**
 * Draws what a telephone would photograph of the till receipt: a JPEG of 1000 by 1600 pixels, without fonts or an SVG loader.
 * The same receipt always gives the same picture.
 */
export async function drawReceipt({ blurred = false, ...receipt }: Photograph): Promise<Buffer> {
  const random = seeded(`${receipt.merchant} ${receipt.invoice}`)
  const slip = await laidDown(printSlip(receipt), (random() - 0.5) * 7 + (blurred ? ASLANT : 0))
  const left = Math.round((photo.width - slip.width) / 2 + (random() - 0.5) * 40)
  const top = Math.max(12, Math.round((photo.height - slip.height) / 2 + (random() - 0.5) * 60))
  const table = await tableTop(slip, left + 12, top + 16, random)
  const paper = Buffer.from(slip.data.buffer, slip.data.byteOffset, slip.data.byteLength)
  const { data, info } = await sharp(table, { raw: { ...photo, channels: 3 } })
    .composite([{ input: paper, raw: { width: slip.width, height: slip.height, channels: 4 }, left, top }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { ...photo, channels: info.channels } })
    .blur(blurred ? SHAKEN : false)
    .jpeg({ quality: 84, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

/** Turned as a hand would lay it, and made as large as the picture allows. */
async function laidDown({ data, width, height }: Pixels, degrees: number): Promise<Pixels> {
  const turned = await sharp(data, { raw: { width, height, channels: 4 } })
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .resize({ width: photo.width - 60, height: photo.height - 60, fit: 'inside', kernel: 'linear' })
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: turned.data, width: turned.info.width, height: turned.info.height }
}
