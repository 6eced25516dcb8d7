import type { Config } from '../config.ts'

/** The stamps an amount in sen earns: one per full SEN_PER_STAMP, at least one where it is above zero, up to the maximum (D-45). */
export function stampsFor(
  amountSen: number,
  config: Pick<Config, 'SEN_PER_STAMP' | 'MAX_STAMPS_PER_SUBMISSION'>,
): number {
  if (amountSen <= 0) return 0
  const full = Math.floor(amountSen / config.SEN_PER_STAMP)
  return Math.min(Math.max(full, 1), config.MAX_STAMPS_PER_SUBMISSION)
}
