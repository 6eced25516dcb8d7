import { ADJUSTMENT_WINDOW_MS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sumAdjustedStamps } from './allowance.store.ts'

/**
 * Returns how many stamps an operator may still adjust, reverse, give back or take for a member without a second operator. Lock the
 * member first where it decides, so that two changes are counted one after the other.
 */
export async function getUnconfirmedAllowance(
  tx: Queryable,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  query: { operatorId: number; userId: number },
): Promise<number> {
  const since = new Date(now().getTime() - ADJUSTMENT_WINDOW_MS)
  return Math.max(0, config.CONFIRM_STAMPS - (await sumAdjustedStamps(tx, { ...query, since })))
}
