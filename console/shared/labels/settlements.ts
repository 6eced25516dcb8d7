import type { SettlementOutcome } from '@stampus/contract/console/spotChecks'

/** How a disagreement ended, in words. */
export const settlementNames: Record<SettlementOutcome, string> = {
  decision_kept: 'The decision is kept',
  check_right: 'The check was right',
}
