import { useSyncExternalStore } from 'react'

/** False while a page that the server has rendered is taken over; what only this browser knows is shown after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

const never = () => () => undefined
const yes = () => true
const no = () => false
