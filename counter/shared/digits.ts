import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'

export const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** The number of a voucher as it is shown: four digits and four. */
export const readableDigits = (digits: string) =>
  digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits

/** What was typed as the number or the code of a voucher, without all that cannot belong to it. */
export const typedNumber = (typed: string) => readableDigits(digitsOf(typed).slice(0, VOUCHER_NUMBER_DIGITS))
export const typedCode = (typed: string) => digitsOf(typed).slice(0, VOUCHER_CODE_DIGITS)
