import { AMOUNT_MAX_SEN } from '../limits.ts'
import type { PageSettings } from '../settings.ts'

const AMOUNT = /^(\d{1,6})(?:\.(\d{1,2}))?$/

/** Parses decimal text such as `12.5` to integer sen; undefined unless it is from 0.00 to 999,999.99. */
export function parseAmount(given: string): number | undefined {
  const [, ringgit, sen = ''] = AMOUNT.exec(given.trim()) ?? []
  if (ringgit === undefined) return undefined
  const amount = Number(ringgit) * 100 + Number(sen.padEnd(2, '0'))
  return amount <= AMOUNT_MAX_SEN ? amount : undefined
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

/** The stamps for an amount in sen: one per full `sen_per_stamp`, at least one if above zero, at most the maximum. */
export function stampsFor(
  amountSen: number,
  { sen_per_stamp, max_stamps_per_submission }: Pick<PageSettings, 'sen_per_stamp' | 'max_stamps_per_submission'>,
): number {
  if (amountSen <= 0) return 0
  return Math.min(Math.max(Math.floor(amountSen / sen_per_stamp), 1), max_stamps_per_submission)
}
