import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
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

/** What a counter sees of a voucher that it may hand over. */
const checkedVoucher = z.object({
  id: z.number(),
  ...titles,
  ...conditions,
  /** The member's first name. */
  name: z.string(),
})
export type CheckedVoucher = z.infer<typeof checkedVoucher>

/** A hand-over at this merchant's counter today. */
const handOverRow = z.object({
  /** Of the voucher. */
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
  /** When it was taken back; null if it was not. */
  taken_back_at: z.nullable(instant),
})
export type HandOverRow = z.infer<typeof handOverRow>

/**
 * Finds the voucher of a number and a changing code that a member shows. For two minutes this phone may hand it over. 403 for a
 * voucher of the merchant's own people, 409 with the reason why it cannot be used, 422 for a wrong number or code or another
 * merchant's voucher, 429 after `VOUCHER_TRIES_PER_HOUR` wrong ones at this merchant's counter.
 */
export const check = endpoint('POST /counter/vouchers/check', 'cashier', voucherCodeInput, dataOf(checkedVoucher))

/**
 * Hands over a voucher that this phone has just checked, with an `Idempotency-Key` header, a UUID: a repeat of the last hand-over
 * has no further effect. 404, 409 also for the key of another or an earlier hand-over.
 */
export const handOver = endpoint('POST /counter/vouchers/:id/hand-over', 'cashier', byId, dataOf(handOverRow))

/** Takes back a hand-over of this phone within 60 seconds. 404, 409. */
export const takeBack = endpoint('POST /counter/vouchers/:id/take-back', 'cashier', byId, done)

const notedHandOver = z.extend(voucherCodeInput, {
  noted_at: checked(isInstant, () => texts.lateTimeInvalid),
})

const entered = z.object({ message: z.string(), is_waiting: z.boolean() })

/**
 * Enters a hand-over that was noted while neither side had a network, with an `Idempotency-Key` header, a UUID. `noted_at` is its
 * minute. A voucher that is still ready becomes used; any other goes before a manager, and `is_waiting` is true. 403 for a
 * voucher of the merchant's own people, 422 for a code that does not fit, or a time that is not within `LATE_MS`, 429 as `check`.
 */
export const enterLate = endpoint('POST /counter/late-hand-overs', 'cashier', notedHandOver, entered, CREATED)

/** The hand-overs at this merchant's counter since midnight, also those that were taken back, the newest first, at most `TODAY_MAX`. */
export const today = endpoint('GET /counter/hand-overs', 'cashier', nothing, dataOf(z.array(handOverRow)))

const ofMerchant = z.object({ id, page })

/** The hand-overs at the counter of one of the caller's merchants, also those that were taken back, the newest first. 404. */
export const history = endpoint('GET /counter/owner/merchants/:id/hand-overs', 'owner', ofMerchant, listOf(handOverRow))
