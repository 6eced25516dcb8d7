import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findLedgerErrors } from '../../../server/domains/wallet/ledger-check.store.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { discardedCleanUp } from '../../../server/platform/storage/discarded-files.ts'
import { openIncoming } from '../../../server/platform/storage/incoming-files.ts'
import { openStorage } from '../../../server/platform/storage/open-storage.ts'
import { configOf, type Environment } from '../support/environment.ts'
import type { ClientRecord } from './shop.ts'

const TWO_DAYS_MS = 48 * 60 * 60 * 1000

/** What must not happen: every number is 0. */
export const nothingWrong = {
  lost: 0,
  duplicates: 0,
  unsettled: 0,
  rejected: 0,
  rowsWithoutFile: 0,
  filesWithoutRow: 0,
  uploadsLeft: 0,
  ledgerErrors: 0,
}
export type Violations = typeof nothingWrong

type Receipt = { id: number; invoice: string; sha256: Buffer; files: string[] }
type Voucher = { id: number; state: string; key: string; handOvers: number; lateRows: number }

/** Checks the data that a stopped server left, after the cleanup that runs two days later. */
export async function findViolations(environment: Environment, record: ClientRecord): Promise<Violations> {
  const db = await environment.openDatabase()
  try {
    const uploadsLeft = await sweep(environment, db)
    const { receipts, vouchers } = await readRows(db)
    const named = new Set(receipts.flatMap(({ files }) => files))
    const stored = await listFiles(join(environment.dataDir, 'files'))
    const whole = await Promise.all(receipts.map((row) => isComplete(environment, row, stored)))
    const { acknowledged, claimed, open, problems } = record
    return {
      lost: findLost(receipts, vouchers, record).length,
      duplicates: findDuplicates(receipts, vouchers, record).length,
      unsettled:
        open.size +
        receipts.filter(({ invoice }) => !acknowledged.has(invoice)).length +
        vouchers.filter(({ key }) => !claimed.has(key)).length,
      rejected: problems.length,
      rowsWithoutFile: whole.filter((one) => !one).length,
      filesWithoutRow: stored.filter((key) => !named.has(key)).length,
      uploadsLeft,
      ledgerErrors: (await findLedgerErrors(db.pool)).length,
    }
  } finally {
    await db.close()
  }
}

/** What the clients know of and the database does not. */
function findLost(receipts: Receipt[], vouchers: Voucher[], { acknowledged, claimed, used, waiting }: ClientRecord) {
  const known = new Set(receipts.map(({ id, invoice }) => `${id} ${invoice}`))
  const stored = new Map(vouchers.map((row) => [row.id, row]))
  return [
    ...[...acknowledged].filter(([invoice, id]) => !known.has(`${id} ${invoice}`)),
    ...[...claimed].filter(([key, id]) => stored.get(id)?.key !== key),
    ...[...used].filter((id) => stored.get(id)?.state !== 'used'),
    ...[...waiting].filter((id) => stored.get(id)?.lateRows === 0),
  ]
}

function findDuplicates(receipts: Receipt[], vouchers: Voucher[], { claimed, waiting }: ClientRecord) {
  const first = new Map(receipts.map(({ invoice, id }) => [invoice, id]))
  return [
    ...receipts.filter(({ invoice, id }) => first.get(invoice) !== id),
    ...vouchers.filter(({ key, id }) => claimed.has(key) && claimed.get(key) !== id),
    ...vouchers.filter(({ handOvers }) => handOvers > 1),
    ...vouchers.filter(({ id, lateRows }) => lateRows > Number(waiting.has(id))),
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
  const { rows: vouchers } = await pool.query<Voucher>(`
    SELECT v.id, v.state, v.idempotency_key AS key, count(e.id)::int AS "handOvers",
      (SELECT count(*)::int FROM late_hand_overs l WHERE l.voucher_id = v.id) AS "lateRows"
    FROM vouchers v LEFT JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'used' GROUP BY v.id`)
  return { receipts, vouchers }
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** The original has the bytes that were sent, and the derived pictures have the length in their headers. */
async function isComplete({ dataDir }: Environment, { sha256, files }: Receipt, stored: string[]): Promise<boolean> {
  if (!files.every((key) => stored.includes(key))) return false
  const [original, ...pictures] = await Promise.all(files.map((key) => readFile(join(dataDir, 'files', key))))
  const isSent = original !== undefined && createHash('sha256').update(original).digest().equals(sha256)
  return isSent && pictures.every((webp) => webp.length === webp.readUInt32LE(4) + 8)
}
