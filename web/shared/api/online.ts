import { useSyncExternalStore } from 'react'

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine)
}

function follow(changed: () => void): () => void {
  const stop = new AbortController()
  for (const name of ['online', 'offline']) window.addEventListener(name, changed, { signal: stop.signal })
  return () => stop.abort()
}

/** Calls `act` once, when the network returns. */
export function whenOnline(act: () => void): void {
  window.addEventListener('online', act, { once: true })
}
