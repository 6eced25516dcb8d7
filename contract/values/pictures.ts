import { texts } from '#texts'
import { AVATAR_MAX_BYTES, RECEIPT_MAX_BYTES } from '../limits.ts'

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic'

/** A rule for pictures: allowed formats, largest size in bytes, and the functions that return the error texts in the reader's language. */
export type PictureRule = {
  formats: readonly PictureFormat[]
  maxBytes: number
  wrongType: () => string
  tooLarge: () => string
}

const photographs = ['jpeg', 'png', 'webp', 'heic'] as const

export const receiptPicture: PictureRule = {
  formats: photographs,
  maxBytes: RECEIPT_MAX_BYTES,
  wrongType: () => texts.invalidReceiptType,
  tooLarge: () => texts.receiptTooLarge,
}

export const receiptPictureOrGif: PictureRule = {
  formats: [...photographs, 'gif'],
  maxBytes: RECEIPT_MAX_BYTES,
  wrongType: () => texts.invalidReceiptTypeOrGif,
  tooLarge: () => texts.receiptTooLarge,
}

export const avatarPicture: PictureRule = {
  formats: photographs,
  maxBytes: AVATAR_MAX_BYTES,
  wrongType: () => texts.invalidReceiptType,
  tooLarge: () => texts.avatarTooLarge,
}

type FileFacts = { name: string; type: string; size: number }

/** The error text for a file, or undefined. A file of exactly `maxBytes` is allowed. */
export function pictureError(file: FileFacts, { formats, maxBytes, wrongType, tooLarge }: PictureRule) {
  const kind = kindOf(file)
  if (!formats.some((format) => NAMES[format].includes(kind))) return wrongType()
  return file.size > maxBytes ? tooLarge() : undefined
}

const GENERIC_TYPES = ['', 'image/*', 'application/octet-stream', 'binary/octet-stream']

function kindOf({ name, type: declared }: FileFacts): string {
  const type = declared.toLowerCase().split(';')[0]?.trim() ?? ''
  if (GENERIC_TYPES.includes(type)) return (name.split('.').pop() ?? '').toLowerCase()
  return type.startsWith('image/') ? type.slice('image/'.length) : ''
}

const NAMES: Record<PictureFormat, readonly string[]> = {
  jpeg: ['jpeg', 'jpg', 'jpe', 'jfif', 'pjpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  heic: ['heic', 'heif', 'hif', 'heic-sequence', 'heif-sequence'],
}

export function acceptAttribute({ formats }: PictureRule): string {
  const names = formats.flatMap((format) => NAMES[format])
  return [...names.map((name) => `image/${name}`), ...names.map((name) => `.${name}`)].join(',')
}

export const PICTURE_HEAD_BYTES = 96

const STARTS: [PictureFormat, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['webp', /^RIFF....WEBP/s],
  ['gif', /^GIF8[79]a/],
  // The main brand, or one of those behind it that names the coding of HEIC.
  ['heic', /^....ftyp(?:mif1|msf1|(?:....){0,16}he[iv][cxms])/s],
]

/** The format of a picture by its first bytes, and where it begins: some programs write a line break before it. */
export function detectPicture(head: Uint8Array): { format: PictureFormat; start: number } | undefined {
  const text = String.fromCharCode(...head)
  const start = text.length - text.replace(/^(?:\s|\xef\xbb\xbf)+/, '').length
  const found = STARTS.find(([, pattern]) => pattern.test(text.slice(start)))
  return found && { format: found[0], start }
}

/** A chosen file with the type of its content and nothing before the picture; unrecognised ones stay as they are. */
export async function typeByContent(file: File): Promise<File> {
  const head = await file
    .slice(0, PICTURE_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  const found = detectPicture(new Uint8Array(head))
  if (!found) return file
  const [{ format, start }, { name, lastModified }] = [found, file]
  const type = `image/${format}`
  return type === file.type && start === 0 ? file : new File([file.slice(start)], name, { type, lastModified })
}
