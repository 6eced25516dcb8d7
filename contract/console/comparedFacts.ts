import * as z from 'zod/mini'

/** A place on the picture as it is served: fractions of its width and height. */
const place = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
export type Place = z.infer<typeof place>

const comparedFact = z.object({
  verdict: z.enum(['fits', 'differs', 'not_found']),
  /** What the picture says, as the field of a submission takes it, or as it is printed; and where. */
  read: z.nullable(z.string()),
  place: z.nullable(place),
})
export type ComparedFact = z.infer<typeof comparedFact>

/** The typed facts, each held against what was read off the picture. */
export const comparedFacts = z.object({
  purchase_amount: comparedFact,
  /** `time` is the time of day printed on the receipt, `HH:MM`; null where none was read. */
  purchase_date: z.extend(comparedFact, { time: z.nullable(z.string()) }),
  invoice_number: comparedFact,
  /** `merchant_id` is of the merchant on campus that the picture names; null where it names none. */
  merchant: z.extend(comparedFact, { merchant_id: z.nullable(z.number()) }),
})
export type ComparedFacts = z.infer<typeof comparedFacts>

/**
 * How far the reading of a picture has come: `off` where pictures are not read or it is gone, `pending` until it is read, `failed`
 * where it could not be read, `illegible` where nothing was found on it, `read` otherwise.
 */
export const readingState = z.enum(['off', 'pending', 'failed', 'illegible', 'read'])
export type ReadingState = z.infer<typeof readingState>
