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

/** Creates the key on the first start, readable only by its owner. */
export function loadAppKey(dataDir: string): string {
  const path = appKeyPath(dataDir)
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
