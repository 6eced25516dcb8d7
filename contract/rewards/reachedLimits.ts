import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant, nothing } from '../fields.ts'

const reachedLimit = z.object({
  reward_id: z.number(),
  /** The first day on which it can be claimed again, `YYYY-MM-DD`; null if the limit is one in all. */
  again_from: z.nullable(z.string()),
})
export type ReachedLimit = z.infer<typeof reachedLimit>

const reachedLimits = z.extend(dataOf(z.array(reachedLimit)), {
  /** The server's time, by which the device knows today's date. */
  now: z.optional(instant),
})

/** The published rewards that the caller cannot claim now because of a limit per member. */
export const list = endpoint('GET /reward-limits', 'member', nothing, reachedLimits)
