import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'
import { RECEIPT_MAX_BYTES } from './limits.ts'
import * as texts from './texts.ts'

/** Why a picture is hard to read. */
const pictureProblem = z.enum(['dark', 'blurred', 'cut_off', 'no_receipt'])
export type PictureProblem = z.infer<typeof pictureProblem>

const previewFacts = z.object({
  /** Decimal text with two places. */
  purchase_amount: z.nullable(z.string()),
  /** `YYYY-MM-DD`. */
  purchase_date: z.nullable(z.string()),
  invoice_number: z.nullable(z.string()),
  /** Known once the whole picture is read. Servers that do not judge pictures leave it out. */
  picture_problem: z.optional(z.nullable(pictureProblem)),
})
export type PreviewFacts = z.infer<typeof previewFacts>

/**
 * Added: reads the picture that the member is about to send, so that the form can offer what it says. Null where it cannot be
 * read, or not soon. What was read is kept for an hour, the last picture of each member; the picture itself is not. Lines hold what
 * is clear so far, which may change: the last line counts.
 */
export const readAhead = endpoint({
  method: 'POST',
  path: '/readings',
  access: 'member',
  input: z.looseObject({}),
  answer: dataOf(z.nullable(previewFacts)),
  lines: true,
  upload: {
    field: 'receipt_image',
    maxBytes: RECEIPT_MAX_BYTES,
    tooLarge: texts.receiptTooLarge,
    required: true,
    counts: 'read ahead',
  },
})
