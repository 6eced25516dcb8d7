import sharp from 'sharp'
import { decode } from '../images/decode.ts'
import { formatOf } from '../images/format.ts'

/** How a second photograph of the same receipt differs from the first. */
type Manner = { degrees: number; scale: number; blur: number; brightness: number; crop: number }

/** What the server keeps of a receipt. */
const KEPT = { longSide: 2600, narrowSide: 1000 }

/** The picture as if its receipt had been photographed again: always the same for the same `seed`. */
export async function photographedAgain(picture: string, seed: number): Promise<Buffer> {
  const { degrees, scale, blur, brightness, crop } = mannerOf(seed)
  const shape = { format: await formatOf(picture, 'receipt'), size: KEPT }
  const kept = await decode(picture, shape, (upright) => upright.raw().toBuffer({ resolveWithObject: true }))
  const { data, info } = await sharp(kept.data, { raw: kept.info })
    .rotate(degrees, { background: '#8d8a86' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [across, down] = [Math.round(info.width * crop), Math.round(info.height * crop)]
  return sharp(data, { raw: info })
    .extract({ left: across, top: down, width: info.width - 2 * across, height: info.height - 2 * down })
    .resize({ width: Math.round((info.width - 2 * across) * scale) })
    .blur(blur)
    .modulate({ brightness })
    .jpeg({ quality: 60 })
    .toBuffer()
}

function mannerOf(seed: number): Manner {
  const part = shares(seed)
  const degrees = (2 + 3 * part()) * (part() < 0.5 ? -1 : 1)
  return {
    degrees,
    scale: 0.8 + 0.4 * part(),
    blur: 0.4 + 0.5 * part(),
    brightness: 0.8 + 0.35 * part(),
    crop: 0.03 * part(),
  }
}

/** Numbers between 0 and 1 that look like chance. */
function shares(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
