import { open } from 'node:fs/promises'

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic'
export type PictureKind = 'receipt' | 'avatar' | 'logo' | 'cover'

const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
const MAX_MEGAPIXELS: Record<PictureFormat, number> = { jpeg: 50, heic: 50, png: 25, webp: 25, gif: 25 }

/** The format of a file by its first bytes. An avatar may not be a gif. Throws UndecodablePicture of reason `type`. */
export async function detectFormat(path: string, kind: PictureKind): Promise<PictureFormat> {
  const format = formatFrom(await firstBytes(path))
  if (!format || (format === 'gif' && kind === 'avatar')) throw new UndecodablePicture('type')
  return format
}

/** Throws UndecodablePicture of reason `pixels` if decoding would take too much memory. */
export function checkPixels(format: PictureFormat, { width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels(format)) throw new UndecodablePicture('pixels')
}

export function maxPixels(format: PictureFormat): number {
  return MAX_MEGAPIXELS[format] * 1_000_000
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function formatFrom(head: string): PictureFormat | undefined {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.slice(4, 8) === 'ftyp' && HEIF_BRANDS.has(head.slice(8))) return 'heic'
  return undefined
}

/** `reason` is `type` (no accepted format), `pixels` (more than the limit) or `content` (damaged, or too slow to decode). */
export class UndecodablePicture extends Error {
  readonly reason: 'type' | 'pixels' | 'content'

  constructor(reason: 'type' | 'pixels' | 'content', cause?: unknown) {
    super(`The picture cannot be decoded (${reason})`, { cause })
    this.name = 'UndecodablePicture'
    this.reason = reason
  }
}

/** Whether the machine lacked memory. Pictures that need too much are rejected before, so the picture is not the cause. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|(cannot|could not) allocate|allocation failed/i.test(error.message)
}
