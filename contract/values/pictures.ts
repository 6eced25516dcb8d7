import { AVATAR_MAX_BYTES, RECEIPT_MAX_BYTES } from '../limits.ts'
import * as texts from '../texts.ts'

/** What is known of a chosen file before it is decoded: its name, its declared type, its size in bytes. */
export type FileFacts = { name: string; type: string; size: number }

/** A rule for pictures: the endings it takes, its largest size and what it says of a file that breaks it. */
export type PictureRule = { endings: readonly string[]; maxBytes: number; wrongType: string; tooLarge: string }

const photographs = ['jpeg', 'jpg', 'png', 'webp', 'heic', 'heif']

/** S-5.06: the slug page. */
export const receiptPicture: PictureRule = {
  endings: photographs,
  maxBytes: RECEIPT_MAX_BYTES,
  wrongType: texts.invalidReceiptType,
  tooLarge: texts.receiptTooLarge,
}

/** S-5.07, S-9.05: the form page and the server, which take gif too. */
export const receiptPictureOrGif: PictureRule = {
  ...receiptPicture,
  endings: [...photographs, 'gif'],
  wrongType: texts.invalidReceiptTypeOrGif,
}

/** S-5.14. */
export const avatarPicture: PictureRule = {
  endings: photographs,
  maxBytes: AVATAR_MAX_BYTES,
  wrongType: texts.invalidReceiptType,
  tooLarge: texts.avatarTooLarge,
}

/** The fault of a file in words, or undefined. Exactly `maxBytes` passes (S-9.05). */
export function pictureError(file: FileFacts, rule: PictureRule): string | undefined {
  if (!rule.endings.includes(kindOf(file))) return rule.wrongType
  return file.size > rule.maxBytes ? rule.tooLarge : undefined
}

/** The `accept` attribute of a file field for a rule. */
export function acceptAttribute(rule: PictureRule): string {
  return [...new Set(rule.endings.map((ending) => `image/${ending}`)), ...rule.endings.map((e) => `.${e}`)].join(',')
}

/** An empty or generic type is judged by the file's ending (S-9.05). */
function kindOf({ name, type }: FileFacts): string {
  const [kind, subtype = ''] = type.toLowerCase().split(';')[0]?.trim().split('/') ?? []
  if (kind === 'image') return subtype
  const generic = type === '' || type.toLowerCase() === 'application/octet-stream'
  return generic ? (name.split('.').pop() ?? '').toLowerCase() : ''
}
