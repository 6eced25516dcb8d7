import { inTime } from '@stampus/ui/browser/inTime'
import { createStore, type UseStore } from 'idb-keyval'

/**
 * A store of the browser's database. Rejects where the browser blocks it or does not answer: the library would throw, or
 * wait for ever. The next use then opens the database again.
 */
export function openStore(database: string, name: string): UseStore {
  let store: UseStore | undefined
  return async (mode, work) => {
    store ??= createStore(database, name)
    try {
      return await inTime(store(mode, work))
    } catch (error) {
      store = undefined
      throw error
    }
  }
}
