import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

let firstKey: string | undefined
let moved = false

/** For the h1 of a page: it takes the focus after a navigation, so that a screen reader reads where one is. */
export function useHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const way = useNavigationType()
  useEffect(() => {
    firstKey ??= key
    moved ||= key !== firstKey
    // A filter changes the address in place while somebody types it.
    const goesOn = way === 'REPLACE' && document.activeElement?.closest('main')
    if (moved && !goesOn) heading.current?.focus({ preventScroll: true })
  }, [key, way])
  return heading
}
