import { createHmac } from 'node:crypto'
import type { BulkWaiting, LeftOut } from '@stampus/contract/console/bulk'
import { BULK_CHECK_PERCENT, BULK_LOOK_MS, BULK_MAX, BULK_MS, BULK_OFFER_MS, UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict, HttpError } from '../../../platform/http/http-error.ts'
import { deriveKey, isSameText } from '../../../platform/security/crypto.ts'
import type { Comparison } from '../../receipt-ocr/ocr-result.ts'
import { READER_RELEASE } from '../../receipt-ocr/reader.ts'
import { findComparisons } from '../../receipt-ocr/receipt-ocr.store.ts'
import { decideIf } from '../decisions/decisions.service.ts'
import { undoOwnDecision } from '../decisions/undo.service.ts'
import { gatherEvidence, readingStateOf } from '../evidence/evidence.service.ts'
import { buildSignals } from '../evidence/signals.ts'
import { insertSpotChecks } from '../spot-checks/spot-checks.store.ts'
import { type BulkRow, findUnescalated, insertBatch } from './bulk.store.ts'

const RANGE_SIZE = 100
const MAX_RANGES = 5
/** Longer than a batch and its time for undoing take. */
const MAIL_AFTER_SECONDS = 60
/**
 * What must be on the picture as it was typed, the amount as its one sure total. The invoice number may be illegible there: another
 * one is a signal.
 */
const CONFIRMED = ['amount', 'date', 'merchant'] as const

/** Where a waiting receipt belongs: `ready` is for bulk, the others say why not. */
type Category = keyof BulkWaiting
export type ReadyRow = BulkRow & { comparison: Comparison | null }
type Range = { from: number; to: number; size: number }

/** The first receipts behind `after` that this operator can approve together, and how many there are of each kind. */
export async function findReady(deps: Deps, operatorId: number, after = 0) {
  const { ready, waiting, is_counted_in_part } = await classifyQueue(deps, operatorId)
  const behind = ready.filter(({ id }) => id > after)
  const rows = behind.slice(0, BULK_MAX)
  const ids = rows.map(({ id }) => id)
  return {
    rows,
    offer: signOffer(deps, operatorId, ids),
    before: ready.length - behind.length,
    has_more: behind.length > rows.length,
    waiting,
    is_counted_in_part,
  }
}

/** How many of them show on their pictures what was typed. */
export async function countConfirmedByOcr(deps: Deps, operatorId: number): Promise<number> {
  const { ready } = await classifyQueue(deps, operatorId)
  return ready.filter(({ comparison }) => comparison && isConfirmed(comparison)).length
}

/**
 * Approves each of these by itself, within 7 seconds, so that at the end even the first can still be undone; one that could not be
 * offered any more or comes too late is left out and named (D-45). A share of those that are approved, drawn by chance, is
 * checked by a second operator; most are drawn before, so that the check is written with
 * the decision. Throws 409 where they were not offered.
 */
export async function approveAll(deps: Deps, operatorId: number, given: { ids: number[]; offer: string }) {
  const ids = [...new Set(given.ids)]
  checkOffer(deps, operatorId, given.offer, ids)
  const drawn = new Set(draw(deps, ids, shareOf(deps, ids.length)))
  const until = deps.now().getTime() + BULK_MS
  const { done, left_out } = await eachById(deps, ids, async (id) => {
    checkInTime(deps, until)
    const precondition = async (tx: Queryable) => {
      // It may have waited for other approvals.
      checkInTime(deps, until)
      await checkReady(tx, deps, operatorId, id)
    }
    const options = { precondition, isDrawn: drawn.has(id), mailAfterSeconds: MAIL_AFTER_SECONDS }
    await decideIf(deps, operatorId, { id, status: 'approved' }, options)
  })
  await drawMissingSpotChecks(deps, operatorId, done, drawn)
  return { approved: done, left_out, undo_left_ms: await endBatch(deps, operatorId, done) }
}

/** Lets the time for undoing begin for all of a batch, and answers how long it is; after a error each row keeps its own. */
async function endBatch(deps: Deps, operatorId: number, approved: number[]): Promise<number> {
  try {
    await insertBatch(deps.db.pool, { operatorId, submissionIds: approved, endedAt: deps.now() })
    return UNDO_MS
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'the end of a batch was not noted')
    return 0
  }
}

/** How many of so many approvals are checked, at least. */
function shareOf({ config }: Deps, approvals: number): number {
  return Math.ceil((approvals * Math.max(BULK_CHECK_PERCENT, config.SPOT_CHECK_PERCENT)) / 100)
}

function draw({ randomInt }: Deps, ids: number[], count: number): number[] {
  const rest = [...ids]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}

/** Where drawn receipts were left out, draws others in their category; a error here must not keep the answer from its operator. */
async function drawMissingSpotChecks(
  deps: Deps,
  operatorId: number,
  approved: number[],
  drawn: ReadonlySet<number>,
): Promise<void> {
  const others = approved.filter((id) => !drawn.has(id))
  const missing = shareOf(deps, approved.length) - (approved.length - others.length)
  if (missing <= 0) return
  try {
    const submissionIds = draw(deps, others, missing)
    await insertSpotChecks(deps.db.pool, { operatorId, submissionIds, at: deps.now() })
  } catch (error) {
    deps.log.error({ err: error, operator: operatorId }, 'too few approvals of a batch will be checked')
  }
}

/** Takes these approvals back, each by itself; they wait again for whoever comes first. */
export async function undoAll(deps: Deps, operatorId: number, ids: number[]) {
  const { done, left_out } = await eachById(deps, [...new Set(ids)], (id) =>
    undoOwnDecision(deps, operatorId, id, async () => {}),
  )
  return { undone: done, left_out }
}

/** The oldest waiting receipts, at most 500, each counted where it belongs, and those that are ready. */
async function classifyQueue(deps: Deps, operatorId: number) {
  const waiting: BulkWaiting = { ready: 0, unread: 0, unreadable: 0, unconfirmed: 0, flagged: 0 }
  const ready: ReadyRow[] = []
  let from: number | undefined = 1
  for (let looks = 0; looks < MAX_RANGES && from !== undefined; looks += 1) {
    const range: Range = { from, to: Number.MAX_SAFE_INTEGER, size: RANGE_SIZE }
    const classified_ = await classifyRange(deps.db.pool, deps, operatorId, range)
    for (const { category, row } of classified_) {
      waiting[category] += 1
      if (category === 'ready') ready.push(row)
    }
    from = classified_.length === range.size ? (classified_.at(-1)?.row.id ?? 0) + 1 : undefined
  }
  return { ready, waiting, is_counted_in_part: from !== undefined }
}

/** The receipts of a stretch of the queue, each with where it belongs. Signals are looked for only where all else is well. */
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

/** What an older release has read follows other rules, and confirms nothing; without a fingerprint no copies were looked for. */
function classifyByOcr(
  { config }: Deps,
  { reader, is_compared }: BulkRow,
  comparison: Comparison | null | undefined,
): Category {
  const state = readingStateOf(comparison, config.READING)
  if (config.READING === 'off') return 'ready'
  if (state === 'pending') return 'unread'
  if (!comparison || state !== 'read' || !is_compared) return 'unreadable'
  if (Object.values(comparison).some(({ verdict }) => verdict === 'differs')) return 'flagged'
  return isConfirmed(comparison) && reader === READER_RELEASE ? 'ready' : 'unconfirmed'
}

function isConfirmed(comparison: Comparison): boolean {
  return CONFIRMED.every((fact) => comparison[fact].verdict === 'fits') && comparison.amount.sure === true
}

function checkInTime({ now }: Deps, until: number): void {
  if (now().getTime() > until) throw conflict(texts.bulkTooSlow)
}

async function checkReady(tx: Queryable, deps: Deps, operatorId: number, id: number): Promise<void> {
  const [classified_] = await classifyRange(tx, deps, operatorId, { from: id, to: id, size: 1 })
  if (!classified_ || classified_.category === 'flagged') throw conflict(texts.gainedSignal)
  if (classified_.category !== 'ready') throw conflict(texts.notConfirmed)
}

async function eachById(deps: Deps, ids: number[], work: (id: number) => Promise<void>) {
  const done: number[] = []
  const left_out: LeftOut = []
  for (const id of ids) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      left_out.push({ id, reason: reasonOf(deps, id, error) })
    }
  }
  return { done, left_out }
}

/** What was done before a error stands, and its operator must hear of it. */
function reasonOf({ log }: Deps, id: number, error: unknown): string {
  if (error instanceof HttpError) return error.message
  log.error({ err: error, submission: id }, 'a receipt was left out of a batch')
  return texts.serverFault
}

type Signing = Pick<Deps, 'config' | 'now'>

/** A signed text that names the receipts which were offered to an operator together, and when. */
export function signOffer({ config, now }: Signing, operatorId: number, ids: number[]): string {
  const offered = `${now().getTime()}.${ids.join('-')}`
  return `${offered}.${signatureOf(config.APP_KEY, operatorId, offered)}`
}

/** Throws 409 unless all of these were offered to this operator together, within the last hour and not just now. */
export function checkOffer({ config, now }: Signing, operatorId: number, offer: string, ids: number[]): void {
  const [at = '', offered = '', signature = ''] = offer.split('.')
  if (!isSameText(signature, signatureOf(config.APP_KEY, operatorId, `${at}.${offered}`)))
    throw conflict(texts.offerStale)
  const age = now().getTime() - Number(at)
  const known = new Set(offered.split('-').map(Number))
  if (age > BULK_OFFER_MS || ids.some((id) => !known.has(id))) throw conflict(texts.offerStale)
  if (age < BULK_LOOK_MS) throw conflict(texts.lookFirst)
}

function signatureOf(appKey: string, operatorId: number, offered: string): string {
  const key = deriveKey(appKey, 'bulk-offer')
  return createHmac('sha256', key).update(`${operatorId}|${offered}`).digest('base64url')
}
