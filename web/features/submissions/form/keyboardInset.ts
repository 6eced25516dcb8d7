import { useEffect, useState } from 'react'

/** Smaller differences come from the browser's own bars. */
const KEYBOARD_PX = 120

/** The height in pixels that an on-screen keyboard covers at the bottom of the page. */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const stop = new AbortController()
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // A page that is zoomed in is covered by nothing.
      setInset(viewport.scale <= 1.01 && covered > KEYBOARD_PX ? Math.round(covered) : 0)
    }
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return inset
}
