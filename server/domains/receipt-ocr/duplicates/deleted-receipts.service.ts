import { createHmac } from 'node:crypto'
import { addDays, dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { deriveKey } from '../../../platform/security/crypto.ts'
import type { Numbers } from '../ocr-result.ts'
import { areDifferentPurchases, numberSimilarity, type Purchase } from './compare-purchases.ts'
import {
  type DeletedReceipt,
  findDeletedReceipts,
  hasDeletedReceipts,
  insertDeletedReceipt,
  listKnownMarks,
  removeDeletedReceipts,
} from './deleted-receipts.store.ts'
import type { FoundBy } from './duplicates.store.ts'

/** The share of common codes from which on two pictures are of one receipt. */
const MIN_CODES_SHARE = 0.2
const HASH_BYTES = 12

type Keys = Pick<Deps, 'config'>

const oldestDay = ({ config, now }: Pick<Deps, 'config' | 'now'>) =>
  addDays(dayIn(config.TIME_ZONE, now()), -config.MAX_RECEIPT_AGE_DAYS)

/** Keeps keyed hashes of approved receipts while they could be sent again. Call before their OCR data is deleted. */
export async function keepHashes(tx: Queryable, deps: Pick<Deps, 'config' | 'now'>, ids: number[]): Promise<void> {
  for (const { id, numbers, codes } of await listKnownMarks(tx, ids, oldestDay(deps)))
    await insertDeletedReceipt(tx, { id, numbers: hashesOf(deps, numbers), codes: hashesOf(deps, codes) })
}

export async function findDuplicatesOfDeleted(
  tx: Queryable,
  deps: Keys,
  { purchase, numbers, codes, since }: { purchase: Purchase; numbers: string[]; codes: number[]; since: Date },
): Promise<{ id: number; foundBy: FoundBy }[]> {
  if (!(await hasDeletedReceipts(tx))) return []
  const own = { numbers: hashesOf(deps, numbers), codes: hashesOf(deps, codes) }
  const printed = { numbers: own.numbers.map(toText), doubtful: hashesOf(deps, purchase.doubtful).map(toText) }
  const searched = new Set(own.codes.map(toText))
  return (await findDeletedReceipts(tx, { ...own, since })).flatMap((other) => {
    if (areDifferentPurchases(purchase, decidedFacts(other))) return []
    const foundBy = matchHashes(other, printed, searched)
    return foundBy ? [{ id: other.id, foundBy }] : []
  })
}

/** The similarity from which on two receipts are duplicates. */
export const MIN_SIMILARITY = 0.45

function matchHashes(
  { number_hashes, keypoint_code_hashes: hashes }: DeletedReceipt,
  printed: Numbers,
  searched: Set<string>,
): FoundBy | undefined {
  const others = { numbers: number_hashes.map(toText), doubtful: [] }
  if (numberSimilarity(printed, others) >= MIN_SIMILARITY) return 'numbers'
  const shared = hashes.filter((code) => searched.has(toText(code))).length
  return hashes.length > 0 && shared / hashes.length >= MIN_CODES_SHARE ? 'picture' : undefined
}

function decidedFacts({ invoice_no: invoice, purchase_date: date, amount_sen: total }: DeletedReceipt): Purchase {
  return { numbers: [], doubtful: [], invoice, date, dates: [date], total }
}

/** Deletes the hashes of receipts that are too old to be sent again. */
export function removeOldHashes(deps: Pick<Deps, 'db' | 'config' | 'now'>): Promise<number> {
  return removeDeletedReceipts(deps.db.pool, oldestDay(deps))
}

const toText = (hash: Buffer) => hash.toString('base64')

function hashesOf({ config }: Keys, values: (string | number)[]): Buffer[] {
  const key = deriveKey(config.APP_KEY, 'deleted-receipt')
  return values.map((value) =>
    createHmac('sha256', key)
      .update(`${typeof value} ${value}`)
      .digest()
      .subarray(0, HASH_BYTES),
  )
}
