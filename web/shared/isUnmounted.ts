import { useEffect, useRef } from 'react'

/** A ref that is true after the component has unmounted, for work that continues after the user leaves the page. */
export function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}
