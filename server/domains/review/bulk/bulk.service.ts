import { createHmac } from 'node:crypto'
import type { LeftOutReceipts } from '@stampus/contract/console/bulk'
import {
  BULK_APPROVAL_MS,
  BULK_LOOK_MS,
  BULK_MAX,
  BULK_OFFER_MS,
  BULK_SPOT_CHECK_PERCENT,
  UNDO_MS,
} from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { ExpectedError } from '../../../platform/errors.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { constantTimeEqual, deriveKey } from '../../../platform/security/crypto.ts'
import { decide, undoDecision } from '../decisions/decisions.service.ts'
import { insertSpotChecks } from '../decisions.store.ts'
import { insertBatch, lockSenders } from './bulk.store.ts'
import { checkReady, classifyQueue } from './classify-receipts.ts'

/** Longer than a batch and its undo time together. */
const MAIL_AFTER_SECONDS = 60

/** The first receipts after id `after` that can be approved in bulk, with a signed offer and the counts. */
export async function findReady(deps: Deps, operatorId: number, after = 0) {
  const { ready, waiting, is_counted_in_part } = await classifyQueue(deps, operatorId)
  const remaining = ready.filter(({ id }) => id > after)
  const rows = remaining.slice(0, BULK_MAX)
  const ids = rows.map(({ id }) => id)
  return {
    rows,
    offer: signOffer(deps, operatorId, ids),
    before: ready.length - remaining.length,
    has_more: remaining.length > rows.length,
    waiting,
    is_counted_in_part,
  }
}

/**
 * Approves each receipt in its own transaction, within 7 seconds so that even the first can usually still be undone.
 * What is no longer ready or comes too late is left out with a reason. Throws 409 when the receipts were not offered
 * together.
 */
export async function approveAll(deps: Deps, operatorId: number, given: { ids: number[]; offer: string }) {
  const ids = [...new Set(given.ids)]
  checkOffer(deps, operatorId, given.offer, ids)
  const drawn = new Set(draw(deps, ids, countSpotChecks(deps, ids.length)))
  const until = deps.now().getTime() + BULK_APPROVAL_MS
  const { done, left_out } = await eachById(deps, ids, async (id) => {
    checkInTime(deps, until)
    const precondition = async (tx: Queryable) => {
      // The lock on approvals may have taken long.
      checkInTime(deps, until)
      await checkReady(tx, deps, operatorId, id)
    }
    const options = { precondition, isDrawn: drawn.has(id), mailAfterSeconds: MAIL_AFTER_SECONDS }
    await decide(deps, operatorId, { id, status: 'approved' }, options)
  })
  const undo_left_ms = await endBatch(deps, operatorId, done)
  await drawMissingSpotChecks(deps, operatorId, done, drawn)
  return { approved: done, left_out, undo_left_ms }
}

/**
 * Starts the undo time of the batch and returns it in ms. On failure each receipt keeps its own, and so do those whose
 * undo time is over: their stamps may be spent.
 */
async function endBatch(deps: Deps, operatorId: number, submissionIds: number[]): Promise<number> {
  try {
    const recorded = await inTransaction(deps.db.pool, async (tx) => {
      // A claim that still sees an approval without its batch comes before `endedAt`.
      await lockSenders(tx, submissionIds)
      const endedAt = deps.now()
      const undoableSince = new Date(endedAt.getTime() - UNDO_MS)
      return insertBatch(tx, { operatorId, submissionIds, undoableSince, endedAt })
    })
    return recorded > 0 ? UNDO_MS : 0
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'failed to record the end of a batch')
    return 0
  }
}

/** How many approvals of a batch get a spot check at least. */
function countSpotChecks({ config }: Deps, approvals: number): number {
  return Math.ceil((approvals * Math.max(BULK_SPOT_CHECK_PERCENT, config.SPOT_CHECK_PERCENT)) / 100)
}

function draw({ randomInt }: Deps, ids: number[], count: number): number[] {
  const rest = [...ids]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}

/** Replaces drawn receipts that were left out. A failure is only logged: the operator must get the answer. */
async function drawMissingSpotChecks(
  deps: Deps,
  operatorId: number,
  approved: number[],
  drawn: ReadonlySet<number>,
): Promise<void> {
  const others = approved.filter((id) => !drawn.has(id))
  const missing = countSpotChecks(deps, approved.length) - (approved.length - others.length)
  if (missing <= 0) return
  try {
    const submissionIds = draw(deps, others, missing)
    // A transaction, so that a repeated request draws no more.
    await inTransaction(deps.db.pool, (tx) => insertSpotChecks(tx, { operatorId, submissionIds, at: deps.now() }))
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'failed to draw replacement spot checks for a batch')
  }
}

/** The receipts go back to the queue, each in its own transaction. */
export async function undoAll(deps: Deps, operatorId: number, ids: number[]) {
  const { done, left_out } = await eachById(deps, [...new Set(ids)], (id) =>
    undoDecision(deps, operatorId, id, { leases: false }),
  )
  return { undone: done, left_out }
}

function checkInTime({ now }: Deps, until: number): void {
  if (now().getTime() > until) throw conflict(texts.bulkTooSlow)
}

async function eachById(deps: Deps, ids: number[], work: (id: number) => Promise<void>) {
  const done: number[] = []
  const left_out: LeftOutReceipts = []
  for (const id of ids) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      // Earlier receipts of the batch are approved already: an unexpected error must not hide them.
      const isExpected = error instanceof ExpectedError
      if (!isExpected) deps.log.error({ err: error, submission: id }, 'left a receipt out of a batch after an error')
      left_out.push({ id, reason: isExpected ? error.message : texts.serverError })
    }
  }
  return { done, left_out }
}

type Signing = Pick<Deps, 'config' | 'now'>

/** A signed text that names the receipts offered together, and the time. */
export function signOffer({ config, now }: Signing, operatorId: number, ids: number[]): string {
  const offered = `${now().getTime()}.${ids.join('-')}`
  return `${offered}.${signatureOf(config.APP_KEY, operatorId, offered)}`
}

/** Throws 409 unless all were offered to this operator together, within the last hour, and could be looked at. */
export function checkOffer({ config, now }: Signing, operatorId: number, offer: string, ids: number[]): void {
  const [at = '', offered = '', signature = ''] = offer.split('.')
  if (!constantTimeEqual(signature, signatureOf(config.APP_KEY, operatorId, `${at}.${offered}`)))
    throw conflict(texts.offerOutdated)
  const age = now().getTime() - Number(at)
  const known = new Set(offered.split('-').map(Number))
  if (age > BULK_OFFER_MS || ids.some((id) => !known.has(id))) throw conflict(texts.offerOutdated)
  if (age < BULK_LOOK_MS) throw conflict(texts.lookFirst)
}

function signatureOf(appKey: string, operatorId: number, offered: string): string {
  const key = deriveKey(appKey, 'bulk-offer')
  return createHmac('sha256', key).update(`${operatorId}|${offered}`).digest('base64url')
}
