import type { LeftOut } from '@stampus/contract/bulk'
import { BULK_MAX, UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { conflict, Refusal } from '../http/refusal.ts'
import { type BulkRow, findUnescalated } from './bulk.store.ts'
import { decideWhere } from './review.ts'
import { gatherEvidence, signalsFor } from './signals.ts'
import { takeBackOwn } from './undos.ts'

const LOOKED_THROUGH = 100
const MOST_LOOKS = 5

type Looking = { from: number; to: number; size: number }

/** The oldest waiting receipts without any signal that this operator may approve; at most as many as go in one call. */
export async function findPlain(deps: Deps, operatorId: number): Promise<BulkRow[]> {
  const plain: BulkRow[] = []
  let from = 1
  for (let looks = 0; looks < MOST_LOOKS && plain.length < BULK_MAX; looks += 1) {
    const looking = { from, to: Number.MAX_SAFE_INTEGER, size: LOOKED_THROUGH }
    const { rows, last } = await lookThrough(deps.db.pool, deps, operatorId, looking)
    plain.push(...rows)
    if (last === undefined) break
    from = last + 1
  }
  return plain.slice(0, BULK_MAX)
}

/** How many of them say on their pictures all that was typed. */
export async function countFitting(deps: Deps, operatorId: number): Promise<number> {
  return (await findPlain(deps, operatorId)).filter(({ fits }) => fits).length
}

/** Approves each of these by itself; one that has gained a signal, a lease or a decision is left out and named (D-45). */
export async function approveAll(deps: Deps, operatorId: number, ids: number[]) {
  const begun = deps.now().getTime()
  const { done, left_out } = await eachById(deps, ids, (id) =>
    decideWhere(deps, operatorId, { id, status: 'approved' }, async (tx) => checkPlain(tx, deps, operatorId, id)),
  )
  return { approved: done, left_out, undo_left_ms: Math.max(0, begun + UNDO_MS - deps.now().getTime()) }
}

/** Takes these approvals back, each by itself; they wait again for whoever comes first. */
export async function undoAll(deps: Deps, operatorId: number, ids: number[]) {
  const { done, left_out } = await eachById(deps, ids, (id) => takeBackOwn(deps, operatorId, id, async () => {}))
  return { undone: done, left_out }
}

/** The rows of a stretch of the queue that have no signal, and the last id looked at where it may go on. */
async function lookThrough(db: Queryable, deps: Deps, operatorId: number, looking: Looking) {
  const found = await findUnescalated(db, { operatorId, now: deps.now(), ...looking })
  const evidenceOf = await gatherEvidence(
    db,
    deps.config,
    operatorId,
    found.map(({ id }) => id),
  )
  const rows = found.filter((row) => signalsFor(row, evidenceOf(row.id), deps.config, () => null).length === 0)
  return { rows, last: found.length === looking.size ? found.at(-1)?.id : undefined }
}

async function checkPlain(tx: Queryable, deps: Deps, operatorId: number, id: number): Promise<void> {
  const { rows } = await lookThrough(tx, deps, operatorId, { from: id, to: id, size: 1 })
  if (rows.length === 0) throw conflict(texts.gainedSignal)
}

async function eachById(deps: Deps, ids: number[], work: (id: number) => Promise<void>) {
  const done: number[] = []
  const left_out: LeftOut = []
  for (const id of new Set(ids)) {
    try {
      await work(id)
      done.push(id)
    } catch (fault) {
      left_out.push({ id, reason: reasonOf(deps, id, fault) })
    }
  }
  return { done, left_out }
}

/** What was done before a fault stands, and its operator must hear of it. */
function reasonOf({ log }: Deps, id: number, fault: unknown): string {
  if (fault instanceof Refusal) return fault.message
  log.error({ err: fault, submission: id }, 'a receipt was left out of a batch')
  return texts.serverFault
}
