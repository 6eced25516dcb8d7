import type { Deps } from '../../deps.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { discardFiles, listDiscarded, unmarkDiscarded } from './discarded-files.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 10
/** Well before the hourly job is taken for lost, though a store that never answers holds up the last few. */
const ENDS_AFTER_MS = 5 * 60 * 1000

type Stored = Pick<Deps, 'db' | 'storage' | 'log'>

/**
 * Notes files that are to be stored now: where no row names them within a day, the clean-up removes them. The transaction that
 * adds the row takes the note back.
 */
export function registerFiles({ db, now }: Pick<Deps, 'db' | 'now'>, keys: string[]): Promise<void> {
  return discardFiles(db.pool, keys, new Date(now().getTime() + DAY_MS))
}

/** Removes discarded files, and answers how many. Never throws: what cannot be removed now is left to the clean-up. */
export async function removeDiscarded(stored: Stored, keys: string[]): Promise<number> {
  const left = keys.values()
  const removed = await Promise.all(Array.from({ length: AT_ONCE }, () => removeEach(stored, left)))
  return removed.reduce((sum, count) => sum + count, 0)
}

async function removeEach(stored: Stored, left: Iterable<string>): Promise<number> {
  let removed = 0
  for (const key of left) if (await remove(stored, key)) removed += 1
  return removed
}

type Cleaned = Stored & Pick<Deps, 'now'>

/** Removes the files that were discarded and still stand in the store; what takes too long is left to the next hour. */
export function discardedCleanUp(stored: Cleaned): CleanUp {
  return { 'discarded files': () => removeLeft(stored) }
}

/** By keys, so that a file which cannot be removed stops none after it. */
async function removeLeft(stored: Cleaned): Promise<number> {
  const { db, now } = stored
  const endsAt = now().getTime() + ENDS_AFTER_MS
  let removed = 0
  let keys = await listDiscarded(db.pool, now(), '')
  while (keys.length > 0 && now().getTime() < endsAt) {
    removed += await removeDiscarded(stored, keys)
    keys = await listDiscarded(db.pool, now(), keys.at(-1) ?? '')
  }
  return removed
}

async function remove({ db, storage, log }: Stored, key: string): Promise<boolean> {
  try {
    await storage.remove(key)
    await unmarkDiscarded(db.pool, [key])
    return true
  } catch (err) {
    log.error({ err, key }, 'a file was not removed yet')
    return false
  }
}
