import sharp from 'sharp'
import type { Pixels } from './receipt-paper.ts'

/** The picture's size in pixels. */
export const photo = { width: 1000, height: 1600 }

const woods = [
  [122, 88, 62],
  [86, 92, 98],
  [60, 78, 84],
  [146, 118, 88],
] as const

/** A table top as RGB: a colour with grain along it, lit from the upper left, with the slip's shadow at `left`, `top`. */
export async function tableTop(
  slip: Pixels,
  left: number,
  top: number,
  random: () => number,
): Promise<Uint8ClampedArray> {
  const [red, green, blue] = woods[Math.floor(random() * woods.length)] ?? woods[0]
  const shadow = await shadowMap(slip, left, top)
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

/** How deep the shadow is, 0 to 255, one byte for each 4 by 4 pixels of the picture. */
async function shadowMap(slip: Pixels, left: number, top: number): Promise<Uint8Array> {
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
