import { join } from 'node:path'
import type { MachineFault } from '../machine/machine-faults.ts'
import { findFilesLeft, type SeededServer, startSeededServer } from '../support/seeded-server.ts'
import { type ChildProcessStats, findLeftChildren } from './child-processes.ts'

const FAULTS = `--import=${join(import.meta.dirname, '../machine/machine-faults.ts')}`

/** Starts a server with OCR and so many members: from another checkout, or with a fault. */
export function startOcrServer(
  members: number,
  { checkout, fault }: { checkout?: string; fault?: MachineFault } = {},
): Promise<SeededServer> {
  const settings = {
    ...{ RECEIPT_OCR: 'on', LOG_LEVEL: 'info' },
    ...(fault && { STAMPUS_MACHINE_FAULT: fault, NODE_OPTIONS: FAULTS }),
    // The compile cache of a copy is in the copy.
    ...(checkout && { NODE_COMPILE_CACHE: join(checkout, 'server/dist/compiled') }),
  }
  return startSeededServer(members, settings, checkout)
}

/** Processes and files that should be gone. */
export async function findLeftovers(
  server: SeededServer,
  seen: ChildProcessStats[],
  { receipts, withinMs }: { receipts?: number; withinMs?: number } = {},
): Promise<string[]> {
  return [...(await findLeftChildren(server.pid, seen, withinMs)), ...(await findFilesLeft(server, receipts))]
}
