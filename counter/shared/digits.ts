import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'

export const digitsOf = (typed: string) => typed.replace(/\D/g, '')

export const readableDigits = (digits: string) =>
  digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits

export const typedNumber = (typed: string) => readableDigits(digitsOf(typed).slice(0, VOUCHER_NUMBER_DIGITS))
export const typedVoucherCode = (typed: string) => digitsOf(typed).slice(0, VOUCHER_CODE_DIGITS)
