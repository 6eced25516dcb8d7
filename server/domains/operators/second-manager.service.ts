import { ADJUSTMENT_WINDOW_MS, CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn, formatDay } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { conflict, forbidden } from '../../platform/http/http-error.ts'
import { findGrantBetween, hasOtherOperator } from './confirmers.store.ts'
import { insertAsked, lockAskers, type MoneyMatter, markConfirmed } from './second-manager.store.ts'

/** What a transaction needs a second manager for. */
class SecondManagerMissing extends Error {
  readonly matter: MoneyMatter
  constructor(matter: MoneyMatter) {
    super('A second manager must ask for the same')
    this.matter = matter
  }
}

/** Who asked first. `isAlone`: there was no other manager, so it took effect at once. */
export type Signatures = { askedBy?: number; isAlone?: true }

/**
 * Finds the manager who asked for exactly this before, in the transaction of the second one that carries it out. Throws 403 for one who is not
 * independent of this one. Call it inside `withSecondManager`, after the checks and locks of the change.
 */
export async function requireSecondManager(
  tx: Queryable,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  matter: MoneyMatter,
): Promise<Signatures> {
  const { operatorId } = matter
  const at = now()
  const since = new Date(at.getTime() - CONFIRMER_WINDOW_MS)
  const [first] = await lockAskers(tx, { ...matter, since: new Date(at.getTime() - ADJUSTMENT_WINDOW_MS) })
  if (first) {
    const granted = await findGrantBetween(tx, { operatorId, askedBy: first.askedBy, since })
    const until = granted && new Date(granted.getTime() + CONFIRMER_WINDOW_MS)
    if (until) throw forbidden(texts.confirmerNotIndependent(formatDay(dayIn(config.TIME_ZONE, until))))
    await markConfirmed(tx, { id: first.id, operatorId, at })
    return { askedBy: first.askedBy }
  }
  if (await hasOtherOperator(tx, { operatorId, role: 'manager', since })) throw new SecondManagerMissing(matter)
  return { isAlone: true }
}

/** Does work that may need a second manager. If one is missing, notes what was asked for and throws 409. */
export async function withSecondManager<Result>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SecondManagerMissing)) throw error
    await insertAsked(db.pool, error.matter, now())
    throw conflict(texts.needsSecondManager, { fields: { code: 'needs_second_manager' } })
  }
}

/** How the audit log says who asked first, or that nobody could. */
export function signatureFields({ askedBy, isAlone }: Signatures): Record<string, string> {
  if (askedBy !== undefined) return { asked_by: String(askedBy) }
  return isAlone ? { confirmation: 'not countersigned' } : {}
}
