import { AMOUNT_MAX_SEN } from '../limits.ts'
import { decimalAmount } from './money.ts'
import { plainText } from './typedText.ts'

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/
const THOUSANDS = /^([1-9]\d{0,2})(?:,(?=\d{3}(?:\.|$))| (?=\d{3}(?:[.,]|$))|\.(?=\d{3},))/
const DECIMAL_SIGN = /^(\d*)[.,](?=\d{1,2}$)/

/** Parses decimal text such as `12.5` to integer sen; undefined unless it is from 0.00 to 999,999.99. */
export function parseAmount(given: string): number | undefined {
  const [, ringgit, sen = ''] = AMOUNT.exec(given.trim()) ?? []
  if (ringgit === undefined) return undefined
  const amount = Number(ringgit) * 100 + Number(sen.padEnd(2, '0'))
  return amount <= AMOUNT_MAX_SEN ? amount : undefined
}

/** The decimal text of a typed amount: `1200.50` for `RM 1,200.5`. Undefined if unclear, as the point of `1.200`. */
export function plainAmount(typed: string, currency: string): string | undefined {
  const text = plainText(typed)
  const digits = withoutCurrency(text, currency)
  // The point of `RM.50` may belong to the currency.
  if (digits !== text && /^[.,]/.test(digits)) return undefined
  const number = digits.replace(THOUSANDS, '$1').replace(DECIMAL_SIGN, '$1.')
  const amount = parseAmount(number.replace(/^\./, '0.'))
  return amount === undefined ? undefined : decimalAmount(amount)
}

/** The amount as the API takes it, or what was typed, for the API to reject. */
export const amountToSend = (typed: string, currency: string): string => plainAmount(typed, currency) ?? typed

function withoutCurrency(text: string, currency: string): string {
  const lower = text.toLowerCase()
  const names = [currency.toLowerCase(), ...(currency === 'RM' ? ['myr'] : [])]
  const [first = '', last = ''] = [
    names.find((name) => lower.startsWith(name)),
    names.find((name) => lower.endsWith(name)),
  ]
  return first ? text.slice(first.length).trim() : text.slice(0, text.length - last.length).trim()
}
