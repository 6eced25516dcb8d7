import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, instant } from '../fields.ts'
import * as texts from '../texts.ts'

/** The spans an overview may cover, in days of the campus that end today. */
export const overviewDays = ['7', '30', '90'] as const

const day = z.object({
  /** `YYYY-MM-DD` in the campus's time zone. */
  day: z.string(),
  approved: z.number(),
  rejected: z.number(),
  stamps: z.number(),
  /** What half of the day's decisions took at most, from sent to decided, in milliseconds; null without one. */
  typical_ms: z.nullable(z.number()),
})

const overview = z.object({
  waiting: z.object({
    /** All that wait, as the queue counts them, and of them how many wait longer than half the target, and longer than the target. */
    count: z.number(),
    ageing: z.number(),
    late: z.number(),
    oldest_at: z.nullable(instant),
    target_hours: z.number(),
    /** Of those that this operator could approve together (`plainReceipts`) those whose pictures say all that was typed. */
    fitting: z.number(),
  }),
  /** Every day of the span, the oldest first; without those decisions that were taken back. */
  days: z.array(day),
  /** What half and nine in ten of the span's decisions took at most, in milliseconds. */
  typical_ms: z.nullable(z.number()),
  slow_ms: z.nullable(z.number()),
  /** The span's spot checks, and how many of them agreed with the decision. */
  checks: z.object({ checked: z.number(), agreed: z.number() }),
  /** What took effect in the last 30 days without a second operator because there was nobody else. */
  not_countersigned: z.number(),
  top_merchants: z.array(z.object({ id: z.number(), name: z.string(), approved: z.number(), stamps: z.number() })),
})
export type Overview = z.infer<typeof overview>

/** The work waiting and the work done, in figures (D-54). */
export const showOverview = endpoint({
  method: 'GET',
  path: '/console/overview',
  access: 'reviewer',
  input: z.object({ days: z.optional(z.enum(overviewDays, texts.invalidChoice)) }),
  answer: dataOf(overview),
})
