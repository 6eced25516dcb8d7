import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../fields.ts'
import { RECEIPT_MAX_BYTES } from '../limits.ts'

const uploadedPicture = z.object({
  /** The value for a field such as `image_key`. */
  key: z.string(),
  url: z.string(),
  placeholder: z.string(),
})

/** The picture of a record: its current key, the key of an upload, or null for none. */
export const pictureKey = z.nullable(
  z.string({ error: () => texts.pictureGone }).check(z.maxLength(200, { error: () => texts.pictureGone })),
)

/** Uploads a picture before the record that shows it is saved. Unused uploads are deleted after a day. 422 on `picture`, 429, 503. */
export const upload = endpoint({
  method: 'POST',
  path: '/console/pictures/:kind',
  access: 'manager',
  input: z.object({ kind: z.enum(['logo', 'cover'], { error: () => texts.invalidChoice }) }),
  answer: dataOf(uploadedPicture),
  status: 201,
  upload: {
    field: 'picture',
    maxBytes: RECEIPT_MAX_BYTES,
    get tooLarge() {
      return texts.receiptTooLarge
    },
    required: true,
    counts: 'content',
  },
})
