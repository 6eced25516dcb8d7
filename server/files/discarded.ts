import type { Deps } from '../deps.ts'
import { forgetDiscarded, listDiscarded } from './discarded.store.ts'

type Stored = Pick<Deps, 'db' | 'storage'>

/** Removes discarded files from the store. Never throws: what cannot be removed now is left to the clean-up. */
export async function removeDiscarded(stored: Stored, keys: string[]): Promise<void> {
  for (const key of keys)
    await remove(stored, key).catch((fault: unknown) => console.error(`The file ${key} was not removed yet:`, fault))
}

/** Removes every file that was discarded and still stands in the store. */
export function discardedCleanUp(stored: Stored): (() => Promise<void>)[] {
  return [() => removeLeft(stored)]
}

/** By keys, so that a file which cannot be removed stops none after it. */
async function removeLeft(stored: Stored): Promise<void> {
  let keys = await listDiscarded(stored.db.pool, '')
  while (keys.length > 0) {
    await removeDiscarded(stored, keys)
    keys = await listDiscarded(stored.db.pool, keys.at(-1) ?? '')
  }
}

async function remove({ db, storage }: Stored, key: string): Promise<void> {
  await storage.remove(key)
  await forgetDiscarded(db.pool, key)
}
