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

/** Where the key stands that is made outside production. */
export function appKeyPath(dataDir: string): string {
  return join(dataDir, 'app-key')
}

/** The key in the data folder, made on the first start and readable by its owner alone (D-69). */
export function loadAppKey(dataDir: string): string {
  const path = appKeyPath(dataDir)
  if (!existsSync(path)) makeKey(dataDir, path)
  return readFileSync(path, 'utf8').trim()
}

/** Written whole beside its place before it is put there, and never over another: two first starts agree on one key. */
function makeKey(dataDir: string, path: string): void {
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
