import { BULK_LOOK_MS } from '@stampus/contract/limits'
import { useModalOpen } from '@stampus/ui/browser/modal'
import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** The chosen ids. Only viewed ones can be chosen. A range goes from the last toggled id to this one. */
export function useSelection(ids: number[]) {
  const [chosenIds, setChosen] = useState<readonly number[]>([])
  const [viewedIds, setViewed] = useState<readonly number[]>([])
  const [last, setLast] = useState<number>()
  const viewed = ids.filter((id) => viewedIds.includes(id))
  const chosen = viewed.filter((id) => chosenIds.includes(id))
  const all = viewed.length > 0 && chosen.length === viewed.length
  const toggle = (id: number, isRange: boolean) => {
    if (!viewed.includes(id)) return
    const ends = [isRange && last !== undefined ? ids.indexOf(last) : -1, ids.indexOf(id)]
    const hasRange = !ends.includes(-1)
    const range = ids.slice(Math.min(...ends), Math.max(...ends) + 1)
    const toggled = hasRange ? range.filter((one) => viewed.includes(one)) : [id]
    const others = chosenIds.filter((one) => !toggled.includes(one))
    setLast(id)
    setChosen(hasRange || !chosenIds.includes(id) ? [...others, ...toggled] : others)
  }
  return {
    chosen,
    viewed,
    /** Whether all viewed receipts are chosen. */
    all,
    toggle,
    toggleAll: () => setChosen(all ? [] : viewed),
    markViewed: (id: number) => setViewed((known) => (known.includes(id) ? known : [...known, id])),
    clear: () => setChosen([]),
  }
}

/** The share of the picture, or of the screen if the picture is taller. */
const SHARE_IN_VIEW = 0.8
const STEPS = Array.from({ length: 21 }, (_, at) => at / 20)

/** Calls `onViewed` once most of a loaded picture was on screen for a second, on a visible page without a dialog. */
export function useViewed(picture: RefObject<Element | null>, isLoaded: boolean, onViewed: () => void): void {
  const isInView = useInView(picture)
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const isPageCovered = useModalOpen()
  const isViewing = isInView && isVisible && isLoaded && !isPageCovered
  const view = useEffectEvent(onViewed)
  useEffect(() => {
    if (!isViewing) return
    const timer = setTimeout(() => view(), BULK_LOOK_MS)
    return () => clearTimeout(timer)
  }, [isViewing])
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

function onVisibilityChange(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
