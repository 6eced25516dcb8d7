import * as z from 'zod/mini'
import { texts } from '#texts'
import { digits } from '../fields.ts'
import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '../limits.ts'

/** The number of a voucher and its changing code, as a member shows them. */
export const voucherCodeInput = z.object({
  number: digits(VOUCHER_NUMBER_DIGITS, () => texts.voucherNumberInvalid),
  code: digits(VOUCHER_CODE_DIGITS, () => texts.voucherCodeInvalid),
})
