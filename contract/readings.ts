import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf } from './fields.ts'
import { RECEIPT_MAX_BYTES } from './limits.ts'
import * as texts from './texts.ts'

const readFacts = z.object({
  /** Decimal text with two places. */
  purchase_amount: z.nullable(z.string()),
  /** `YYYY-MM-DD`. */
  purchase_date: z.nullable(z.string()),
  invoice_number: z.nullable(z.string()),
})
export type ReadFacts = z.infer<typeof readFacts>

/**
 * Added: reads the picture that the member is about to send, so that the form can offer what it says. Null where it cannot be
 * read, or not soon. What was read is kept for an hour, the last picture of each member; the picture itself is not.
 */
export const readAhead = endpoint({
  method: 'POST',
  path: '/readings',
  access: 'member',
  input: z.looseObject({}),
  answer: dataOf(z.nullable(readFacts)),
  upload: {
    field: 'receipt_image',
    maxBytes: RECEIPT_MAX_BYTES,
    tooLarge: texts.receiptTooLarge,
    required: true,
    counts: 'read ahead',
  },
})
