import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** Restores the scroll position: a new page starts at its top, the back button returns to the old position. */
export function useScrollRestoration(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)
  useLayoutEffect(() => {
    const isSamePage = previousPath.current === pathname
    previousPath.current = pathname
    // A changed filter keeps the position.
    if (!(isSamePage && navigationType === 'REPLACE'))
      scrollTo(scroller.current, navigationType === 'POP' ? (positions.get(key) ?? 0) : 0)
    const savePosition = () => positions.set(key, scroller.current?.scrollTop || window.scrollY)
    addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => removeEventListener('scroll', savePosition, { capture: true })
  }, [key, pathname, navigationType])
  return scroller
}

/** On narrow screens the window scrolls, on wide ones the page's own area. */
function scrollTo(scroller: HTMLElement | null, top: number): void {
  scroller?.scrollTo(0, top)
  window.scrollTo(0, top)
}
