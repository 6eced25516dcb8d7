import type { BulkWaiting } from '@stampus/contract/console/bulk'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { isConfirmed } from '../../receipt-ocr/compare-facts.ts'
import { isSecondReadingSame } from '../../receipt-ocr/filled-in/second-reading.ts'
import { type Comparison, verdictsOf } from '../../receipt-ocr/ocr-result.ts'
import { READER_RELEASE } from '../../receipt-ocr/reader.ts'
import { findComparisons } from '../evidence/evidence.store.ts'
import { gatherEvidence, getOcrState } from '../evidence/review-items.service.ts'
import { needsLook } from '../evidence/signals.ts'
import { type BulkRow, findUnescalated } from './bulk.store.ts'

const RANGE_SIZE = 100
const MAX_RANGES = 5
/** `ready` receipts can be approved in bulk. The other categories say why a receipt cannot. */
type Category = keyof BulkWaiting
export type ReadyRow = BulkRow & { comparison: Comparison | null }
type Range = { from: number; to: number; size: number }

export async function countConfirmedByOcr(deps: Deps, operatorId: number): Promise<number> {
  const { ready } = await classifyQueue(deps, operatorId)
  return ready.filter(({ comparison }) => comparison && isConfirmed(comparison)).length
}

/** Classifies the oldest waiting receipts, at most 500. */
export async function classifyQueue(deps: Deps, operatorId: number) {
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

/** Looks for signals only among receipts that are otherwise ready. */
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
  const isFlagged = (row: BulkRow) => needsLook(row, evidenceOf(row.id), deps.config)
  return classified.map(({ category, row }) => ({
    category: category === 'ready' && isFlagged(row) ? 'flagged' : category,
    row,
  }))
}

/** A result of an older OCR release followed other rules. Without a fingerprint no copies were searched. */
function classifyByOcr(
  { config, secondReader }: Deps,
  row: BulkRow,
  comparison: Comparison | null | undefined,
): Category {
  const state = getOcrState(comparison, config.RECEIPT_OCR)
  const isOff = config.RECEIPT_OCR === 'off'
  const { ocr_version, is_compared, filled_in, second_reading } = row
  const isTypedOrRepeated =
    filled_in.length === 0 || (second_reading !== null && isSecondReadingSame(row, second_reading))
  if (isOff) return isTypedOrRepeated ? 'ready' : 'unconfirmed'
  if (state === 'pending') return 'unread'
  if (!comparison || state !== 'read' || !is_compared) return 'unreadable'
  if (verdictsOf(comparison).includes('differs')) return 'flagged'
  if (!isConfirmed(comparison) || ocr_version !== READER_RELEASE) return 'unconfirmed'
  if (isTypedOrRepeated) return 'ready'
  return second_reading === null && secondReader ? 'unread' : 'unconfirmed'
}

/** Throws 409 when this operator can no longer approve the receipt in bulk. */
export async function checkReady(tx: Queryable, deps: Deps, operatorId: number, id: number): Promise<void> {
  const [receipt] = await classifyRange(tx, deps, operatorId, { from: id, to: id, size: 1 })
  if (!receipt || receipt.category === 'flagged') throw conflict(texts.hasNewSignal)
  if (receipt.category !== 'ready') throw conflict(texts.notConfirmed)
}
