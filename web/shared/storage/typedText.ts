import { useSession } from './session.ts'
import { tryStorage } from './tryStorage.ts'

/** Typed texts that would be lost when the app loads in another language, of forms without drafts. No passwords. */
const readers = new Map<string, () => unknown>()
const KEY = 'typed'
let isStored = false
// What one member typed is not for the next one.
useSession.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) tryStorage(() => sessionStorage.removeItem(KEY))
})

/** Keeps what `read` returns (JSON) under a name, until the returned function is called. */
export function keepTyped(name: string, read: () => unknown): () => void {
  readers.set(name, read)
  return () => {
    if (readers.get(name) === read) readers.delete(name)
  }
}

/** Stores everything that is typed for the page that this tab loads next. */
export async function storeTyped(): Promise<void> {
  const entries = await Promise.all([...readers].map(async ([name, read]) => [name, await read()]))
  tryStorage(() => {
    // A form that this page has not loaded yet keeps what it stored before.
    store({ ...readStored(), ...Object.fromEntries(entries) })
    isStored = true
  })
}

/** Whether leaving the page loses nothing, so that no form needs to warn. */
export const isTypedStored = () => isStored

export function takeTyped<Value>(name: string): Value | undefined {
  return tryStorage(() => {
    const { [name]: value, ...others } = readStored()
    store(others)
    return value as Value | undefined
  })
}

type Entries = Record<string, unknown>

const ownerNow = () => useSession.getState().user?.id ?? null

function store(entries: Entries): void {
  sessionStorage.setItem(KEY, JSON.stringify({ owner: ownerNow(), entries }))
}

/** What another member typed in this tab, before they signed out elsewhere, does not count. */
function readStored(): Entries {
  const stored: { owner?: number | null; entries?: Entries } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
  const { owner, entries } = stored
  return owner === ownerNow() && entries ? entries : {}
}
