import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { choice, instant, reference } from '../../fields.ts'
import { UNUSUAL_DAYS } from '../../limits.ts'

const often = z.object({
  merchant: reference,
  cashier: reference,
  member: reference,
  count: z.number(),
  first_at: instant,
  last_at: instant,
})
export type OftenTogether = z.infer<typeof often>

const share = z.object({ merchant: reference, total: z.number(), offline: z.number(), late: z.number() })
export type OfflineShare = z.infer<typeof share>

const burst = z.object({
  merchant: reference,
  phone: reference,
  count: z.number(),
  first_at: instant,
  last_at: instant,
})
export type Burst = z.infer<typeof burst>

const period = z.object({ days: z.optional(choice(UNUSUAL_DAYS.map(String))) })

const findings = z.object({
  data: z.object({ often: z.array(often), shares: z.array(share), bursts: z.array(burst) }),
})

/** Hand-overs that a manager may want to look at, at most `UNUSUAL_MAX` of each kind, most striking first. */
export const unusual = endpoint('GET /console/unusual-hand-overs', 'manager', period, findings)
