import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { dotsOf } from '../../../demo/receipts/receipt-font.ts'
import { decode } from '../../../server/platform/images/decode.ts'
import { openPictureFile } from '../../../server/platform/images/format.ts'
import { encodeReceipt } from '../../../server/platform/images/pictures.ts'
import { applyPerspective, type Pixels } from './perspective.ts'

/** A copy is another photo of the receipt, or an edit of the same picture. */
type CopyKind = 'photographed' | 'edited'

const SIDE_PX = 1800
const TABLE = { r: 141, g: 138, b: 134 }

/** A copy of a picture of a receipt. The same `seed` gives the same copy. */
export async function makeCopy(kind: CopyKind, picture: string, seed: number): Promise<Buffer> {
  const size = { longSide: SIDE_PX, narrowSide: SIDE_PX }
  const raw = await decode(await openPictureFile(picture, 'receipt'), size, (upright) =>
    upright.raw().toBuffer({ resolveWithObject: true }),
  )
  const chance = createRandom(seed * 7919 + (kind === 'edited' ? 1 : 2))
  return kind === 'edited' ? edited(raw, chance) : photographed(raw, chance)
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** In perspective, in uneven light, out of focus, and compressed. */
async function photographed({ data, info }: Raw, chance: () => number): Promise<Buffer> {
  const seen = applyPerspective({ data, width: info.width, height: info.height }, chance)
  return opened(seen)
    .resize({ width: Math.round(seen.width * (0.9 + 0.3 * chance())) })
    .blur(0.4 + 0.4 * chance())
    .modulate({ brightness: 0.8 + 0.3 * chance() })
    .jpeg({ quality: 60 + Math.round(25 * chance()) })
    .toBuffer()
}

/** Cropped, with grey stripes, rotated a little, scaled, brighter or darker, and compressed. */
async function edited({ data, info }: Raw, chance: () => number): Promise<Buffer> {
  const [left, right, top, bottom] = [0.12 * chance(), 0.12 * chance(), 0.2 * chance(), 0.2 * chance()]
  const area = {
    left: Math.floor(info.width * left),
    top: Math.floor(info.height * top),
    width: Math.floor(info.width * (1 - left - right)),
    height: Math.floor(info.height * (1 - top - bottom)),
  }
  const cut = await sharp(data, { raw: info }).extract(area).raw().toBuffer()
  const striped = withStripes({ data: cut, width: area.width, height: area.height }, chance)
  const turned = await opened(striped)
    .rotate((2 + 5 * chance()) * (chance() < 0.5 ? -1 : 1), { background: TABLE })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return opened({ data: turned.data, width: turned.info.width, height: turned.info.height })
    .resize({ width: Math.round(turned.info.width * (0.5 + 0.5 * chance())) })
    .modulate({ brightness: 0.7 + 0.5 * chance() })
    .jpeg({ quality: 35 + Math.round(40 * chance()) })
    .toBuffer()
}

/** Grey bars, some of them opaque, across up to a third of the picture. */
function withStripes({ data, width, height }: Pixels, chance: () => number): Pixels {
  const striped = Buffer.from(data)
  const stripes = 2 + Math.floor(4 * chance())
  const cover = chance() < 0.5 ? 1 : 0.5
  for (let stripe = 0; stripe < stripes; stripe += 1) {
    const from = Math.floor(chance() * height)
    const until = Math.min(height, from + Math.floor((0.02 + 0.05 * chance()) * height))
    const shade = 90 + 100 * chance()
    for (let at = from * width * 3; at < until * width * 3; at += 1)
      striped[at] = cover * shade + (1 - cover) * (striped[at] ?? 0)
  }
  return { data: striped, width, height }
}

function opened({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A seeded random number generator, from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = (seed + 1) >>> 0
  for (let turn = 0; turn < 3; turn += 1) state = next(state)
  return () => {
    state = next(state)
    return state / 2 ** 32
  }
}

function next(state: number): number {
  return (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
}

/** A picture, from a file or memory, in the form in which the server stores it. */
export async function toStoredReceipt(picture: string | Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stampus-receipt-'))
  try {
    const upload = join(folder, 'upload')
    await writeFile(upload, typeof picture === 'string' ? await readFile(picture) : picture)
    return await readFile((await encodeReceipt(upload)).path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A copy of a drawn receipt: cropped on three sides, with two grey stripes, rotated, darker, smaller and compressed. */
export async function cropAndStripe(photo: Buffer): Promise<Buffer> {
  const stripe = (height: number) => ({ create: { width: 850, height, channels: 3 as const, background: '#8a8a8a' } })
  const cut = await sharp(photo)
    .extract({ left: 80, top: 120, width: 850, height: 1330 })
    .composite([
      { input: stripe(60), left: 0, top: 420 },
      { input: stripe(45), left: 0, top: 760 },
    ])
    .png()
    .toBuffer()
  return sharp(cut).rotate(4).resize(640).modulate({ brightness: 0.85 }).jpeg({ quality: 50 }).toBuffer()
}

/** The thumbnail as the server stores it. */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  const small = sharp(picture, { autoOrient: true }).resize({
    width: 480,
    height: 1440,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return small.webp({ quality: 80 }).toBuffer()
}

const DOT = { width: 4, height: 5 }
const PAPER = '#f3f1e9'

/** A drawn receipt with the invoice 70412 and another number and date drawn over its own; cropped, grey, smaller and compressed. */
export async function editNumberAndDate(
  photo: Buffer,
  { invoice, date }: { invoice: string; date: string },
): Promise<Buffer> {
  const edited = await sharp(photo)
    .composite([
      { input: await drawText(invoice), left: 346, top: 486 },
      { input: await drawText(date), left: 214, top: 538 },
    ])
    .extract({ left: 30, top: 100, width: 960, height: 1400 })
    .png()
    .toBuffer()
  return sharp(edited).greyscale().modulate({ brightness: 0.9 }).resize(768).jpeg({ quality: 60 }).toBuffer()
}

/** A text in dots of ink on paper. */
export async function drawText(text: string): Promise<Buffer> {
  const size = { width: text.length * 6 * DOT.width, height: 9 * DOT.height }
  const ink = { create: { ...DOT, channels: 3 as const, background: '#303038' } }
  const dots = [...text].flatMap((sign, at) =>
    [...dotsOf(sign)].flatMap((row, line) =>
      [0, 1, 2, 3, 4].flatMap((column) =>
        row & (16 >> column) ? [{ input: ink, left: (at * 6 + column) * DOT.width, top: (line + 1) * DOT.height }] : [],
      ),
    ),
  )
  return sharp({ create: { ...size, channels: 3, background: PAPER } })
    .composite(dots)
    .png()
    .toBuffer()
}
