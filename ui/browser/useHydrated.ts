import { useSyncExternalStore } from 'react'

/** False while React hydrates a server-rendered page. Show what only the browser knows once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

const never = () => () => undefined
const yes = () => true
const no = () => false
