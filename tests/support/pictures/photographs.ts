import sharp from 'sharp'

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000, channels: 3, background: '#ffffff' } as const

/** A photograph of 12 megapixels in a JPEG of exactly so many bytes, its noise as strong as they allow. */
export async function aPhotograph(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 160, sigma: 14 } as const
  const pixels = await sharp({ create: { ...TWELVE_MEGAPIXELS, noise } })
    .raw()
    .toBuffer()
  for (const quality of [92, 85, 75, 60, 45, 30, 15, 5]) {
    const photograph = await sharp(pixels, { raw: TWELVE_MEGAPIXELS }).jpeg({ quality }).toBuffer()
    // What stands behind the end of a JPEG is no part of the picture.
    if (photograph.length <= bytes) return Buffer.concat([photograph, Buffer.alloc(bytes - photograph.length)])
  }
  throw new Error(`12 megapixels do not fit into ${bytes} bytes`)
}
