import { AMOUNT_MAX_SEN } from '../limits.ts'
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

/**
 * The decimal text of an amount as a person types it: `1200.50` for `RM 1,200.5`. A comma before the last three digits separates
 * thousands, before one or two it is the decimal sign. Undefined if the form must ask, because nothing is guessed: the point of
 * `1.200` may separate thousands or sen. So are signs, words such as `50 sen`, and digits of other scripts than the Latin one.
 */
export function plainAmount(typed: string, currency: string): string | undefined {
  const text = plainText(typed)
  const digits = withoutCurrency(text, currency)
  // The point of `RM.50` may belong to the currency.
  if (digits !== text && /^[.,]/.test(digits)) return undefined
  const number = digits.replace(THOUSANDS, '$1').replace(DECIMAL_SIGN, '$1.')
  const amount = parseAmount(number.replace(/^\./, '0.'))
  return amount === undefined ? undefined : decimalAmount(amount)
}

/** The amount as the API takes it, or what was typed if it is not understood, for the API to reject. */
export function amountToSend(typed: string, currency: string): string {
  return plainAmount(typed, currency) ?? typed
}

function withoutCurrency(text: string, currency: string): string {
  const lower = text.toLowerCase()
  const names = [currency.toLowerCase(), ...(currency === 'RM' ? ['myr'] : [])]
  const [first = '', last = ''] = [
    names.find((name) => lower.startsWith(name)),
    names.find((name) => lower.endsWith(name)),
  ]
  return first ? text.slice(first.length).trim() : text.slice(0, text.length - last.length).trim()
}

/** Integer sen as decimal text with two places, as the API sends it: `1250` is `12.50`. */
export function decimalAmount(sen: number): string {
  return (sen / 100).toFixed(2)
}

/** Formats an amount in ringgit for display: `RM 1,250.00`, with a narrow no-break space. */
export function formatAmount(amount: string | number, currency: string): string {
  const number = Number(amount).toLocaleString('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${currency}\u202f${number}`
}

/** Formats integer sen, which may be negative, for display. */
export function formatSen(sen: number, currency: string): string {
  return `${sen < 0 ? '−' : ''}${formatAmount(decimalAmount(Math.abs(sen)), currency)}`
}

/** What a receipt earns: one stamp per full `sen_per_stamp`, and at least and at most so many for an amount above zero. */
export type EarningRule = {
  sen_per_stamp: number
  min_stamps_per_submission: number
  max_stamps_per_submission: number
}

/** The stamps for an amount in sen. */
export function stampsFor(amountSen: number, rule: EarningRule): number {
  if (amountSen <= 0) return 0
  const stamps = Math.max(Math.floor(amountSen / rule.sen_per_stamp), rule.min_stamps_per_submission)
  return Math.min(stamps, rule.max_stamps_per_submission)
}
