import { rm } from 'node:fs/promises'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { boundedQueue } from '../limits/queue.ts'
import { decode, type Pixels } from './decode.ts'
import { formatOf, type PictureFormat, type PictureKind } from './format.ts'

/** A re-encoded WebP without metadata in a temporary file; sizes in pixels and bytes. */
export type Rendition = { path: string; width: number; height: number; bytes: number }

/** `format` is what the original is; `placeholder` a `data:` URI of a few pixels, at most 600 characters. */
export type Picture = { format: PictureFormat; full: Rendition; thumb: Rendition; placeholder: string }

const SHAPES: Record<PictureKind, { narrowSide: number; thumb: ResizeOptions }> = {
  receipt: { narrowSide: 2400, thumb: { width: 480, height: 1440, fit: 'inside', withoutEnlargement: true } },
  avatar: { narrowSide: 1024, thumb: { width: 256, height: 256, fit: 'cover' } },
}
const inTurn = boundedQueue({ atOnce: 2, waiting: 100 })

/**
 * Judges, decodes and re-encodes an uploaded picture (D-43); the new files stand beside it (`….full.webp`, `….thumb.webp`).
 * Throws UndecodablePicture, or QueueFull when too many pictures wait; then no file is left.
 */
export function readPicture(path: string, kind: PictureKind): Promise<Picture> {
  return inTurn(async () => {
    const shape = SHAPES[kind]
    const format = await formatOf(path, kind)
    const pixels = await decode(path, format, shape.narrowSide)
    return { format, ...(await encodeAll(pixels, path, shape.thumb)) }
  })
}

async function encodeAll(pixels: Pixels, path: string, thumbShape: ResizeOptions) {
  const [fullPath, thumbPath] = [`${path}.full.webp`, `${path}.thumb.webp`]
  try {
    const full = await encode(open(pixels), fullPath)
    const thumb = await encode(open(pixels).resize(thumbShape), thumbPath)
    return { full, thumb, placeholder: await placeholderOf(pixels) }
  } catch (error) {
    await Promise.all([rm(fullPath, { force: true }), rm(thumbPath, { force: true })])
    throw error
  }
}

async function encode(picture: Sharp, path: string): Promise<Rendition> {
  const { width, height, size } = await picture.webp({ quality: 80, effort: 2 }).toFile(path)
  return { path, width, height, bytes: size }
}

async function placeholderOf(pixels: Pixels): Promise<string> {
  const tiny = await open(pixels)
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 25, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
