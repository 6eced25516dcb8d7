import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { choice, dataOf, file, instant, nothing, reference } from '../fields.ts'

export const overviewDays = ['7', '30', '90'] as const

const day = z.object({
  /** `YYYY-MM-DD` in the campus time zone. */
  day: z.string(),
  approved: z.number(),
  rejected: z.number(),
  stamps: z.number(),
  /** Half of the day's decisions took at most so long, in milliseconds; null without decisions. */
  typical_ms: z.nullable(z.number()),
})

const overview = z.object({
  waiting: z.object({
    /** Waiting receipts as the queue counts them; `ageing`: longer than half the target, `overdue`: longer than the target. */
    count: z.number(),
    ageing: z.number(),
    overdue: z.number(),
    oldest_at: z.nullable(instant),
    target_hours: z.number(),
    /** Receipts for bulk approval (`plainReceipts`) whose facts OCR has all confirmed. */
    fitting: z.number(),
  }),
  /** Every day of the period, oldest first, without undone decisions. */
  days: z.array(day),
  /** Half, and nine in ten, of the period's decisions took at most so long, in milliseconds. */
  typical_ms: z.nullable(z.number()),
  slow_ms: z.nullable(z.number()),
  /** The period's spot checks, and how many agreed with the decision. */
  checks: z.object({ checked: z.number(), agreed: z.number() }),
  /** Requests of the last 30 days that took effect without a second operator because there was none. */
  not_countersigned: z.number(),
  top_merchants: z.array(z.object({ id: z.number(), name: z.string(), approved: z.number(), stamps: z.number() })),
})
export type Overview = z.infer<typeof overview>

const period = z.object({ days: z.optional(choice(overviewDays)) })

export const showOverview = endpoint('GET /console/overview', 'reviewer', period, dataOf(overview))

/** What stamps and vouchers may still cost, and what was handed out. */
const rewardsOverview = z.object({
  outstanding_stamps: z.number(),
  ready_vouchers: z.number(),
  ready_stamps: z.number(),
  ready_sen: z.number(),
  /** The campus months `YYYY-MM` of `handed_out`, oldest first. */
  months: z.array(z.string()),
  /** By month and merchant (null: the Stampus desk), without hand-overs that were voided later. */
  handed_out: z.array(
    z.object({ month: z.string(), merchant: z.nullable(reference), vouchers: z.number(), value_sen: z.number() }),
  ),
})
export type RewardsOverview = z.infer<typeof rewardsOverview>

/** Figures of the last twelve months; in the CSV file also a row for each month and merchant. 429. */
export const showRewards = endpoint('GET /console/overview/rewards', 'manager', nothing, dataOf(rewardsOverview))
export const exportRewards = endpoint('GET /console/overview/rewards/export', 'manager', nothing, file)
