import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataDirLock = { release(): void }

/**
 * Takes the data folder for this process, making it (mode 0700) where it is missing. The operating system frees it
 * when the process ends, however it ends. Throws when another process, or this one, already holds it.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite's exclusive lock is a kernel lock on every platform, which Node's own fs cannot take.
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    throw isBusy(error) ? inUse(dataDir) : error
  }
  return { release: () => file.close() }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function inUse(dataDir: string): Error {
  return new Error(
    `The data folder ${dataDir} is in use by another Stampus process. Stop that one, or set DATA_DIR to another folder.`,
  )
}
