import { open } from 'node:fs/promises'
import { detectPicture, PICTURE_HEAD_BYTES, type PictureFormat } from '@stampus/contract/values/pictures'

export type PictureKind = 'receipt' | 'avatar' | 'logo' | 'cover'

const MAX_MEGAPIXELS: Record<PictureFormat, number> = { jpeg: 52, heic: 52, png: 25, webp: 25, gif: 25 }

/** `start` is the byte at which the picture begins. */
export type PictureFile = { path: string; format: PictureFormat; start: number }

/** Finds the format by the first bytes. An avatar may not be a gif. Throws UndecodablePicture of reason `type`. */
export async function openPictureFile(path: string, kind: PictureKind): Promise<PictureFile> {
  const found = await detectFormat(path)
  if (!found || (found.format === 'gif' && kind === 'avatar')) throw new UndecodablePicture('type')
  return { path, ...found }
}

export async function detectFormat(path: string): Promise<Omit<PictureFile, 'path'> | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PICTURE_HEAD_BYTES), 0, PICTURE_HEAD_BYTES, 0)
    return detectPicture(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

export function checkPixels(format: PictureFormat, { width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels(format)) throw new UndecodablePicture('pixels')
}

export const maxPixels = (format: PictureFormat): number => MAX_MEGAPIXELS[format] * 1_000_000

/** `type`: no accepted format; `pixels`: more than the limit; `content`: damaged, or too slow to decode. */
export class UndecodablePicture extends Error {
  readonly reason: 'type' | 'pixels' | 'content'

  constructor(reason: 'type' | 'pixels' | 'content', cause?: unknown) {
    super(`The picture cannot be decoded (${reason})`, { cause })
    this.name = 'UndecodablePicture'
    this.reason = reason
  }
}

/** Pictures that need too much are rejected before, so the picture is not the cause. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /out of memory|(cannot|could not) allocate|allocation failed/i.test(error.message)
