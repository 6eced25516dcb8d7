import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export const appKeyPath = (dataDir: string): string => join(dataDir, 'app-key')

export const loadAppKey = (dataDir: string): string => loadKey(dataDir, appKeyPath(dataDir))

/** Also 32 bytes in base64. */
export const loadBackupKey = (dataDir: string): string => loadKey(dataDir, join(dataDir, 'backup-key'))

/** Creates the key when it is first needed, readable only by its owner. */
function loadKey(dataDir: string, path: string): string {
  if (!existsSync(path)) createKey(dataDir, path)
  return readFileSync(path, 'utf8').trim()
}

/** Linking a draft into place fails if there is a key: two first starts agree on one. */
function createKey(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
