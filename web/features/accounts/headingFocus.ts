import { useEffect, useRef } from 'react'

/** Moves the focus to the heading of the page when `state` changes, as what had it may be gone and something else begins. */
export function useHeadingFocus(state: unknown): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [state])
}
