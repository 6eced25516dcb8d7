import { BULK_LOOK_MS } from '@stampus/contract/limits'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useModalOpen } from '../../../shared/dialogs/modals.ts'

/** The chosen ids. Only viewed ones can be chosen. A range goes from the last toggled id to this one. */
export function useSelection(ids: number[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [looked, setLooked] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number>()
  const look = useCallback((id: number) => setLooked((known) => (known.has(id) ? known : new Set([...known, id]))), [])
  const choosable = ids.filter((id) => looked.has(id))
  const touch = (id: number, isRange: boolean) => {
    if (!looked.has(id)) return
    const from = isRange && last !== undefined ? ids.indexOf(last) : -1
    const touched = from < 0 ? [id] : between(ids, from, ids.indexOf(id)).filter((one) => looked.has(one))
    setLast(id)
    setChosen(changed(chosen, touched, from >= 0 || !chosen.has(id)))
  }
  const all = choosable.length > 0 && choosable.every((id) => chosen.has(id))
  return {
    chosen: choosable.filter((id) => chosen.has(id)),
    looked: choosable,
    /** Whether all viewed receipts are chosen. */
    all,
    touch,
    touchAll: () => setChosen(new Set(all ? [] : choosable)),
    look,
    clear: () => setChosen(new Set()),
  }
}

function between(ids: number[], from: number, to: number): number[] {
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

function changed(chosen: ReadonlySet<number>, touched: number[], isChosen: boolean): Set<number> {
  const next = new Set(chosen)
  for (const id of touched) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}

/** The share of the picture, or of the screen if the picture is taller. */
const SHARE_IN_VIEW = 0.8
const STEPS = Array.from({ length: 21 }, (_, at) => at / 20)

/** Calls `onLooked` once most of a loaded picture was on screen for a second, on a visible page without a dialog. */
export function useLookedAt(picture: RefObject<Element | null>, isLoaded: boolean, onLooked: () => void): void {
  const isInView = useInView(picture)
  const isVisible = usePageVisible()
  const isPageCovered = useModalOpen()
  const isLookedAt = isInView && isVisible && isLoaded && !isPageCovered
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
