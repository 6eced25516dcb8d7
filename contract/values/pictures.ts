import { texts } from '#texts'
import { AVATAR_MAX_BYTES, RECEIPT_MAX_BYTES } from '../limits.ts'

/** A chosen file before it is decoded: name, declared type and size in bytes. */
type FileFacts = { name: string; type: string; size: number }

/** A rule for pictures: allowed file extensions, largest size in bytes, and the error texts, in the reader's language. */
export type PictureRule = {
  extensions: readonly string[]
  maxBytes: number
  readonly wrongType: string
  readonly tooLarge: string
}

const photographs = ['jpeg', 'jpg', 'png', 'webp', 'heic', 'heif']

/** On the page of a merchant. */
export const receiptPicture: PictureRule = {
  extensions: photographs,
  maxBytes: RECEIPT_MAX_BYTES,
  get wrongType() {
    return texts.invalidReceiptType
  },
  get tooLarge() {
    return texts.receiptTooLarge
  },
}

/** On the submission form and on the server, which also accept gif. */
export const receiptPictureOrGif: PictureRule = {
  extensions: [...photographs, 'gif'],
  maxBytes: RECEIPT_MAX_BYTES,
  get wrongType() {
    return texts.invalidReceiptTypeOrGif
  },
  get tooLarge() {
    return texts.receiptTooLarge
  },
}

/** The picture of a member. */
export const avatarPicture: PictureRule = {
  extensions: photographs,
  maxBytes: AVATAR_MAX_BYTES,
  get wrongType() {
    return texts.invalidReceiptType
  },
  get tooLarge() {
    return texts.avatarTooLarge
  },
}

/** The error text for a file, or undefined. A file of exactly `maxBytes` is allowed. */
export function pictureError(file: FileFacts, rule: PictureRule): string | undefined {
  if (!rule.extensions.includes(kindOf(file))) return rule.wrongType
  return file.size > rule.maxBytes ? rule.tooLarge : undefined
}

/** The `accept` attribute of a file input. */
export function acceptAttribute(rule: PictureRule): string {
  return [...new Set(rule.extensions.map((ending) => `image/${ending}`)), ...rule.extensions.map((e) => `.${e}`)].join(
    ',',
  )
}

/** The extension is used if the type is empty or generic. */
function kindOf({ name, type }: FileFacts): string {
  const [kind, subtype = ''] = type.toLowerCase().split(';')[0]?.trim().split('/') ?? []
  if (kind === 'image') return subtype
  const generic = type === '' || type.toLowerCase() === 'application/octet-stream'
  return generic ? (name.split('.').pop() ?? '').toLowerCase() : ''
}
