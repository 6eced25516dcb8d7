import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { discardedCleanUp } from '../../../server/platform/storage/discarded-files.ts'
import { openIncoming } from '../../../server/platform/storage/incoming-files.ts'
import { openStorage } from '../../../server/platform/storage/open-storage.ts'
import { listFiles } from '../../support/server/buckets.ts'
import { configOf, type Environment } from '../support/environment.ts'
import type { ClientRecord } from './shop.ts'

const TWO_DAYS_MS = 48 * 60 * 60 * 1000

/** What must not happen: every number is 0. `surplus` is stored twice, or no client knows it. */
export const nothingWrong = {
  lost: 0,
  surplus: 0,
  open: 0,
  rejected: 0,
  rowsWithoutFile: 0,
  filesWithoutRow: 0,
  uploadsLeft: 0,
  ledgerErrors: 0,
}
export type Violations = typeof nothingWrong

type Receipt = { id: number; invoice: string; sha256: Buffer; files: string[] }

/** Checks the data that a stopped server left, after the cleanup that runs two days later. */
export async function findViolations(environment: Environment, record: ClientRecord): Promise<Violations> {
  const db = await environment.openDatabase()
  try {
    const uploadsLeft = await sweep(environment, db)
    const { receipts, vouchers } = await readRows(db)
    const named = new Set(receipts.flatMap(({ files }) => files))
    const stored = await listFiles(join(environment.dataDir, 'files'))
    const whole = await Promise.all(receipts.map((row) => isComplete(environment, row, stored)))
    const known = describeKnown(record)
    const found = [...receipts.map(({ id, invoice }) => `${invoice} ${id}`), ...vouchers]
    return {
      lost: known.filter((one) => !found.includes(one)).length,
      surplus: found.filter((one) => !known.includes(one)).length,
      open: record.open.size,
      rejected: record.problems.length,
      rowsWithoutFile: whole.filter((one) => !one).length,
      filesWithoutRow: stored.filter((key) => !named.has(key)).length,
      uploadsLeft,
      ledgerErrors: (await findLedgerErrors(db.pool)).length,
    }
  } finally {
    await db.close()
  }
}

/** The receipts and vouchers that the clients know, each in words as `readRows` has them. */
function describeKnown({ acknowledged, claimed, used, waiting }: ClientRecord): string[] {
  const endOf = (id: number) => (used.has(id) ? 'used 1 0' : waiting.has(id) ? 'returned 0 1' : 'ready 0 0')
  return [
    ...Array.from(acknowledged, ([invoice, id]) => `${invoice} ${id}`),
    ...Array.from(claimed, ([key, id]) => `${key} ${id} ${endOf(id)}`),
  ]
}

async function sweep(environment: Environment, db: Database): Promise<number> {
  const config = configOf(environment)
  const now = () => new Date(environment.now().getTime() + TWO_DAYS_MS)
  const deps = { db, storage: await openStorage(config), log: openLog(config), now }
  for (const work of Object.values(discardedCleanUp(deps))) await work()
  await (await openIncoming(environment.dataDir, { alone: false })).removeLeftovers(now())
  return (await readdir(join(environment.dataDir, 'incoming'))).length
}

async function readRows({ pool }: Database) {
  const { rows: receipts } = await pool.query<Receipt>(`
    SELECT id, invoice_no AS invoice, file_sha256 AS sha256, ARRAY[original_key, picture_key, thumb_key] AS files
    FROM submissions`)
  const { rows: vouchers } = await pool.query<{ voucher: string }>(`
    SELECT concat_ws(' ', v.idempotency_key, v.id, v.state,
      (SELECT count(*) FROM voucher_events e WHERE e.voucher_id = v.id AND e.kind = 'used'),
      (SELECT count(*) FROM late_hand_overs l WHERE l.voucher_id = v.id)) AS voucher
    FROM vouchers v`)
  return { receipts, vouchers: vouchers.map(({ voucher }) => voucher) }
}

/** The original has the bytes that were sent, and the derived pictures have the length in their headers. */
async function isComplete({ dataDir }: Environment, { sha256, files }: Receipt, stored: string[]): Promise<boolean> {
  if (!files.every((key) => stored.includes(key))) return false
  const [original, ...pictures] = await Promise.all(files.map((key) => readFile(join(dataDir, 'files', key))))
  const isSent = original !== undefined && createHash('sha256').update(original).digest().equals(sha256)
  return isSent && pictures.every((webp) => webp.length === webp.readUInt32LE(4) + 8)
}
