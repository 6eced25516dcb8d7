import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

/** Restores the scroll position: a new page starts at its top, the back button returns to the old position. */
export function useScrollPlace(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const way = useNavigationType()
  const before = useRef(pathname)
  useLayoutEffect(() => {
    const isSamePage = before.current === pathname
    before.current = pathname
    // A changed filter keeps the position.
    if (!(isSamePage && way === 'REPLACE')) scrollTo(scroller.current, way === 'POP' ? (places.get(key) ?? 0) : 0)
    const keep = () => places.set(key, scroller.current?.scrollTop || window.scrollY)
    addEventListener('scroll', keep, { capture: true, passive: true })
    return () => removeEventListener('scroll', keep, { capture: true })
  }, [key, pathname, way])
  return scroller
}

/** On narrow screens the window scrolls, on wide ones the page's own area. */
function scrollTo(scroller: HTMLElement | null, top: number): void {
  scroller?.scrollTo(0, top)
  window.scrollTo(0, top)
}
