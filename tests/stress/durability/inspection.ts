import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Database } from '../../../server/platform/db/database.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'
import { discardedCleanUp } from '../../../server/platform/storage/discarded-files.ts'
import { openIncoming } from '../../../server/platform/storage/incoming-files.ts'
import { openStorage } from '../../../server/platform/storage/open-storage.ts'
import type { ClientRecord } from './clients.ts'
import { configOf, type Environment } from './environment.ts'

const TWO_DAYS_MS = 48 * 60 * 60 * 1000

/** What must not happen: every number is 0. */
export type Violations = {
  lost: number
  duplicates: number
  unsettled: number
  rejected: number
  rowsWithoutFile: number
  filesWithoutRow: number
  uploadsLeft: number
}

type Row = { id: number; invoice: string; sha256: Buffer; files: string[] }

/** Checks the data that a stopped server left, after the cleanup that runs two days later. */
export async function findViolations(environment: Environment, record: ClientRecord): Promise<Violations> {
  const db = await environment.openDatabase()
  try {
    const uploadsLeft = await sweep(environment, db)
    const rows = await rowsOf(db)
    const named = new Set(rows.flatMap(({ files }) => files))
    const stored = await listFiles(join(environment.dataDir, 'files'))
    const whole = await Promise.all(rows.map((row) => isComplete(environment, row, stored)))
    return {
      ...compare(rows, record),
      rowsWithoutFile: whole.filter((one) => !one).length,
      filesWithoutRow: stored.filter((key) => !named.has(key)).length,
      uploadsLeft,
    }
  } finally {
    await db.close()
  }
}

function compare(rows: Row[], { acknowledged, open, problems }: ClientRecord) {
  const stored = new Set(rows.map(({ id, invoice }) => `${id} ${invoice}`))
  const known = Array.from(acknowledged, ([invoice, id]) => `${id} ${invoice}`)
  return {
    lost: known.filter((one) => !stored.has(one)).length,
    duplicates: rows.length - new Set(rows.map(({ invoice }) => invoice)).size,
    unsettled: open.size + rows.filter(({ invoice }) => !acknowledged.has(invoice)).length,
    rejected: problems.length,
  }
}

async function sweep(environment: Environment, db: Database): Promise<number> {
  const config = configOf(environment)
  const now = () => new Date(environment.now().getTime() + TWO_DAYS_MS)
  const deps = { db, storage: await openStorage(config), log: openLog(config), now }
  for (const work of Object.values(discardedCleanUp(deps))) await work()
  await (await openIncoming(environment.dataDir, { alone: false })).removeLeftovers(now())
  return (await readdir(join(environment.dataDir, 'incoming'))).length
}

async function rowsOf(db: Database): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(`
    SELECT id, invoice_no AS invoice, file_sha256 AS sha256, ARRAY[original_key, picture_key, thumb_key] AS files
    FROM submissions`)
  return rows
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** The original has the bytes that were sent, and the derived pictures have the length in their headers. */
async function isComplete({ dataDir }: Environment, { sha256, files }: Row, stored: string[]): Promise<boolean> {
  if (!files.every((key) => stored.includes(key))) return false
  const [original, ...pictures] = await Promise.all(files.map((key) => readFile(join(dataDir, 'files', key))))
  const isSent = original !== undefined && createHash('sha256').update(original).digest().equals(sha256)
  return isSent && pictures.every((webp) => webp.length === webp.readUInt32LE(4) + 8)
}
