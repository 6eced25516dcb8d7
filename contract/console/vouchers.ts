import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint, UNKEYED } from '../endpoint.ts'
import {
  anyId,
  anyOf,
  byId,
  choice,
  dataOf,
  file,
  flag,
  id,
  instant,
  listOf,
  nothing,
  optionalText,
  page,
  reason,
  reference,
} from '../fields.ts'
import { SEARCH_MAX } from '../limits.ts'
import { voucherCodeInput, voucherState } from '../rewards/vouchers.ts'
import { rewardState } from './rewards.ts'

const adminVoucher = z.object({
  id: z.number(),
  number: z.string(),
  reward: z.object({ id: z.number(), title: z.string() }),
  member: z.object({ id: z.number(), name: z.string(), is_deleted: z.boolean() }),
  merchant: z.nullable(reference),
  conditions: z.string(),
  stamps: z.number(),
  /** What the merchant gets for it: 0 unless it is `used`. */
  owed_sen: z.number(),
  claimed_at: instant,
  last_day: z.string(),
  state: voucherState,
  /** When it was handed over, even if it was voided afterwards. */
  used_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  stamps_back: z.boolean(),
})
export type AdminVoucher = z.infer<typeof adminVoucher>

/** What taking `stamps` back would do: `vouchers` voided, newest first; ending ones count in `balance_after`. */
export const takingBack = z.object({
  balance: z.number(),
  stamps: z.number(),
  balance_after: z.number(),
  vouchers: z.array(z.object({ id: z.number(), title: z.string(), stamps: z.number() })),
})
export type TakingBack = z.infer<typeof takingBack>

/** `below_zero`: voided by a reversal of spent stamps. The operator is null for the member and for the clock. */
const voucherEvent = z.object({
  id: z.number(),
  kind: z.enum(['claimed', 'used', 'unused', 'returned', 'expired', 'voided', 'recalled', 'below_zero']),
  operator: z.nullable(reference),
  /** At a merchant's counter: on which phone, and by which cashier; `offline` codes name only the phone. */
  phone: z.nullable(z.string()),
  cashier: z.nullable(z.string()),
  way: z.nullable(z.enum(['desk', 'counter', 'offline', 'late'])),
  /** When it was, if it was entered later. */
  noted_at: z.nullable(instant),
  stamps_back: z.boolean(),
  reason: z.nullable(z.string()),
  created_at: instant,
})
export type VoucherEvent = z.infer<typeof voucherEvent>

const filters = z.object({
  /** The number of a voucher, with or without spaces, or a member as `searchMembers` finds them. */
  search: optionalText(SEARCH_MAX),
  member_id: anyId,
  reward_id: anyId,
  state: anyOf(voucherState.options),
})
export type VoucherFilters = z.infer<typeof filters>

/** All vouchers, newest first, optionally of one number, member, reward or state. */
export const list = endpoint('GET /console/vouchers', 'manager', z.extend(filters, { page }), listOf(adminVoucher))

const rewardChoice = z.object({ id: z.number(), title: z.string(), state: rewardState })
export type RewardChoice = z.infer<typeof rewardChoice>

/** Rewards to filter by, the newest first: at most 1000, without drafts, which have no vouchers. */
export const rewardChoices = endpoint('GET /console/reward-choices', 'manager', nothing, dataOf(z.array(rewardChoice)))

/** The same vouchers as a CSV file of at most EXPORT_MAX_ROWS rows; its last line tells if rows are missing. 429. */
export const exportVouchers = endpoint('GET /console/vouchers/export', 'manager', filters, file)

const voucherWithEvents = dataOf(z.extend(adminVoucher, { events: z.array(voucherEvent) }))

/** One voucher with its changes, newest first. 404. */
export const show = endpoint('GET /console/vouchers/:id', 'manager', byId, voucherWithEvents)

const checkedVoucher = dataOf(
  z.object({
    id: z.number(),
    title: z.string(),
    conditions: z.string(),
    name: z.string(),
    merchant: z.nullable(z.string()),
    last_day: z.string(),
  }),
)

/** Finds the voucher of a typed code; this operator may hand it over for two minutes. 403 (own), 409, 422, 429. */
export const check = endpoint('POST /console/vouchers/check', 'manager', voucherCodeInput, checkedVoucher, UNKEYED)

const handed = z.object({ id, request_id: z.uuid({ error: () => texts.malformed }) })

/** Hands over a checked voucher; idempotent by `request_id`. 404, 409 also for the id of another hand-over. */
export const handOver = endpoint('POST /console/vouchers/:id/hand-over', 'manager', handed, dataOf(adminVoucher))

/** Takes back a hand-over of this operator within 60 seconds. 404, 409. */
export const takeBack = endpoint('POST /console/vouchers/:id/take-back', 'manager', byId, dataOf(adminVoucher))

const voiding = z.object({ id, state: choice(['ready', 'used']), reason: z.optional(reason), stamps_back: flag })

/** Voids a voucher in the `state` that was seen, else 409; above CONFIRM_STAMPS in 7 days 409. 403 (own), 404, 422. */
export const voidVoucher = endpoint('POST /console/vouchers/:id/void', 'manager', voiding, dataOf(adminVoucher))
