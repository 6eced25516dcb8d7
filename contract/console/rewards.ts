import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import {
  adminTitles,
  anyId,
  anyOf,
  byId,
  byVersion,
  changed,
  choice,
  dataOf,
  day,
  daysInOrder,
  done,
  id,
  instant,
  listOf,
  optionalParagraphs,
  orNull,
  page,
  paragraphs,
  reason,
  recordId,
  reference,
  typedTitles,
  version,
  wholeNumber,
} from '../fields.ts'
import {
  CONDITIONS_MAX,
  OWED_MAX_SEN,
  REWARD_LIMIT_MAX,
  REWARD_STAMPS_MAX,
  REWARD_STOCK_MAX,
  VALID_DAYS_MAX,
} from '../limits.ts'
import { pictureKey } from './pictures.ts'

/** `draft` → `published` ⇄ `paused` → `ended`. */
export const rewardState = z.enum(['draft', 'published', 'paused', 'ended'])
export type RewardState = z.infer<typeof rewardState>

const adminReward = z.object({
  id: z.number(),
  ...adminTitles,
  conditions: z.string(),
  conditions_ms: z.nullable(z.string()),
  image_key: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  stamps: z.number(),
  owed_sen: z.number(),
  stock: z.nullable(z.number()),
  /** How many can still be claimed; null without a limit. */
  left: z.nullable(z.number()),
  limit_total: z.nullable(z.number()),
  limit_30_days: z.nullable(z.number()),
  /** `YYYY-MM-DD`, whole campus days. */
  start_date: z.string(),
  end_date: z.nullable(z.string()),
  valid_days: z.number(),
  state: rewardState,
  recalled_at: z.nullable(instant),
  recall_reason: z.nullable(z.string()),
  /** Null: handed out at the Stampus desk. */
  merchant: z.nullable(reference),
  /** Whether its merchant is deactivated, so that members do not see it. */
  is_closed: z.boolean(),
  /** Vouchers that are ready and their stamps, used, and those whose stamps come back within an hour (`ending`). */
  vouchers: z.object({ ready: z.number(), ready_stamps: z.number(), used: z.number(), ending: z.number() }),
  version: z.number(),
})
export type AdminReward = z.infer<typeof adminReward>

/** A number of a form that may stay empty; empty and null become null. */
const optionalNumber = (max: number, message: () => string) =>
  z.pipe(
    z.union([z.number(), z.string(), z.null()], { error: message }),
    z.pipe(
      z.transform((given: number | string | null) => (given === '' ? null : given)),
      z.nullable(wholeNumber(1, max, message)),
    ),
  )

const facts = {
  /** Empty or null: the Stampus desk. */
  merchant_id: orNull(recordId(() => texts.merchantUnknown)),
  ...typedTitles,
  conditions: paragraphs(CONDITIONS_MAX, () => texts.conditionsRequired),
  conditions_ms: optionalParagraphs(CONDITIONS_MAX),
  image_key: pictureKey,
  stamps: wholeNumber(1, REWARD_STAMPS_MAX, () => texts.invalidRewardStamps),
  owed_sen: wholeNumber(0, OWED_MAX_SEN, () => texts.invalidOwedAmount),
  stock: optionalNumber(REWARD_STOCK_MAX, () => texts.invalidStock),
  limit_total: optionalNumber(REWARD_LIMIT_MAX, () => texts.invalidRewardLimit),
  limit_30_days: optionalNumber(REWARD_LIMIT_MAX, () => texts.invalidRewardLimit),
  start_date: day,
  /** Empty or null: without an end. */
  end_date: orNull(day),
  valid_days: wholeNumber(1, VALID_DAYS_MAX, () => texts.invalidValidDays),
}
const owedToMerchant = z.refine<{ merchant_id: number | null; owed_sen: number }>(
  ({ merchant_id, owed_sen }) => merchant_id !== null || owed_sen === 0,
  { error: () => texts.owedToNobody, path: ['owed_sen'] },
)

/** The states by which the list of rewards can be filtered; `ended` leaves recalled ones out. */
const rewardFilterStates = [...rewardState.options, 'recalled'] as const
export type RewardFilterState = (typeof rewardFilterStates)[number]

const filters = z.object({ page, merchant_id: anyId, state: anyOf(rewardFilterStates) })
const newReward = z.object(facts).check(daysInOrder, owedToMerchant)
const changedReward = changed(facts).check(daysInOrder, owedToMerchant)

/** Newest first. A new one is a draft; only drafts are deleted. Claimed vouchers keep their copy. 404, 409, 422. */
export const list = endpoint('GET /console/rewards', 'manager', filters, listOf(adminReward))
export const show = endpoint('GET /console/rewards/:id', 'manager', byId, dataOf(adminReward))
export const create = endpoint('POST /console/rewards', 'manager', newReward, dataOf(adminReward), CREATED)
export const change = endpoint('PUT /console/rewards/:id', 'manager', changedReward, dataOf(adminReward))
export const remove = endpoint('DELETE /console/rewards/:id', 'manager', byVersion, done)

const changedState = z.object({ id, version, state: choice(['published', 'paused', 'ended']) })

/** Publishes, pauses or ends a reward. 404, 409 if `version` is outdated or the state does not allow it. */
export const changeState = endpoint('PUT /console/rewards/:id/state', 'manager', changedState, dataOf(adminReward))

const recalled = z.object({ id, version, reason })

/** Ends a reward and voids its unused vouchers, with their stamps back; members read the reason. 404, 409, 422. */
export const recall = endpoint('POST /console/rewards/:id/recall', 'manager', recalled, dataOf(adminReward))
