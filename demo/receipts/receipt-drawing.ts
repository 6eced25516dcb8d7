import sharp from 'sharp'
import type { Receipt } from './receipt-lines.ts'
import type { Pixels } from './receipt-paper.ts'
import { printSlip, seededRandom } from './receipt-paper.ts'

/** A photograph of a receipt. `blurred`: the hand shook. */
export type Photograph = Receipt & { blurred?: boolean }

/** Blur of a blurred picture, in pixels. */
const BLUR_SIGMA = 5
/** Degrees by which a blurred receipt is turned: too far for its fingerprint to match another one of the same layout. */
const BLURRED_ANGLE = 27

const photo = { width: 1000, height: 1600 }

const woods = [
  [122, 88, 62],
  [86, 92, 98],
  [60, 78, 84],
  [146, 118, 88],
] as const

/** Draws a JPEG of 1000 by 1600 pixels without fonts or an SVG loader. The same receipt gives the same picture. */
export async function drawReceipt({ blurred = false, ...receipt }: Photograph): Promise<Buffer> {
  const random = seededRandom(`${receipt.merchant} ${receipt.invoice}`)
  const slip = await layDown(printSlip(receipt), (random() - 0.5) * 7 + (blurred ? BLURRED_ANGLE : 0))
  const left = Math.round((photo.width - slip.width) / 2 + (random() - 0.5) * 40)
  const top = Math.max(12, Math.round((photo.height - slip.height) / 2 + (random() - 0.5) * 60))
  const table = await drawTable(slip, left + 12, top + 16, random)
  const paper = Buffer.from(slip.data.buffer, slip.data.byteOffset, slip.data.byteLength)
  const { data, info } = await sharp(table, { raw: { ...photo, channels: 3 } })
    .composite([{ input: paper, raw: { width: slip.width, height: slip.height, channels: 4 }, left, top }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { ...photo, channels: info.channels } })
    .blur(blurred ? BLUR_SIGMA : false)
    .jpeg({ quality: 84, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

/** Turns the receipt and scales it up to the size of the photograph. */
async function layDown({ data, width, height }: Pixels, degrees: number): Promise<Pixels> {
  const turned = await sharp(data, { raw: { width, height, channels: 4 } })
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .resize({ width: photo.width - 60, height: photo.height - 60, fit: 'inside', kernel: 'linear' })
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: turned.data, width: turned.info.width, height: turned.info.height }
}

/** Draws a table top as RGB: wood grain, light from the upper left, and the receipt's shadow at `left`, `top`. */
async function drawTable(slip: Pixels, left: number, top: number, random: () => number): Promise<Uint8ClampedArray> {
  const [red, green, blue] = woods[Math.floor(random() * woods.length)] ?? woods[0]
  const shadow = await drawShadow(slip, left, top)
  const grain = Array.from({ length: photo.width }, () => (random() - 0.5) * 10)
  const data = new Uint8ClampedArray(photo.width * photo.height * 3)
  for (let y = 0, at = 0; y < photo.height; y++) {
    const bend = Math.round(9 * Math.sin(y / 140)) + photo.width
    const shadowRow = (y >> 2) * (photo.width >> 2)
    for (let x = 0; x < photo.width; x++, at += 3) {
      const light = (1.15 - (x + y) / 6500) * (1 - (shadow[shadowRow + (x >> 2)] ?? 0) / 460)
      const rough = (grain[(x + bend) % photo.width] ?? 0) + (random() - 0.5) * 9
      data[at] = red * light + rough
      data[at + 1] = green * light + rough
      data[at + 2] = blue * light + rough
    }
  }
  return data
}

/** The depth of the shadow, 0 to 255: one byte for each 4 by 4 pixels of the picture. */
async function drawShadow(slip: Pixels, left: number, top: number): Promise<Uint8Array> {
  const [width, height] = [photo.width >> 2, photo.height >> 2]
  const hard = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) * 4 - left, Math.floor(at / width) * 4 - top]
    const inside = x >= 0 && y >= 0 && x < slip.width && y < slip.height
    return inside ? (slip.data[(y * slip.width + x) * 4 + 3] ?? 0) : 0
  })
  return sharp(hard, { raw: { width, height, channels: 1 } })
    .blur(2.6)
    .extractChannel(0)
    .raw()
    .toBuffer()
}
