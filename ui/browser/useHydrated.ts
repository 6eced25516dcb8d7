import { useRef, useSyncExternalStore } from 'react'

/** False while React hydrates a server-rendered page. Show what only the browser knows once it is true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no)
}

/**
 * Whether the server rendered this component. Unlike `useHydrated` it never changes, so that React need not render the
 * component a second time.
 */
export function useServerRendered(): boolean {
  const answer = useRef<boolean>(undefined)
  const inBrowser = () => {
    answer.current ??= false
    return answer.current
  }
  const onServer = () => {
    answer.current = true
    return true
  }
  return useSyncExternalStore(never, inBrowser, onServer)
}

const never = () => () => undefined
const yes = () => true
const no = () => false
