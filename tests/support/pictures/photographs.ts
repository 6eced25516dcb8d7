import sharp from 'sharp'

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000, channels: 3, background: '#ffffff' } as const

/** A photo of 12 megapixels as a JPEG of exactly so many bytes, with as much noise as they allow. */
export async function createPhoto(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 160, sigma: 14 } as const
  const pixels = await sharp({ create: { ...TWELVE_MEGAPIXELS, noise } })
    .raw()
    .toBuffer()
  for (const quality of [92, 85, 75, 60, 45, 30, 15, 5]) {
    const photo = await sharp(pixels, { raw: TWELVE_MEGAPIXELS }).jpeg({ quality }).toBuffer()
    // Bytes after the end of a JPEG are ignored.
    if (photo.length <= bytes) return Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
  }
  throw new Error(`12 megapixels do not fit into ${bytes} bytes`)
}
