import * as z from 'zod/mini'
import { place } from '../fields.ts'

const comparedFact = z.object({
  /** `filled_in`: the value was offered to the member, so that OCR would only be compared with itself. */
  verdict: z.enum(['fits', 'differs', 'not_found', 'filled_in']),
  /** Whether the fact was filled in from the photo instead of typed. Never together with `fits`. */
  filled_in: z.optional(z.boolean()),
  read: z.nullable(z.string()),
  place: z.nullable(place),
})
export type ComparedFact = z.infer<typeof comparedFact>

export const comparedFacts = z.object({
  purchase_amount: comparedFact,
  /** `time` is the printed time of day, `HH:MM`; null if none was found. */
  purchase_date: z.extend(comparedFact, { time: z.nullable(z.string()) }),
  invoice_number: comparedFact,
  /** `merchant_id` is the campus merchant named on the picture; null if there is none. */
  merchant: z.extend(comparedFact, { merchant_id: z.nullable(z.number()) }),
})
export type ComparedFacts = z.infer<typeof comparedFacts>

/** OCR of a picture. `off`: switched off, or the picture is gone; `illegible`: no facts were found. */
export const ocrState = z.enum(['off', 'pending', 'failed', 'illegible', 'read'])
export type OcrState = z.infer<typeof ocrState>
