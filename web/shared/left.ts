import { useEffect, useRef } from 'react'

/** Whether the person has gone to another page while the work of this one went on. */
export function useLeft() {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return left
}
