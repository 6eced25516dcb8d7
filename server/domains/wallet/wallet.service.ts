import * as stamps from '@stampus/contract/stamps'
import type { Config } from '../../config.ts'

/** The stamps an amount in sen earns by this server's settings (D-45). */
export function stampsFor(
  amountSen: number,
  config: Pick<Config, 'SEN_PER_STAMP' | 'MAX_STAMPS_PER_SUBMISSION'>,
): number {
  return stamps.stampsFor(amountSen, {
    sen_per_stamp: config.SEN_PER_STAMP,
    max_stamps_per_submission: config.MAX_STAMPS_PER_SUBMISSION,
  })
}
