import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const places = new Map<string, number>()

/** Where the pages scroll: another page starts at its top, and the way back leads to the place that was left. */
export function useScrollPlace(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const way = useNavigationType()
  const before = useRef(pathname)
  useLayoutEffect(() => {
    const isSamePage = before.current === pathname
    before.current = pathname
    // Another filter of the same page keeps its place.
    if (!(isSamePage && way === 'REPLACE')) scrollTo(scroller.current, way === 'POP' ? (places.get(key) ?? 0) : 0)
    const keep = () => places.set(key, scroller.current?.scrollTop || window.scrollY)
    addEventListener('scroll', keep, { capture: true, passive: true })
    return () => removeEventListener('scroll', keep, { capture: true })
  }, [key, pathname, way])
  return scroller
}

/** On a narrow screen the window scrolls, else the place of the page. */
function scrollTo(scroller: HTMLElement | null, top: number): void {
  scroller?.scrollTo(0, top)
  window.scrollTo(0, top)
}
