import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './root.mjs'

/** How long a lock is valid. After that, the process with the stored id is assumed to be another one. */
const LONGEST_MS = 600_000

/**
 * Runs `work` while no other process of this checkout holds the lock of that name; the lock of a dead process is ignored.
 * `work` can pass the lock to a process that it starts, which then holds it even if this one is killed.
 * @template T
 * @param {string} name
 * @param {(handOn: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const lock = lockFile(name)
  for (let waited = 0; !take(lock); waited += 1) {
    if (waited === 5) console.log(`Waiting for another process of this checkout (${name}) …`)
    await pause(200)
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    return await work((pid) => writeFileSync(lock, String(pid)))
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

/** Outside the checkout, because an installation deletes node_modules. @param {string} name */
function lockFile(name) {
  const checkout = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex').slice(0, 16)
  return join(tmpdir(), `stampus-${name}-${checkout}.lock`)
}

/** @param {string} lock */
function take(lock) {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, lock)
    return true
  } catch {
    if (!holderLives(lock)) rmSync(lock, { force: true })
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/** @param {string} lock */
function holderLives(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return Date.now() - statSync(lock).mtimeMs < LONGEST_MS
  } catch {
    return false
  }
}
