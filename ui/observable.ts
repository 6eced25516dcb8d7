import { useSyncExternalStore } from 'react'

export function observable<Value>(value: Value) {
  let now = value
  const listeners = new Set<() => void>()
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: Value) => {
    now = next
    for (const listener of listeners) listener()
  }
  return { set, useValue: () => useSyncExternalStore(listen, () => now) }
}
