import { ALONE_WINDOW_MS, CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn, formatDay } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { changesBetween, withFieldNames } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/http/http-error.ts'
import { findGrantBetween, hasOtherManager } from './confirmers.store.ts'
import { insertAsked, lockAskers, type Matter, markConfirmed } from './second-manager.store.ts'

class SecondManagerMissing extends Error {
  readonly matter: Matter
  /** When a manager who asked for the same, but is not independent, becomes so. */
  readonly dependentUntil: Date | undefined
  constructor(matter: Matter, dependentUntil: Date | undefined) {
    super('A second manager must ask for the same')
    this.matter = matter
    this.dependentUntil = dependentUntil
  }
}

/** Who asked first. `isAlone`: there was no other manager, so it took effect at once. */
export type Signatures = { askedBy?: number; isAlone?: true }

/** The independent manager who asked for the same before. Call inside `withSecondManager`, after checks and locks. */
export async function requireSecondManager(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  matter: Matter,
): Promise<Signatures> {
  const { operatorId } = matter
  const at = now()
  const since = new Date(at.getTime() - CONFIRMER_WINDOW_MS)
  const askers = await lockAskers(tx, { ...matter, since: new Date(at.getTime() - ALONE_WINDOW_MS) })
  let oldest: Date | undefined
  for (const { id, askedBy } of askers) {
    const granted = await findGrantBetween(tx, { operatorId, askedBy, since })
    if (granted) {
      oldest = oldest && oldest < granted ? oldest : granted
      continue
    }
    await markConfirmed(tx, { id, operatorId, at })
    return { askedBy }
  }
  if (await hasOtherManager(tx, { ...matter, since }))
    throw new SecondManagerMissing(matter, oldest && new Date(oldest.getTime() + CONFIRMER_WINDOW_MS))
  return { isAlone: true }
}

/** Does work that may need a second manager. If one is missing, notes what was asked for and throws 409. */
export async function withSecondManager<Result>(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SecondManagerMissing)) throw error
    const { matter, dependentUntil } = error
    await inTransaction(db.pool, (tx) => noteAsked(tx, matter, now()))
    const text = dependentUntil
      ? texts.needsIndependentManager(formatDay(dayIn(config.TIME_ZONE, dependentUntil)))
      : texts.needsSecondManager
    throw conflict(text, { fields: { code: 'needs_second_manager' } })
  }
}

const GROUP_OF = {
  dispute: 'statement',
  payment: 'statement',
  new_reward: 'reward',
  reward: 'reward',
  earning_rule: 'earning_rule',
  staff_link: 'operator',
  staff_second_factor: 'operator',
  staff_merchants: 'operator',
} as const

async function noteAsked(tx: Queryable, matter: Matter, at: Date): Promise<void> {
  if (!(await insertAsked(tx, matter, at))) return
  const { kind, recordId, asked, operatorId } = matter
  const group = GROUP_OF[kind]
  const subject =
    recordId === null ? { subjectKind: 'operator', subjectId: operatorId } : { subjectKind: group, subjectId: recordId }
  const values = Object.entries(asked).map(([field, value]) => [field, value === null ? null : String(value)])
  const changes = withFieldNames(changesBetween({}, Object.fromEntries(values)))
  await recordAudit(tx, { operatorId, action: `${group}.confirmation_asked`, ...subject, ...changes, at })
}

/** How the audit log says who asked first, or that nobody could. */
export function signatureFields({ askedBy, isAlone }: Signatures): Record<string, string> {
  if (askedBy !== undefined) return { asked_by: String(askedBy) }
  return isAlone ? { confirmation: 'not countersigned' } : {}
}
