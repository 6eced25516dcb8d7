import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, pictureUpload, place } from './fields.ts'

const pictureProblem = z.enum(['dark', 'blurred', 'cut_off', 'no_receipt'])
export type PictureProblem = z.infer<typeof pictureProblem>

const factName = z.enum(['merchant', 'purchase_amount', 'purchase_date', 'invoice_number'])
export type FactName = z.infer<typeof factName>

const previewFacts = z.object({
  /** Decimal text with two places. */
  purchase_amount: z.nullable(z.string()),
  /** `YYYY-MM-DD`. */
  purchase_date: z.nullable(z.string()),
  invoice_number: z.nullable(z.string()),
  /** What is wrong with the picture; only in the last line. Servers that do not judge pictures omit it. */
  picture_problem: z.optional(z.nullable(pictureProblem)),
  /** The active merchant named on the picture. Servers that do not look for merchants omit it. */
  merchant: z.optional(z.nullable(z.object({ id: z.number(), name: z.string(), address: z.string() }))),
  places: z.optional(z.partialRecord(factName, place)),
  /** The facts that are sure enough to be filled in. Only in the last line. */
  sure: z.optional(z.array(factName)),
})
export type PreviewFacts = z.infer<typeof previewFacts>

const preview = dataOf(z.nullable(previewFacts))

/** Reads a picture before it is sent; `data` is null if that fails. In lines, only the last is final. 422, 429, 503. */
export const requestOcrPreview = endpoint('POST /readings', 'member', z.looseObject({}), preview, {
  lines: true,
  upload: pictureUpload('receipt_image', 'preview'),
})
