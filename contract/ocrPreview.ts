import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'
import { RECEIPT_MAX_BYTES } from './limits.ts'

/** Why a picture is hard to read. */
const pictureProblem = z.enum(['dark', 'blurred', 'cut_off', 'no_receipt'])
export type PictureProblem = z.infer<typeof pictureProblem>

const previewFacts = z.object({
  /** Decimal text with two places. */
  purchase_amount: z.nullable(z.string()),
  /** `YYYY-MM-DD`. */
  purchase_date: z.nullable(z.string()),
  invoice_number: z.nullable(z.string()),
  /** Only in the last line. Servers that do not judge pictures omit it. */
  picture_problem: z.optional(z.nullable(pictureProblem)),
})
export type PreviewFacts = z.infer<typeof previewFacts>

/**
 * Runs OCR on a picture before it is submitted, so that the form can suggest values. `data` is null if OCR fails or is too
 * slow. The result of a member's last picture is stored for an hour, the picture is not. Streamed lines hold what is known so
 * far; only the last line is final. 422 on `receipt_image`, 429, 503.
 */
export const requestOcrPreview = endpoint({
  method: 'POST',
  path: '/readings',
  access: 'member',
  input: z.looseObject({}),
  answer: dataOf(z.nullable(previewFacts)),
  lines: true,
  upload: {
    field: 'receipt_image',
    maxBytes: RECEIPT_MAX_BYTES,
    get tooLarge() {
      return texts.receiptTooLarge
    },
    required: true,
    counts: 'preview',
  },
})
