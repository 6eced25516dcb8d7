import { useEffect, useRef } from 'react'

/** Whether the person has gone to another page while the work of this one went on. */
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
