import { BROWSER_TIMEOUT_MS, inTime } from '@stampus/ui/browser/inTime'
import { createStore, type UseStore } from 'idb-keyval'

/**
 * A store that rejects where the browser blocks it or does not answer: the library would throw, or wait for ever. The
 * next use opens the database again. `writeMs`: how long a change may take.
 */
export function openStore(database: string, name: string, writeMs = BROWSER_TIMEOUT_MS): UseStore {
  let store: UseStore | undefined
  return async (mode, work) => {
    store ??= createStore(database, name)
    try {
      return await inTime(store(mode, work), mode === 'readwrite' ? writeMs : BROWSER_TIMEOUT_MS)
    } catch (error) {
      store = undefined
      throw error
    }
  }
}
