import * as texts from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { forbidden, notFound } from '../../platform/http/http-error.ts'
import { noteDone } from './audit.ts'
import { lockManagersAnd, type OperatorRow, removeOperatorRow } from './operators.store.ts'
import { deleteSecondFactor } from './second-factor/second-factor.store.ts'
import { mailLink } from './sessions/links.service.ts'
import { endSessions } from './sessions/sessions.store.ts'

/** Which manager, and whom they manage. */
export type Managing = { by: number; id: number }

/** Mails an operator the link to a password anew. 404, 429. */
export async function sendLink(deps: Deps, who: Managing & { address: string }): Promise<void> {
  await managed(deps, who, { own: true, action: 'operator.link_sent' }, (tx, operator) =>
    mailLink(tx, deps, operator, who.address),
  )
}

/** Signs an operator out everywhere. 404. */
export async function endAllSessions(deps: Deps, who: Managing): Promise<void> {
  await managed(deps, who, { own: true, action: 'operator.sessions_ended' }, (tx, { id }) => endSessions(tx, id))
}

/** Takes the second factor from another operator who has lost it, ends their sessions and tells them. 404, 403. */
export async function resetSecondFactor(deps: Deps, who: Managing): Promise<void> {
  await managed(deps, who, { own: false, action: 'operator.second_factor_reset' }, async (tx, { id }) => {
    if (!(await deleteSecondFactor(tx, id))) throw notFound()
    await endSessions(tx, id)
    await deps.jobs.enqueueMail(tx, { kind: 'second-factor-reset', id })
  })
}

/** Removes another operator: sign-in and leases end at once, what they decided stays. 404, 403. */
export async function removeOperator(deps: Deps, who: Managing): Promise<void> {
  await managed(deps, who, { own: false, action: 'operator.removed' }, async (tx, { id }) => {
    await endSessions(tx, id)
    await removeOperatorRow(tx, id, deps.now())
  })
}

type Deed = { action: `operator.${string}`; own: boolean }
type Work = (tx: pg.PoolClient, operator: OperatorRow) => Promise<void>

async function managed(deps: Deps, { by, id }: Managing, { action, own }: Deed, work: Work): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    const operator = await lockForManager(tx, by, id, { own })
    await work(tx, operator)
    await noteDone(tx, { by, action, to: id, at: deps.now() })
  })
}

/**
 * Holds an operator for a manager who is one still, though another may have removed them a moment ago. As the manager
 * stays one, the last of them is never lost. 403 where somebody would do to themselves what only others may; 404.
 */
export async function lockForManager(tx: Queryable, by: number, id: number, { own }: { own: boolean }) {
  const held = await lockManagersAnd(tx, id)
  if (!held.some((manager) => manager.id === by && manager.role === 'manager')) throw forbidden()
  const operator = held.find((row) => row.id === id)
  if (!operator) throw notFound()
  if (!own && by === id) throw forbidden(texts.ownOperator)
  return operator
}
