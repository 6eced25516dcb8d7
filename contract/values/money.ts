/** Integer sen as decimal text with two places, as the API sends it: `1250` is `12.50`. */
export const decimalAmount = (sen: number): string => (sen / 100).toFixed(2)

/** Formats an amount in ringgit for display: `RM 1,250.00`, with a narrow no-break space. */
export function formatAmount(amount: string | number, currency: string): string {
  const number = Number(amount).toLocaleString('en-MY', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${currency}\u202f${number}`
}

/** Formats integer sen, which may be negative, for display. */
export const formatSen = (sen: number, currency: string): string =>
  `${sen < 0 ? '−' : ''}${formatAmount(decimalAmount(Math.abs(sen)), currency)}`

/** What a receipt earns: one stamp per full `sen_per_stamp`, and at least and at most so many for an amount above zero. */
export type EarningRule = {
  sen_per_stamp: number
  min_stamps_per_submission: number
  max_stamps_per_submission: number
}

export function stampsFor(amountSen: number, rule: EarningRule): number {
  if (amountSen <= 0) return 0
  const stamps = Math.max(Math.floor(amountSen / rule.sen_per_stamp), rule.min_stamps_per_submission)
  return Math.min(stamps, rule.max_stamps_per_submission)
}
