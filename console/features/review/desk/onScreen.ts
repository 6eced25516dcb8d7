import { BULK_LOOK_MS } from '@stampus/contract/limits'
import { type RefObject, useEffect, useState } from 'react'
import { useModalOpen } from '../../../shared/dialogs/modals.ts'

/** Of a picture, or of the screen where the picture is taller. */
const SHARE_IN_VIEW = 0.8
const STEPS = Array.from({ length: 21 }, (_, at) => at / 20)

/**
 * Calls `onLooked` once most of a loaded picture has been on screen for a second on end, on a visible page and under no dialog.
 */
export function useLookedAt(picture: RefObject<Element | null>, isLoaded: boolean, onLooked: () => void): void {
  const isInView = useInView(picture)
  const isVisible = usePageVisible()
  const isCovered = useModalOpen()
  const isLookedAt = isInView && isVisible && isLoaded && !isCovered
  useEffect(() => {
    if (!isLookedAt) return
    const timer = setTimeout(onLooked, BULK_LOOK_MS)
    return () => clearTimeout(timer)
  }, [isLookedAt, onLooked])
}

function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setInView(isMostlyShown(entries.at(-1))), {
      threshold: STEPS,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}

function isMostlyShown(entry: IntersectionObserverEntry | undefined): boolean {
  if (!entry) return false
  const { intersectionRect, boundingClientRect, rootBounds } = entry
  const largest = Math.min(boundingClientRect.height, rootBounds?.height ?? window.innerHeight)
  return intersectionRect.height > 0 && intersectionRect.height >= SHARE_IN_VIEW * largest
}

function usePageVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}
