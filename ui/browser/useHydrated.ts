import { useRef, useSyncExternalStore } from 'react'

/** False while React hydrates a server-rendered page. Show what only the browser knows once it is true. */
export const useHydrated = (): boolean => useSyncExternalStore(never, yes, no)

/** Whether the server rendered this. Unlike `useHydrated` it never changes, which would render the component again. */
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
