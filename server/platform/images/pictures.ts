import { rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { PictureFormat } from '@stampus/contract/values/pictures'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { fairQueue, type Turn } from '../workers/fair-queue.ts'
import { decode, type Size } from './decode.ts'
import { openPictureFile, type PictureFile, type PictureKind } from './format.ts'

type Rendition = { path: string; width: number; height: number; bytes: number }

/** `format` is the original's; `placeholder` is a `data:` URI of at most 600 characters. */
export type Picture = { format: PictureFormat; full: Rendition; thumb: Rendition; placeholder: string }

type Shape = { size: Size; thumb: ResizeOptions }

const narrowSide = (pixels: number): Size => ({ longSide: pixels, narrowSide: pixels })
const SHAPES: Record<PictureKind, Shape> = {
  receipt: {
    size: { longSide: 2600, narrowSide: 1000 },
    thumb: { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true },
  },
  avatar: { size: narrowSide(1024), thumb: { width: 256, height: 256, fit: 'cover' } },
  logo: { size: narrowSide(1024), thumb: { width: 512, height: 512, fit: 'contain', background: '#ffffff' } },
  cover: { size: narrowSide(1600), thumb: { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true } },
}
/** A picture needs 50 MB and a processor; half of them stay free. The proxy in deploy/nginx.conf waits for a minute. */
const inTurn = fairQueue({
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: 100,
  maxWaitMs: 40_000,
})
const ANSWER_WITHIN_MS = 55_000
export const pictureLoad = inTurn.load

/** WebP files beside it. UndecodablePicture, QueueFull, HolderQueueFull or Cancelled leave no file. */
export function encodePicture(path: string, kind: PictureKind, turn: Turn = {}): Promise<Picture> {
  const until = performance.now() + ANSWER_WITHIN_MS
  return inTurn(async () => {
    const file = await openPictureFile(path, kind)
    return { format: file.format, ...(await encodeAll(file, SHAPES[kind], until - performance.now())) }
  }, turn)
}

/** The full size of a receipt only, outside the queue: the caller has its own. Throws UndecodablePicture. */
export const encodeReceipt = async (path: string): Promise<Rendition> =>
  encodeFull(await openPictureFile(path, 'receipt'), SHAPES.receipt)

async function encodeAll(file: PictureFile, shape: Shape, wallMilliseconds: number) {
  const { path } = file
  const thumbPath = `${path}.thumb.webp`
  try {
    const pixels = await decode(file, shape.size, pixelsOf, wallMilliseconds)
    try {
      const full = await write(await encode(pictureOf(pixels)), fullPathOf(path))
      const thumb = await write(await encode(pictureOf(pixels).resize(shape.thumb)), thumbPath)
      return { full, thumb, placeholder: await placeholderOf(thumb.path) }
    } finally {
      release(pixels)
    }
  } catch (error) {
    await Promise.all([rm(fullPathOf(path), { force: true }), rm(thumbPath, { force: true })])
    throw error
  }
}

const encodeFull = async (file: PictureFile, { size }: Shape): Promise<Rendition> =>
  write(await decode(file, size, encode), fullPathOf(file.path))

const fullPathOf = (path: string): string => `${path}.full.webp`

type Encoded = { data: Buffer; info: { width: number; height: number } }

/** More effort would save a fifth of the bytes and take half as much time again. */
const encode = (picture: Sharp): Promise<Encoded> =>
  picture.webp({ quality: 80, effort: 0 }).toBuffer({ resolveWithObject: true })

type Pixels = { data: Buffer; info: OutputInfo }

const pixelsOf = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true })

const pictureOf = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** Frees the memory of a picture, which garbage collection would hold beside that of the next one. */
function release({ data: { buffer } }: Pixels): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

async function write({ data, info: { width, height } }: Encoded, path: string): Promise<Rendition> {
  await writeFile(path, data)
  return { path, width, height, bytes: data.length }
}

async function placeholderOf(path: string): Promise<string> {
  const tiny = await sharp(path)
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 25, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}
