import { BULK_LOOK_MS } from '@stampus/contract/limits'
import { useModalOpen } from '@stampus/ui/browser/modal'
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** The chosen ids. Only viewed ones can be chosen. A range goes from the last toggled id to this one. */
export function useSelection(ids: number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [viewed, setViewed] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const markViewed = useCallback(
    (id: number) => setViewed((known) => (known.has(id) ? known : new Set([...known, id]))),
    [],
  )
  const choosable = ids.filter((id) => viewed.has(id))
  const toggle = (id: number, isRange: boolean) => {
    if (!viewed.has(id)) return
    const from = isRange && last !== undefined ? ids.indexOf(last) : -1
    const toggled = from < 0 ? [id] : between(ids, from, ids.indexOf(id)).filter((one) => viewed.has(one))
    setLast(id)
    setChosen(changed(chosen, toggled, from >= 0 || !chosen.has(id)))
  }
  const all = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  return {
    chosen: choosable.filter((id) => chosen.has(id)),
    viewed: choosable,
    /** Whether all viewed receipts are chosen. */
    all,
    toggle,
    toggleAll: () => setChosen(new Set(all ? [] : choosable)),
    markViewed,
    clear: () => setChosen(new Set()),
  }
}

function between(ids: number[], from: number, to: number): number[] {
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function changed(chosen: ReadonlySet<number>, toggled: number[], isChosen: boolean): Set<number> {
  const next = new Set(chosen)
  for (const id of toggled) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The share of the picture, or of the screen if the picture is taller. */
const SHARE_IN_VIEW = 0.8
const STEPS = Array.from({ length: 21 }, (_, at) => at / 20)

/** Calls `onViewed` once most of a loaded picture was on screen for a second, on a visible page without a dialog. */
export function useViewed(picture: RefObject<Element | null>, isLoaded: boolean, onViewed: () => void): void {
  const isInView = useInView(picture)
  const isVisible = usePageVisible()
  const isPageCovered = useModalOpen()
  const isViewing = isInView && isVisible && isLoaded && !isPageCovered
  useEffect(() => {
    if (!isViewing) return
    const timer = setTimeout(onViewed, BULK_LOOK_MS)
    return () => clearTimeout(timer)
  }, [isViewing, onViewed])
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
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}
