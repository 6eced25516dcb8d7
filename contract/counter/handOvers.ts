import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint, UNKEYED } from '../endpoint.ts'
import {
  byId,
  checked,
  conditions,
  dataOf,
  done,
  id,
  instant,
  isInstant,
  listOf,
  nothing,
  page,
  titles,
} from '../fields.ts'
import { voucherCodeInput } from '../rewards/vouchers.ts'

const checkedVoucher = z.object({
  id: z.number(),
  ...titles,
  ...conditions,
  name: z.string(),
})
export type CheckedVoucher = z.infer<typeof checkedVoucher>

const handOverRow = z.object({
  id: z.number(),
  number: z.string(),
  ...titles,
  name: z.string(),
  /** Null if `offline`. */
  cashier: z.nullable(z.string()),
  phone: z.string(),
  /** `offline`: the phone had no network, and the member typed its code. `late`: noted then, and entered later. */
  way: z.enum(['counter', 'offline', 'late']),
  at: instant,
  /** Until when this phone may take it back; null if it may not. */
  take_back_until: z.nullable(instant),
  taken_back_at: z.nullable(instant),
})
export type HandOverRow = z.infer<typeof handOverRow>

/** Hands over within two minutes after a check, by `Idempotency-Key`. 403 (own people), 404, 409, 422, 429. */
export const check = endpoint(
  'POST /counter/vouchers/check',
  'cashier',
  voucherCodeInput,
  dataOf(checkedVoucher),
  UNKEYED,
)
export const handOver = endpoint('POST /counter/vouchers/:id/hand-over', 'cashier', byId, dataOf(handOverRow))
export const takeBack = endpoint('POST /counter/vouchers/:id/take-back', 'cashier', byId, done)

const lateHandOver = z.extend(voucherCodeInput, { noted_at: checked(isInstant, () => texts.lateTimeInvalid) })

const entered = z.object({ message: z.string(), is_waiting: z.boolean() })

/** Enters a hand-over noted without a network; `is_waiting`: a manager decides. 403, 422, 429 as `check`. */
export const enterLate = endpoint('POST /counter/late-hand-overs', 'cashier', lateHandOver, entered, CREATED)

/** Hand-overs here since midnight, also those taken back, newest first, at most `TODAY_MAX`. */
export const today = endpoint('GET /counter/hand-overs', 'cashier', nothing, dataOf(z.array(handOverRow)))

const ofMerchant = z.object({ id, page })

/** Hand-overs of one of the caller's merchants, also those taken back, newest first. 404. */
export const history = endpoint('GET /counter/owner/merchants/:id/hand-overs', 'owner', ofMerchant, listOf(handOverRow))
