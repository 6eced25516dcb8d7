import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type DataDirLock = { release(): void }

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `The data folder ${dataDir} is in use by another Stampus process. Stop that one, or set DATA_DIR to another folder.`,
    )
  }
}

/** Locks the data folder until this process ends in any way. Throws DataDirInUse if it is locked. */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // SQLite's exclusive lock is a kernel lock on every platform; Node's fs cannot take one.
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    throw isBusy(error) ? new DataDirInUse(dataDir) : error
  }
  return { release: () => file.close() }
}

/** Whether another process uses the data folder. */
export function isLocked(dataDir: string): boolean {
  try {
    lockDataDir(dataDir).release()
    return false
  } catch (error) {
    if (error instanceof DataDirInUse) return true
    throw error
  }
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
