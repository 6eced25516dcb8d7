import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../fields.ts'
import { RECEIPT_MAX_BYTES } from '../limits.ts'
import * as texts from '../texts.ts'

const uploadedPicture = z.object({
  /** What the thing that is to show it names it by. */
  key: z.string(),
  url: z.string(),
  placeholder: z.string(),
})
export type UploadedPicture = z.infer<typeof uploadedPicture>

/** The picture of a thing, by its key: the one it has, another one that was uploaded, or null for none. */
export const pictureKey = z.nullable(z.string(texts.pictureGone).check(z.maxLength(200, texts.pictureGone)))

/** Takes a picture in before the thing that is to show it is saved; one that nothing shows within a day goes again. */
export const upload = endpoint({
  method: 'POST',
  path: '/console/pictures/:kind',
  access: 'manager',
  input: z.object({ kind: z.enum(['logo', 'cover'], texts.invalidChoice) }),
  answer: dataOf(uploadedPicture),
  status: 201,
  upload: {
    field: 'picture',
    maxBytes: RECEIPT_MAX_BYTES,
    tooLarge: texts.receiptTooLarge,
    required: true,
    counts: 'content',
  },
})
