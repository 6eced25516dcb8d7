import { isBackupRunning } from '../backups/backup-lock.store.ts'
import type { PlatformDeps } from '../deps.ts'
import { DAY_MS, MINUTE_MS } from '../durations.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { discardFiles, listDiscarded, unmarkDiscarded } from './discarded-files.store.ts'

const PARALLEL = 10
/** Well before the hourly job expires, although a store that does not answer delays the last files. */
const STOP_AFTER_MS = 5 * MINUTE_MS

type Stored = Pick<PlatformDeps, 'db' | 'storage' | 'log'>

/** Registers files to store: they are removed after a day unless their row's transaction calls `unmarkDiscarded`. */
export const registerFiles = ({ db, now }: Pick<PlatformDeps, 'db' | 'now'>, keys: string[]): Promise<void> =>
  discardFiles(db.pool, keys, new Date(now().getTime() + DAY_MS))

/** Returns how many. Never throws: the clean-up tries again later, also after a backup whose rows name the files. */
export async function removeDiscarded(stored: Stored, keys: string[]): Promise<number> {
  if (keys.length === 0 || (await isBackupRunning(stored.db.pool).catch(() => true))) return 0
  const remaining = keys.values()
  const removed = await Promise.all(Array.from({ length: PARALLEL }, () => removeEach(stored, remaining)))
  return removed.reduce((sum, count) => sum + count, 0)
}

async function removeEach(stored: Stored, keys: Iterable<string>): Promise<number> {
  let removed = 0
  for (const key of keys) if (await remove(stored, key)) removed += 1
  return removed
}

type Cleaned = Stored & Pick<PlatformDeps, 'now'>

export const discardedCleanUp = (stored: Cleaned): CleanUp => ({ 'discarded files': () => removeAll(stored) })

/** Continues after the last key: a file that cannot be removed does not block those after it. */
async function removeAll(stored: Cleaned): Promise<number> {
  const { db, now } = stored
  const endsAt = now().getTime() + STOP_AFTER_MS
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
