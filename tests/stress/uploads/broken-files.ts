import { RECEIPT_MAX_BYTES } from '@stampus/contract/limits'
import type { Random } from '../support/seeded-random.ts'
import { bytesBy } from './png.ts'
import { MARK, type UploadFile, uploadFile } from './upload-files.ts'

const PROGRAM = `<script>document.title='${MARK}'</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PROGRAM}</svg>`
const rejected = { expected: 'rejected' } as const

/** Valid files with flipped bits, a missing end, or a piece of another file inside. */
export function damaged(good: UploadFile[], count: number, random: Random): UploadFile[] {
  return Array.from({ length: count }, () => {
    const { what, bytes } = random.pick(good)
    const harm = random.pick([flipped, truncated, spliced])
    return uploadFile(`${harm.name} ${what}`, harm(bytes, random))
  })
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  for (let flips = 1 + random.below(20); flips > 0; flips -= 1) {
    // The first bytes identify the format. Without them most files would be rejected for that alone.
    const at = 12 + random.below(copy.length - 12)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  }
  return copy
}

function truncated(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, 1 + random.below(bytes.length - 1))
}

function spliced(bytes: Buffer, random: Random): Buffer {
  const at = 12 + random.below(bytes.length - 12)
  return Buffer.concat([bytes.subarray(0, at), bytesBy(random, random.below(400)), bytes.subarray(at)])
}

/** Files that are something else under a false name. */
export function disguised(): UploadFile[] {
  const texts = {
    SVG,
    'SVG behind a declaration': `<?xml version="1.0"?>${SVG}`,
    'SVG of entities': `<!DOCTYPE s [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${SVG}`,
    HTML: `<!doctype html>${PROGRAM}`,
    PDF: `%PDF-1.7\n1 0 obj<</OpenAction(${MARK})>>endobj\n%%EOF`,
    ZIP: 'PK\x03\x04\x14\0\0\0\0\0',
    TIFF: 'II*\0\x08\0\0\0',
    BMP: 'BM\x9a\0\0\0\0\0\0\0z\0\0\0',
    AVIF: '\0\0\0\x20ftypavif\0\0\0\0',
    'a program': '\x7fELF\x02\x01\x01',
    PostScript: '%!PS-Adobe-3.0\n(%pipe%id) (r) file',
    ImageMagick: 'push graphic-context\nfill url(https://127.0.0.1/x)\npop graphic-context',
    nothing: '',
    'one byte': '\xff',
    'a JPEG of three bytes': '\xff\xd8\xff',
    'a PNG of eight bytes': '\x89PNG\r\n\x1a\n',
    'a GIF of six bytes': 'GIF89a',
    'a WebP of twelve bytes': 'RIFF\xff\xff\xff\xffWEBP',
    'a HEIC of twelve bytes': '\0\0\0\x18ftypheic',
  }
  const types = ['image/jpeg', 'image/png', 'application/octet-stream']
  return Object.entries(texts).flatMap(([what, text]) =>
    types.map((type) => uploadFile(`${what} as ${type}`, Buffer.from(text, 'latin1'), { ...rejected, type })),
  )
}

/** Valid pictures that are also a program or an archive. */
export function polyglots(good: UploadFile[]): UploadFile[] {
  const tails = { HTML: PROGRAM, PDF: `%PDF-1.7 ${MARK}`, ZIP: `PK\x05\x06${'\0'.repeat(18)}${MARK}`, SVG }
  const sound = ['jpeg, orientation 1', 'webp, orientation 1', 'animated GIF', 'PNG of colour 2, 8 bits']
  return good
    .filter(({ what }) => sound.includes(what))
    .flatMap((one) =>
      Object.entries(tails).map(([tail, text]) =>
        uploadFile(`${one.what} and ${tail}`, Buffer.concat([one.bytes, Buffer.from(text, 'latin1')])),
      ),
    )
}

/** One valid picture with untrustworthy names and types. */
export function misnamed({ bytes }: UploadFile): UploadFile[] {
  const names = ['../../../receipt.jpg', '/etc/passwd', 'C:\\a.jpg', 'a\0.php', 'gpj.\u202egpj.exe', '.jpg', '']
  const long = [
    `${'n'.repeat(1000)}.jpg`,
    `${'\u202e'.repeat(300)}.jpg`,
    'a%00.jpg',
    "'; DROP TABLE x; --.jpg",
    '<b>.jpg',
  ]
  const types = [
    'text/html',
    'image/svg+xml',
    'image/',
    '',
    'x',
    'IMAGE/JPEG',
    'image/jpeg; charset=utf-8',
    'a'.repeat(900),
  ]
  return [
    ...[...names, ...long].map((name) => uploadFile(`named ${JSON.stringify(name.slice(0, 20))}`, bytes, { name })),
    ...types.map((type) => uploadFile(`called ${type.slice(0, 30)}`, bytes, { type })),
  ]
}

/** A valid picture padded to the largest accepted size, one byte less and one byte more. */
export function borderline({ bytes }: UploadFile): UploadFile[] {
  const filled = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
  return [
    uploadFile('10 MB less one byte', filled(RECEIPT_MAX_BYTES - 1), { expected: 'accepted' }),
    uploadFile('10 MB', filled(RECEIPT_MAX_BYTES), { expected: 'accepted' }),
    uploadFile('10 MB and one byte', filled(RECEIPT_MAX_BYTES + 1), rejected),
  ]
}
