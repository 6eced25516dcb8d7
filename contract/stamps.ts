import type { PageSettings } from './settings.ts'

/** The stamps an amount in sen earns: one per full `sen_per_stamp`, at least one where it is above zero, up to the maximum (D-45). */
export function stampsFor(
  amountSen: number,
  { sen_per_stamp, max_stamps_per_submission }: Pick<PageSettings, 'sen_per_stamp' | 'max_stamps_per_submission'>,
): number {
  if (amountSen <= 0) return 0
  return Math.min(Math.max(Math.floor(amountSen / sen_per_stamp), 1), max_stamps_per_submission)
}
