import { createHmac } from 'node:crypto'
import type { BulkWaiting, SkippedReceipts } from '@stampus/contract/console/bulk'
import {
  BULK_APPROVAL_MS,
  BULK_LOOK_MS,
  BULK_MAX,
  BULK_OFFER_MS,
  BULK_SPOT_CHECK_PERCENT,
  UNDO_MS,
} from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { ExpectedError } from '../../../platform/errors.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { constantTimeEqual, deriveKey } from '../../../platform/security/crypto.ts'
import type { Comparison } from '../../receipt-ocr/ocr-result.ts'
import { READER_RELEASE } from '../../receipt-ocr/reader.ts'
import { findComparisons } from '../../receipt-ocr/receipt-ocr.store.ts'
import { decideIf } from '../decisions/decisions.service.ts'
import { undoOwnDecision } from '../decisions/undo.service.ts'
import { gatherEvidence, getOcrState } from '../evidence/evidence.service.ts'
import { buildSignals } from '../evidence/signals.ts'
import { insertSpotChecks } from '../spot-checks/spot-checks.store.ts'
import { type BulkRow, findUnescalated, insertBatch } from './bulk.store.ts'

const RANGE_SIZE = 100
const MAX_RANGES = 5
/** Longer than a batch and its undo time together. */
const MAIL_AFTER_SECONDS = 60
/**
 * Facts that OCR must confirm, the amount as the only possible total. The invoice number may be illegible, but a
 * different one is a signal.
 */
const CONFIRMED = ['amount', 'date', 'merchant'] as const

/** `ready` receipts can be approved in bulk. The other categories say why a receipt cannot. */
type Category = keyof BulkWaiting
export type ReadyRow = BulkRow & { comparison: Comparison | null }
type Range = { from: number; to: number; size: number }

/**
 * Finds the first receipts after id `after` that this operator can approve in bulk, with a signed offer of them and
 * the number of receipts per category.
 */
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

/** Counts the ready receipts whose facts OCR has confirmed. */
export async function countConfirmedByOcr(deps: Deps, operatorId: number): Promise<number> {
  const { ready } = await classifyQueue(deps, operatorId)
  return ready.filter(({ comparison }) => comparison && isConfirmed(comparison)).length
}

/**
 * Approves each receipt in its own transaction, within 7 seconds so that even the first can still be undone at the
 * end. Receipts that are no longer ready, or come too late, are left out with a reason. A random share goes to spot
 * checks; most are drawn in advance so that the spot check is written with the decision. Throws 409 when the receipts
 * were not offered together.
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
    await decideIf(deps, operatorId, { id, status: 'approved' }, options)
  })
  await drawMissingSpotChecks(deps, operatorId, done, drawn)
  return { approved: done, left_out, undo_left_ms: await endBatch(deps, operatorId, done) }
}

/**
 * Starts the undo time for the whole batch and returns it in milliseconds. On failure each receipt keeps its own undo
 * time.
 */
async function endBatch(deps: Deps, operatorId: number, approved: number[]): Promise<number> {
  try {
    await insertBatch(deps.db.pool, { operatorId, submissionIds: approved, endedAt: deps.now() })
    return UNDO_MS
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'failed to record the end of a batch')
    return 0
  }
}

/** How many approvals of a batch get a spot check, at least. */
function countSpotChecks({ config }: Deps, approvals: number): number {
  return Math.ceil((approvals * Math.max(BULK_SPOT_CHECK_PERCENT, config.SPOT_CHECK_PERCENT)) / 100)
}

function draw({ randomInt }: Deps, ids: number[], count: number): number[] {
  const rest = [...ids]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}

/**
 * Draws replacements for drawn receipts that were left out. A failure is logged only: the operator must get the
 * answer.
 */
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
    await insertSpotChecks(deps.db.pool, { operatorId, submissionIds, at: deps.now() })
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'failed to draw replacement spot checks for a batch')
  }
}

/** Undoes each approval in its own transaction. The receipts go back to the queue. */
export async function undoAll(deps: Deps, operatorId: number, ids: number[]) {
  const { done, left_out } = await eachById(deps, [...new Set(ids)], (id) =>
    undoOwnDecision(deps, operatorId, id, async () => {}),
  )
  return { undone: done, left_out }
}

/** Classifies the oldest waiting receipts, at most 500. */
async function classifyQueue(deps: Deps, operatorId: number) {
  const waiting: BulkWaiting = { ready: 0, unread: 0, unreadable: 0, unconfirmed: 0, flagged: 0 }
  const ready: ReadyRow[] = []
  let from: number | undefined = 1
  for (let rangeCount = 0; rangeCount < MAX_RANGES && from !== undefined; rangeCount += 1) {
    const range: Range = { from, to: Number.MAX_SAFE_INTEGER, size: RANGE_SIZE }
    const receipts = await classifyRange(deps.db.pool, deps, operatorId, range)
    for (const { category, row } of receipts) {
      waiting[category] += 1
      if (category === 'ready') ready.push(row)
    }
    from = receipts.length === range.size ? (receipts.at(-1)?.row.id ?? 0) + 1 : undefined
  }
  return { ready, waiting, is_counted_in_part: from !== undefined }
}

/** Classifies the receipts of an id range. Looks for signals only among receipts that are otherwise ready. */
async function classifyRange(
  db: Queryable,
  deps: Deps,
  operatorId: number,
  range: Range,
): Promise<{ category: Category; row: ReadyRow }[]> {
  const found = await findUnescalated(db, { operatorId, now: deps.now(), ...range })
  const comparisons = await findComparisons(
    db,
    found.map(({ id }) => id),
  )
  const classified = found.map((row) => ({
    category: classifyByOcr(deps, row, comparisons.get(row.id)),
    row: { ...row, comparison: comparisons.get(row.id) ?? null },
  }))
  const likely = classified.flatMap(({ category, row }) => (category === 'ready' ? [row.id] : []))
  const evidenceOf = await gatherEvidence(db, deps.config, operatorId, likely)
  const isFlagged = (row: BulkRow) => buildSignals(row, evidenceOf(row.id), deps.config, () => null).length > 0
  return classified.map(({ category, row }) => ({
    category: category === 'ready' && isFlagged(row) ? 'flagged' : category,
    row,
  }))
}

/**
 * A result of an older OCR release confirms nothing, because it followed other rules. Without a fingerprint no copies
 * were searched.
 */
function classifyByOcr(
  { config }: Deps,
  { ocr_version, is_compared }: BulkRow,
  comparison: Comparison | null | undefined,
): Category {
  const state = getOcrState(comparison, config.RECEIPT_OCR)
  if (config.RECEIPT_OCR === 'off') return 'ready'
  if (state === 'pending') return 'unread'
  if (!comparison || state !== 'read' || !is_compared) return 'unreadable'
  if (Object.values(comparison).some(({ verdict }) => verdict === 'differs')) return 'flagged'
  return isConfirmed(comparison) && ocr_version === READER_RELEASE ? 'ready' : 'unconfirmed'
}

function isConfirmed(comparison: Comparison): boolean {
  return CONFIRMED.every((fact) => comparison[fact].verdict === 'fits') && comparison.amount.sure === true
}

function checkInTime({ now }: Deps, until: number): void {
  if (now().getTime() > until) throw conflict(texts.bulkTooSlow)
}

async function checkReady(tx: Queryable, deps: Deps, operatorId: number, id: number): Promise<void> {
  const [receipt] = await classifyRange(tx, deps, operatorId, { from: id, to: id, size: 1 })
  if (!receipt || receipt.category === 'flagged') throw conflict(texts.hasNewSignal)
  if (receipt.category !== 'ready') throw conflict(texts.notConfirmed)
}

async function eachById(deps: Deps, ids: number[], work: (id: number) => Promise<void>) {
  const done: number[] = []
  const left_out: SkippedReceipts = []
  for (const id of ids) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      left_out.push({ id, reason: describeFailure(deps, id, error) })
    }
  }
  return { done, left_out }
}

/** Earlier receipts of the batch are approved already, so an unexpected error must not hide them from the operator. */
function describeFailure({ log }: Deps, id: number, error: unknown): string {
  if (error instanceof ExpectedError) return error.message
  log.error({ err: error, submission: id }, 'left a receipt out of a batch after an error')
  return texts.serverError
}

type Signing = Pick<Deps, 'config' | 'now'>

/** Returns a signed text that names the receipts offered to an operator together, and the time. */
export function signOffer({ config, now }: Signing, operatorId: number, ids: number[]): string {
  const offered = `${now().getTime()}.${ids.join('-')}`
  return `${offered}.${signatureOf(config.APP_KEY, operatorId, offered)}`
}

/**
 * Throws 409 unless all receipts were offered to this operator together, within the last hour and long enough ago to
 * be looked at.
 */
function checkOffer({ config, now }: Signing, operatorId: number, offer: string, ids: number[]): void {
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
