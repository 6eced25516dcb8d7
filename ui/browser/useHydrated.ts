import { useRef, useSyncExternalStore } from 'react'

/** False while React hydrates a server-rendered page. Show what only the browser knows once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

/**
 * Whether the server rendered this component. Unlike `useHydrated` it never changes, so that React need not render the
 * component a second time. React calls `getServerSnapshot` on the server and while it hydrates; the ref keeps that answer.
 */
export function useServerRendered(): boolean {
  const answer = useRef<boolean>(undefined)
  const getSnapshot = () => {
    answer.current ??= false
    return answer.current
  }
  const getServerSnapshot = () => {
    answer.current = true
    return true
  }
  return useSyncExternalStore(never, getSnapshot, getServerSnapshot)
}

const never = () => () => undefined
const yes = () => true
const no = () => false
