import sharp from 'sharp'
import type { Random } from '../support/seeded-random.ts'
import { chunk, type PngKind, pngKinds, pngOf } from './png.ts'

/** In all metadata of a picture; no served file may contain it. */
export const MARK = 'STAMPUS-MARK-5f1c'

/** A file to upload: its claimed name and type, and whether it must be accepted, must be rejected, or may be either. */
export type UploadFile = {
  what: string
  bytes: Buffer
  name: string
  type: string
  expected: 'accepted' | 'rejected' | 'either'
  upright?: { width: number; height: number }
}

export function uploadFile(what: string, bytes: Buffer, given: Partial<UploadFile> = {}): UploadFile {
  return { what, bytes, name: 'receipt.jpg', type: 'image/jpeg', expected: 'either', ...given }
}

/** Valid PNGs of every kind, each with metadata. */
export function validPngs(random: Random): UploadFile[] {
  return pngKinds.map((kind) => {
    const [width, height, filter] = [1 + random.below(40), 1 + random.below(40), random.below(5)]
    const bytes = pngOf({ ...kind, width, height, filter }, random, asides(kind))
    const what = `PNG of colour ${kind.colour}, ${kind.depth} bits${kind.interlaced ? ', interlaced' : ''}`
    return uploadFile(what, bytes, { type: 'image/png', expected: 'accepted', upright: { width, height } })
  })
}

function asides({ colour, depth }: PngKind): Buffer[] {
  const transparent: Partial<Record<number, Buffer>> = {
    0: Buffer.alloc(2),
    2: Buffer.alloc(6),
    3: Buffer.alloc(depth),
  }
  const clear = transparent[colour]
  return [
    chunk('tEXt', `Comment\0${MARK}`),
    chunk('tIME', Buffer.of(7, 234, 11, 1, 8, 0, 0)),
    ...(clear ? [chunk('tRNS', clear)] : []),
  ]
}

/** Valid pictures of the other formats, in every orientation and with camera metadata. */
export async function validPictures(): Promise<UploadFile[]> {
  const [width, height] = [60, 90]
  const plain = () => sharp({ create: { width, height, channels: 3, background: '#c8442a' } })
  const exif = { IFD0: { Copyright: MARK, Artist: MARK }, IFD3: { GPSLatitude: '3/1 7/1 0/1', GPSLatitudeRef: 'N' } }
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
    (['jpeg', 'webp'] as const).map(async (format) => {
      const bytes = await plain().withExif(exif).withMetadata({ orientation }).toFormat(format).toBuffer()
      const upright = orientation > 4 ? { width: height, height: width } : { width, height }
      return uploadFile(`${format}, orientation ${orientation}`, bytes, { expected: 'accepted', upright })
    }),
  )
  const frames = await sharp([await plain().png().toBuffer(), await plain().negate().png().toBuffer()], {
    join: { animated: true },
  })
  const others = {
    'animated GIF': frames.clone().gif(),
    'animated WebP': frames.clone().webp(),
    'lossless WebP': plain().webp({ lossless: true }),
    'WebP one can see through': plain().ensureAlpha(0.4).webp(),
    'progressive JPEG': plain().jpeg({ progressive: true }),
    'grey JPEG': plain().greyscale().jpeg(),
    'CMYK JPEG': plain().toColourspace('cmyk').jpeg(),
    'JPEG with a profile': plain().withIccProfile('p3').jpeg(),
  }
  const rest = Object.entries(others).map(async ([what, picture]) =>
    uploadFile(what, await picture.toBuffer(), { expected: 'accepted', upright: { width, height } }),
  )
  return Promise.all([...turned, ...rest])
}
