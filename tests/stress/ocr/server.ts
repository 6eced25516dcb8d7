import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MachineFault } from '../machine/machine-faults.ts'
import { type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import { type ChildProcessStats, findLeftChildren } from './child-processes.ts'

const FAULTS = `--import=${join(import.meta.dirname, '../machine/machine-faults.ts')}`

/** A server with OCR; `temporary` is its own folder for temporary files. */
export type OcrServer = SeededServer & { temporary: string; settings: Record<string, string> }

/** Starts a server with OCR and so many members: from another checkout, or with a fault. */
export async function startOcrServer(
  members: number,
  { checkout, fault }: { checkout?: string; fault?: MachineFault } = {},
): Promise<OcrServer> {
  const temporary = await mkdtemp(join(tmpdir(), 'stampus-stress-temporary-'))
  const own = { RECEIPT_OCR: 'on', LOG_LEVEL: 'info', TMPDIR: temporary }
  const settings = {
    ...own,
    ...(fault && { STAMPUS_MACHINE_FAULT: fault, NODE_OPTIONS: FAULTS }),
    // The compile cache of a copy is in the copy.
    ...(checkout && { NODE_COMPILE_CACHE: join(checkout, 'server/dist/compiled') }),
  }
  const server = await startSeededServer(members, settings, checkout)
  const remove = async () => {
    await server.remove()
    await rm(temporary, { recursive: true, force: true })
  }
  return { ...server, temporary, settings, remove }
}

/** Processes and files that should be gone. Three files belong to each receipt. */
export async function findLeftovers(
  { pid, dataDir, temporary }: Pick<OcrServer, 'pid' | 'dataDir' | 'temporary'>,
  seen: ChildProcessStats[],
  { receipts, withinMs }: { receipts?: number; withinMs?: number } = {},
): Promise<string[]> {
  const strays = await findLeftChildren(pid, seen, withinMs)
  const files = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  const stored = files.filter((name) => name.includes('.'))
  return [
    ...strays,
    ...(await readdir(join(dataDir, 'incoming'))).map((name) => `${name} is left`),
    ...(await readdir(temporary)).map((name) => `${name} is left`),
    ...(receipts === undefined || stored.length === 3 * receipts
      ? []
      : [`${stored.length} files of ${receipts} receipts`]),
  ]
}
