import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../../endpoint.ts'
import { instant } from '../../fields.ts'
import { UNUSUAL_DAYS } from '../../limits.ts'

const reference = z.object({ id: z.number(), name: z.string() })

/** One cashier and one member often. */
const often = z.object({
  merchant: reference,
  cashier: reference,
  member: reference,
  count: z.number(),
  first_at: instant,
  last_at: instant,
})
export type OftenTogether = z.infer<typeof often>

/** A merchant with many hand-overs that were made without a network. */
const share = z.object({ merchant: reference, total: z.number(), offline: z.number(), late: z.number() })
export type OfflineShare = z.infer<typeof share>

/** The most hand-overs of a phone in a short time. */
const burst = z.object({
  merchant: reference,
  phone: reference,
  count: z.number(),
  first_at: instant,
  last_at: instant,
})
export type Burst = z.infer<typeof burst>

/**
 * Hand-overs at counters in the last days that a manager may want to look at, without those that were taken back: at most
 * `UNUSUAL_MAX` of each kind, the most striking first. What counts is in `limits.ts`.
 */
export const unusual = endpoint({
  method: 'GET',
  path: '/console/unusual-hand-overs',
  access: 'manager',
  input: z.object({
    days: z.optional(z.enum(UNUSUAL_DAYS.map(String), { error: () => texts.invalidChoice })),
  }),
  answer: z.object({
    data: z.object({ often: z.array(often), shares: z.array(share), bursts: z.array(burst) }),
  }),
})
