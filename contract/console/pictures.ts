import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { choice, dataOf, pictureUpload, storable } from '../fields.ts'

const uploaded = dataOf(
  z.object({
    /** The value for a field such as `image_key`. */
    key: z.string(),
    url: z.string(),
    placeholder: z.string(),
  }),
)

/** The picture of a record: its current key, the key of an upload, or null for none. */
export const pictureKey = z.nullable(
  z.string({ error: () => texts.pictureGone }).check(z.maxLength(200, { error: () => texts.pictureGone }), storable),
)

const pictureKind = z.object({ kind: choice(['logo', 'cover']) })

/** Uploads a picture before the record that shows it is saved. Unused uploads are deleted after a day. 422 on `picture`, 429, 503. */
export const upload = endpoint('POST /console/pictures/:kind', 'manager', pictureKind, uploaded, {
  status: 201,
  upload: pictureUpload('picture', 'content'),
})
