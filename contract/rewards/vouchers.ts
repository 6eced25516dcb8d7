import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint, UNKEYED } from '../endpoint.ts'
import {
  byId,
  byVersion,
  choice,
  conditions,
  dataOf,
  digits,
  id,
  image,
  instant,
  listOf,
  page,
  reference,
  titles,
} from '../fields.ts'
import { COUNTER_CODE_DIGITS, VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '../limits.ts'

/** `ready` can be handed out; `voided` was ended by a manager, a recall, a reversal or the deletion of the account. */
export const voucherState = z.enum(['ready', 'used', 'returned', 'expired', 'voided'])
export type VoucherState = z.infer<typeof voucherState>

export const voucherCodeInput = z.object({
  number: digits(VOUCHER_NUMBER_DIGITS, () => texts.voucherNumberInvalid),
  code: digits(VOUCHER_CODE_DIGITS, () => texts.voucherCodeInvalid),
})
export type VoucherCode = z.infer<typeof voucherCodeInput>

export const readableNumber = (number: string): string => `${number.slice(0, 4)} ${number.slice(4)}`

const START = 'STAMPUS'

/** The text of a voucher's QR code, such as `STAMPUS:12345678:0421`. */
export const writeVoucherCode = ({ number, code }: VoucherCode): string => `${START}:${number}:${code}`

/** Reads the text of a QR code; undefined if it is not one of a voucher. */
export function readVoucherCode(text: string): VoucherCode | undefined {
  const form = new RegExp(`^${START}:(\\d{${VOUCHER_NUMBER_DIGITS}}):(\\d{${VOUCHER_CODE_DIGITS}})$`)
  const [, number, code] = form.exec(text) ?? []
  return number && code ? { number, code } : undefined
}

/** A claimed reward, as it was promised when it was claimed. */
const voucher = z.object({
  id: z.number(),
  /** What a counter types: eight digits. */
  number: z.string(),
  reward_id: z.number(),
  ...titles,
  ...conditions,
  ...image,
  stamps: z.number(),
  /** Null: handed out at the Stampus desk. */
  merchant: z.nullable(reference),
  claimed_at: instant,
  /** `YYYY-MM-DD`, in the campus time zone. */
  last_day: z.string(),
  state: voucherState,
  ended_at: z.nullable(instant),
  /** Whether its stamps come back; after it has expired or was recalled, within an hour. */
  stamps_back: z.boolean(),
  stamps_due: z.optional(z.boolean()),
  /** Why it was voided: by a manager, because its reward was recalled, or because a reversal took stamps that were spent. */
  voided_by: z.nullable(z.enum(['manager', 'recall', 'reversal'])),
  reason: z.nullable(z.string()),
})
export type Voucher = z.infer<typeof voucher>

/** Claims a reward in the `version` shown, by `Idempotency-Key`. 404, 409 with a `claimErrorCodes`, 422, 429. */
export const claim = endpoint('POST /rewards/:id/vouchers', 'member', byVersion, dataOf(voucher), CREATED)

export const claimErrorCodes = [
  'changed',
  'not_available',
  'sold_out',
  'stamps_missing',
  'negative_balance',
  'limit_total',
  'limit_30_days',
  'supplements',
] as const
export type ClaimErrorCode = (typeof claimErrorCodes)[number]

const filters = z.object({ page, state: z.optional(choice(['ready', 'used', 'returned'])) })

/** The caller's vouchers: those that are ready first, the soonest last day first; then the others, the newest first. */
export const list = endpoint('GET /vouchers', 'member', filters, listOf(voucher))

/** Base32: for `PROOF_MS` after a counter without a network handed it over, the key of the digits that this counter shows too. */
const proofKey = z.optional(z.nullable(z.string()))

const voucherHere = dataOf(
  z.extend(voucher, {
    /** Whether this device opened it last, so that its key still counts. */
    is_open_here: z.boolean(),
    /** Whether another device opened it last. If none has it open, this device opens it again by itself. */
    is_open_elsewhere: z.boolean(),
    proof_key: proofKey,
    /** The server's time, by which the device corrects its clock. */
    now: z.optional(instant),
  }),
)

/** One of the caller's vouchers; given back if ready, its stamps return. 404, 409. */
export const show = endpoint('GET /vouchers/:id', 'member', byId, voucherHere)
export const giveBack = endpoint('POST /vouchers/:id/return', 'member', byId, dataOf(voucher))

const counterCode = z.object({ id, code: digits(COUNTER_CODE_DIGITS, () => texts.counterCodeInvalid) })

const provenVoucher = dataOf(z.extend(voucher, { proof_key: proofKey }))

/** Hands over a voucher by the code of a counter without a network. 403 (own people), 404, 409, 422, 429. */
export const confirmOffline = endpoint('POST /vouchers/:id/counter-code', 'member', counterCode, provenVoucher)

const codeKey = dataOf(
  z.object({
    /** Base32, for time-based codes of RFC 6238 with SHA-1, `VOUCHER_CODE_DIGITS` and `VOUCHER_CODE_SECONDS`. */
    key: z.string(),
    /** The server's time, by which the device corrects its clock. */
    now: instant,
  }),
)

/** Opens a ready voucher on this device: the key of its codes; another device's key ends. 404, 409. */
export const openKey = endpoint('POST /vouchers/:id/key', 'member', byId, codeKey, UNKEYED)
