import * as z from 'zod/mini'
import { texts } from '#texts'
import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '../limits.ts'
import { plainDigits } from '../values/typedText.ts'

const digits = (count: number) => new RegExp(`^\\d{${count}}$`)

/** The number of a voucher and its changing code, as a member shows them. */
export const voucherCodeInput = z.object({
  number: z
    .string({ error: () => texts.voucherNumberInvalid })
    .check(
      z.overwrite<string>(plainDigits),
      z.regex(digits(VOUCHER_NUMBER_DIGITS), { error: () => texts.voucherNumberInvalid }),
    ),
  code: z
    .string({ error: () => texts.voucherCodeInvalid })
    .check(
      z.overwrite<string>(plainDigits),
      z.regex(digits(VOUCHER_CODE_DIGITS), { error: () => texts.voucherCodeInvalid }),
    ),
})
